#pragma once
// What tools do that look at the signs at the ends of a step only (`--locate signs`): pairs of crossings inside a step are
// lost.

#include "solve/polish.hpp"
#include "solve/root.hpp"

namespace saltus {

/// Compares the sign just after 0 with that at `length`; if they differ, a root between them is located in the polynomial.
/// A zero at `length` is a root there. Never unsure.
template <class T>
[[nodiscard]] Search<T> sign_scan(const GuardSeries<T>& h) {
  const auto m = static_cast<std::size_t>(h.zeros);
  if (m >= h.q.size()) return {};
  const std::span<const T> g = h.q.subspan(m);
  const int before = sign_of(g[0]);
  const T end = horner(g, h.length);
  if (before == 0 || sign_of(end) == before) return {};
  const T start = h.length * (g[0] / (g[0] - end));
  const T at = sign_of(end) == 0 ? h.length : polish_root(g, T(0), h.length, start, before, 40 + 4 * significand_bits<T>()).at;
  const T slope = abs(derivative_value(g, at));
  const T error = (h.relative + T(static_cast<int>(g.size())) * unit_roundoff<T>()) * absolute_sum(g, at) + h.noise;
  const T width = slope > T(0) ? T(error / slope) : h.length;
  return {Outcome::crossing, {at, width, -before, 1}};
}

}  // namespace saltus
