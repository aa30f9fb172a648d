#include "ceiling/c12_positions.hpp"

namespace saltus::bench::c12 {
namespace {

/// The next hit is that of the pair whose gap closes first; all spheres go there.
template <class T>
Row simulate(T e) {
  T x[4] = {0, 2, 4, 6}, v[4] = {1, 0, 0, 0};
  const T give = (1 + e) / 2;
  T rest = t_end;
  int hits = 0;
  for (;;) {
    T first = rest;
    int pair = -1;
    for (int i = 0; i < 3; ++i) {
      const T closing = v[i] - v[i + 1];
      const T gap = x[i + 1] - x[i] - 1;
      if (closing > 0 && gap < first * closing) {
        first = gap / closing;
        pair = i;
      }
    }
    if (pair < 0) break;
    if (first < 0) first = 0;  // rounding
    rest -= first;
    for (int i = 0; i < 4; ++i) x[i] += v[i] * first;
    const T change = give * (v[pair] - v[pair + 1]);
    v[pair] -= change;
    v[pair + 1] += change;
    ++hits;
  }
  Row row{.hits = hits};
  for (int i = 0; i < 4; ++i) row.v[i] = static_cast<double>(v[i]);
  return row;
}

template <class T>
std::vector<Row> all(const std::vector<double>& restitutions) {
  std::vector<Row> rows;
  rows.reserve(restitutions.size());
  for (const double e : restitutions) rows.push_back(simulate<T>(static_cast<T>(e)));
  return rows;
}

}  // namespace

std::vector<Row> by_positions(const std::vector<double>& restitutions) { return all<double>(restitutions); }
std::vector<Row> exact(const std::vector<double>& restitutions) { return all<__float128>(restitutions); }

}  // namespace saltus::bench::c12
