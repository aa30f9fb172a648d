#pragma once
// A polynomial g on [0, H], seen as its quadratic part with all other terms as a disturbance: enough for most guards on most
// stretches. Terms of a Taylor series fall within a step, so what is left out is small also where g turns back.

#include <span>

#include "number/number.hpp"
#include "solve/magnitude.hpp"
#include "solve/polynomial.hpp"

namespace saltus {

template <class T>
struct Glance {
  T size;   ///< sum |g_j| H^j
  T least;  ///< |g| >= least on [0, H], up to rounding of the terms; not positive: nothing is known
};

/// The range of the quadratic part against the sum of the other terms. g has at least three coefficients.
template <class T>
[[nodiscard]] [[gnu::always_inline]] inline Glance<T> glance(std::span<const T> g, const T& h) {
  // As if g began above zero: changing all signs changes no digit.
  const bool below = g[0] < T(0);
  const auto upright = [below](const T& x) { return below ? T(-x) : x; };
  const T first = upright(g[0]);
  const T linear = upright(g[1] * h);
  const T bend = upright(g[2] * h * h);
  const T end = first + linear + bend;
  T rest(0);
  if (g.size() > 3) rest = absolute_sum(g.subspan(3), h) * h * h * h;
  Glance<T> seen{first + abs(linear) + abs(bend) + rest, T(0)};
  if (!(end > T(0))) return seen;
  T least = end < first ? end : first;
  // The vertex lies inside, and the parabola opens away from zero.
  if (bend > T(0) && linear < T(0) && -linear < T(2) * bend) {
    const T vertex = first - linear * (linear / (T(4) * bend));
    if (!(vertex > T(0))) return seen;
    if (vertex < least) least = vertex;
  }
  seen.least = least - rest;
  return seen;
}

/// Is g strictly monotone on (0, H], though g' H may be off by `error`, which vanishes at 0? g has at least three coefficients.
/// What begins at rest (g_1 = 0) is, if g'(s)/s keeps its sign.
template <class T>
[[nodiscard]] bool is_monotone(std::span<const T> g, const T& h, const T& error) {
  const T begin = g[1] * h;
  const T end = begin + T(2) * (g[2] * h * h);
  const bool from_rest = begin == T(0);
  if (!from_rest && sign_of(begin) != sign_of(end)) return false;
  const T least = !from_rest && abs(begin) < abs(end) ? abs(begin) : abs(end);
  T rest = error;
  if (g.size() > 3) rest = rest + absolute_slope_sum(g, h, 3) * h * h * h * T(1.001);  // and its rounding
  return least > rest;
}

/// Does |g| bend towards zero on all of [0, H], so that it has no minimum inside? `sign`: of g. g has at least three coefficients.
template <class T>
[[nodiscard]] bool bends_to_zero(std::span<const T> g, const T& h, int sign) {
  if (sign_of(g[2]) != -sign) return false;
  if (g.size() == 3) return true;
  const T most = T(static_cast<int>(g.size()) - 2) * h;  // j (j - 1) |g_j| H^(j-2) is at most (n - 1) j |g_j| H^(j-2)
  return T(2) * abs(g[2]) > most * absolute_slope_sum(g, h, 3) * T(1.001);
}

}  // namespace saltus
