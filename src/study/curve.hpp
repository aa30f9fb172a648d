#pragma once
// A variable over a run: its extreme values, between steps too, and its integral.

#include <span>
#include <vector>

#include "solve/root_isolator.hpp"

namespace saltus {

/// The least and the greatest value so far, with the first times at which they were there.
template <class T>
struct Range {
  bool any = false;
  T least{}, most{};
  T time_of_least{}, time_of_most{};

  void include(const T& x, const T& time) {
    if (!(x == x)) return;
    if (!any || x < least) {
      least = x;
      time_of_least = time;
    }
    if (!any || x > most) {
      most = x;
      time_of_most = time;
    }
    any = true;
  }
  /// Nothing between these would change it.
  [[nodiscard]] bool encloses(const T& low, const T& high) const { return any && low >= least && high <= most; }
};

/// A sum that keeps what rounding takes (Neumaier 1974).
template <class T>
struct CarefulSum {
  T sum{}, lost{};
  void add(const T& x) {
    const T next = sum + x;
    lost = lost + (abs(sum) >= abs(x) ? T((sum - next) + x) : T((x - next) + sum));
    sum = next;
  }
  [[nodiscard]] T value() const { return sum + lost; }
};

/// Integral of the polynomial q over [0, length].
template <class T>
[[nodiscard]] T integral_of(std::span<const T> q, const T& length) {
  T sum(0);
  for (std::size_t k = q.size(); k-- > 0;) sum = sum * length + q[k] / T(static_cast<int>(k + 1));
  return sum * length;
}

/// Finds where a polynomial turns back.
template <class T>
class TurningPoints {
 public:
  explicit TurningPoints(int max_degree) : isolator_(max_degree) {}

  /// Calls visit(s, q(s)) for every extremum in (0, length).
  template <class Visit>
  void find(std::span<const T> q, const T& length, Visit&& visit) {
    q = without_zero_end(q);
    if (q.size() < 3 || is_monotone(q, length)) return;
    slope_.resize(q.size() - 1);
    for (std::size_t k = 1; k < q.size(); ++k) slope_[k - 1] = T(static_cast<int>(k)) * q[k];
    GuardSeries<T> series{slope_, length};
    while (series.zeros + 1 < static_cast<int>(slope_.size()) && slope_[static_cast<std::size_t>(series.zeros)] == T(0))
      ++series.zeros;
    roots_.clear();
    isolator_.all_crossings(series, roots_);
    for (const Root<T>& r : roots_)
      if (r.at > T(0) && r.at < length) visit(r.at, horner(q, r.at));
  }

 private:
  static bool is_monotone(std::span<const T> q, const T& length) {
    return abs(q[1]) > length * absolute_slope_sum(q, length, 2) * T(1.001);
  }

  RootIsolator<T> isolator_;
  std::vector<T> slope_;
  std::vector<Root<T>> roots_;
};

}  // namespace saltus
