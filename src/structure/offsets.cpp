// The duals c* of the assignment problem satisfy the same inequalities; the canonical offsets are the smallest that do. Lowering
// c*_i by y_i keeps them if y_i <= c*_i and, for every entry (i, j) with j solved by equation k, y_k <= y_i + slack(i, j). The
// largest such y are shortest distances with slacks as lengths (Dijkstra): no fixed-point iteration, whose rounds may be as many
// as the largest offset.
#include "structure/offsets.hpp"

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

namespace saltus {
namespace {

/// How far each dual can be lowered.
std::vector<std::int64_t> largest_decrease(const SignatureMatrix& sigma, const Transversal& transversal) {
  using Item = std::pair<std::int64_t, std::uint32_t>;
  const Matching& matching = transversal.matching;
  const std::vector<std::int64_t>& dual = transversal.dual;
  std::vector<std::int64_t> decrease = dual;
  std::priority_queue<Item, std::vector<Item>, std::greater<>> queue;
  for (std::uint32_t i = 0; i < sigma.equations(); ++i) queue.emplace(decrease[i], i);
  while (!queue.empty()) {
    const auto [distance, i] = queue.top();
    queue.pop();
    if (distance > decrease[i]) continue;
    for (const SignatureEntry& entry : sigma.smooth[i]) {
      const std::uint32_t solver = matching.equation_of[entry.variable];
      const std::int64_t slack = dual[solver] + order_at(sigma, solver, entry.variable) - dual[i] - entry.order;
      if (distance + slack >= decrease[solver]) continue;
      decrease[solver] = distance + slack;
      queue.emplace(decrease[solver], solver);
    }
  }
  return decrease;
}

}  // namespace

Offsets canonical_offsets(const SignatureMatrix& sigma, const Transversal& transversal) {
  const std::vector<std::int64_t> decrease = largest_decrease(sigma, transversal);
  Offsets offsets;
  offsets.c.resize(sigma.equations());
  offsets.d.resize(sigma.variables);
  for (std::uint32_t i = 0; i < sigma.equations(); ++i) {
    const std::uint32_t j = transversal.matching.variable_of[i];
    offsets.c[i] = transversal.dual[i] - decrease[i];
    offsets.d[j] = offsets.c[i] + order_at(sigma, i, j);
    offsets.index = std::max(offsets.index, offsets.c[i]);
    offsets.degrees_of_freedom += offsets.d[j] - offsets.c[i];
  }
  if (std::ranges::find(offsets.d, 0) != offsets.d.end()) ++offsets.index;
  return offsets;
}

}  // namespace saltus
