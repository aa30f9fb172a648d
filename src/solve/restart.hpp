#pragma once
// The restart rule: on which side of its surface a guard is just after an event.
//
//   for k = 0, 1, ..., n:
//     bound_k = r_k + sum over j > k of binomial(j, k) |q_j| delta^(j-k)
//     if |q_k| > bound_k: the guard has the sign of q_k, and q_0 .. q_(k-1) are taken as zero
//   none: the guard is identically zero
//
// r_k bounds the rounding of coefficient k, delta is the uncertainty of the event time: a coefficient that moving the event
// by delta could produce says nothing. All bounds are relative to the coefficients of the guard and the terms it is made
// of; there is no absolute floor, so gaps of 1e-300 are treated like gaps of 1.

#include <concepts>
#include <span>

#include "number/number.hpp"
#include "solve/magnitude.hpp"

namespace saltus {

/// sign: of the guard just after the point (-1, 1), or 0 if it is identically zero.
/// index: number of leading coefficients that are to be treated as zero (n + 1 if sign is 0).
struct LeadingSign {
  int sign = 0;
  int index = 0;

  friend bool operator==(const LeadingSign&, const LeadingSign&) = default;
};

/// A function that left zero like `start` leads to the other side like `sign`, by an even coefficient: it did so before as well.
[[nodiscard]] inline bool is_top_of_hop(const LeadingSign& start, const LeadingSign& sign) {
  return start.index > 0 && start.sign != 0 && sign.sign == -start.sign && sign.index >= 2 && sign.index % 2 == 0;
}

/// How much coefficient k can change when the point moves by delta: sum over j > k of binomial(j, k) |q_j| delta^(j-k).
template <class T>
[[nodiscard]] T shift_bound(std::span<const T> q, std::size_t k, const T& delta) {
  T bound(0);
  if (!(delta > T(0))) return bound;
  T factor(1);
  for (std::size_t j = k + 1; j < q.size(); ++j) {
    factor = factor * delta * T(static_cast<int>(j)) / T(static_cast<int>(j - k));
    bound = bound + factor * abs(q[j]);
  }
  return bound;
}

/// At least shift_bound, without divisions: binomial(j, k) <= 2^j.
template <class T>
[[nodiscard]] T rough_shift_bound(std::span<const T> q, std::size_t k, const T& delta) {
  const T twice = delta + delta;
  T bound(0);
  for (std::size_t j = q.size() - 1; j > k; --j) bound = (bound + abs(q[j])) * twice;
  for (std::size_t i = 0; i < k; ++i) bound = bound + bound;
  return bound;
}

/// `rounding(k)` bounds the rounding of coefficient k of q; delta >= 0.
template <class T, class Rounding>
  requires std::invocable<Rounding, std::size_t>
[[nodiscard]] LeadingSign leading_sign(std::span<const T> q, const Rounding& rounding, const T& delta) {
  const std::size_t n = q.size();
  for (std::size_t k = 0; k < n; ++k) {
    if (q[k] == T(0)) continue;
    const T size = abs(q[k]), own = rounding(k);
    if (!(size > own)) continue;
    if (size > own + rough_shift_bound(q, k, delta) || size > own + shift_bound(q, k, delta))
      return {sign_of(q[k]), static_cast<int>(k)};
  }
  return {0, static_cast<int>(n)};
}

/// `rounding` has a bound for each coefficient of q.
template <class T>
[[nodiscard]] LeadingSign leading_sign(std::span<const T> q, std::span<const T> rounding, const T& delta) {
  return leading_sign(q, [rounding](std::size_t k) { return rounding[k]; }, delta);
}

/// Rounding bounds for all coefficients from the size of the terms the guard is the sum of (`scale`: for x^2 + y^2 - l^2
/// about l^2): terms of size `scale` that vary on the time scale tau have coefficients of size scale/tau^k and errors of
/// `relative` times that; tau = min over j of (scale/|q_j|)^(1/j). At least relative*|q_k|. `least_rate` bounds 1/tau from
/// below where the caller knows how fast the terms vary (they may cancel in all of the leading coefficients). `out` has the
/// size of q. No event of a row of spheres is lost by this if `scale` is the size of the terms and not of the largest guard
/// of the run.
template <class T>
void rounding_bounds(std::span<const T> q, const T& scale, const T& relative, std::span<T> out, const T& least_rate = T(0)) {
  const std::size_t n = q.size();
  if (n == 0) return;
  if (!(scale > T(0))) {
    for (std::size_t k = 0; k < n; ++k) out[k] = relative * abs(q[k]);
    return;
  }
  const double log_scale = log2_abs(scale);
  bool varies = least_rate > T(0);
  double log_rate = varies ? log2_abs(least_rate) : 0;  // log2(1/tau)
  for (std::size_t j = 1; j < n; ++j) {
    if (q[j] == T(0)) continue;
    const double rate = (log2_abs(q[j]) - log_scale) / static_cast<double>(j);
    if (!varies || rate > log_rate) log_rate = rate;
    varies = true;
  }
  out[0] = relative * (abs(q[0]) > scale ? abs(q[0]) : scale);
  const T rate = varies ? exp2_of<T>(log_rate) : T(0);
  T bound = relative * scale;
  for (std::size_t k = 1; k < n; ++k) {
    bound = bound * rate;
    const T own = relative * abs(q[k]);
    out[k] = own > bound ? own : bound;
  }
}

/// The rule with one rounding bound for q_0 and `relative` rounding for the others.
template <class T>
[[nodiscard]] LeadingSign leading_sign(std::span<const T> q, const T& value_rounding, const T& relative, const T& delta) {
  const std::size_t n = q.size();
  for (std::size_t k = 0; k < n; ++k) {
    if (q[k] == T(0)) continue;
    const T rounding = k == 0 ? value_rounding : T(relative * abs(q[k]));
    if (abs(q[k]) > rounding + shift_bound(q, k, delta)) return {sign_of(q[k]), static_cast<int>(k)};
  }
  return {0, static_cast<int>(n)};
}

}  // namespace saltus
