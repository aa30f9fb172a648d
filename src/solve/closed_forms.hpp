#pragma once
// Positive roots of linear and quadratic guards in closed form, to a few units in the last place.
// Source: the discriminant with one rounding after W. Kahan, On the cost of floating-point computation without extra-precise
// arithmetic (2004); the two roots without cancellation as usual (Higham, section 1.8).

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>

#include "number/number.hpp"
#include "solve/deflated_guard.hpp"
#include "solve/magnitude.hpp"
#include "solve/refinement.hpp"

namespace saltus {

/// b^2 - 4 a c, nearly correctly rounded.
template <class T>
[[nodiscard]] T discriminant(const T& a, const T& b, const T& c) {
  const T a4 = T(4) * a;
  const T product = a4 * c;
  const T product_error = fma(-a4, c, product);
  return fma(b, b, -product) + product_error;
}

/// c0 + c1 s + c2 s^2 with c0, c2 != 0, brought to a range where squares neither overflow nor vanish: coefficients times
/// powers of two, time in units of 2^time_exponent.
template <class T>
struct ScaledQuadratic {
  T c0, c1, c2;
  int time_exponent = 0;
  int value_exponent = 0;  ///< true values are 2^value_exponent times these

  [[nodiscard]] T time(const T& s) const {
    if constexpr (std::is_same_v<T, double>)
      return time_exponent == 0 ? s : std::ldexp(s, time_exponent);
    else
      return s;
  }
  [[nodiscard]] T scale_value(const T& v) const {
    if constexpr (std::is_same_v<T, double>)
      return value_exponent == 0 ? v : std::ldexp(v, -value_exponent);
    else
      return v;
  }
};

template <class T>
[[nodiscard]] ScaledQuadratic<T> scaled_quadratic(const T& c0, const T& c1, const T& c2) {
  ScaledQuadratic<T> r{c0, c1, c2};
  if constexpr (std::is_same_v<T, double>) {
    const auto tame = [](double x) { return x == 0 || (std::fabs(x) > 1e-60 && std::fabs(x) < 1e60); };
    if (tame(c0) && tame(c1) && tame(c2)) return r;
    // the middle between the outer coefficients is the natural unit of time, unless the linear term makes a root earlier
    int unit = (std::ilogb(c0) - std::ilogb(c2)) / 2;
    if (c1 != 0) unit = std::min(unit, std::ilogb(c0) - std::ilogb(c1));
    int top = std::max(std::ilogb(c0), std::ilogb(c2) + 2 * unit);
    if (c1 != 0) top = std::max(top, std::ilogb(c1) + unit);
    r.time_exponent = unit;
    r.value_exponent = top;
    r.c0 = std::ldexp(c0, -top);
    r.c1 = std::ldexp(c1, unit - top);
    r.c2 = std::ldexp(c2, 2 * unit - top);
  }
  return r;
}

/// Up to two positive roots of c0 + c1 s + c2 s^2 (c0, c2 != 0) with a given discriminant >= 0, in ascending order.
template <class T>
struct PositiveRoots {
  int count = 0;
  T first{};
  T second{};
};

template <class T>
[[nodiscard]] PositiveRoots<T> positive_roots(const T& c0, const T& c1, const T& c2, const T& disc) {
  const T root = sqrt(disc);
  const T w = T(-0.5) * (c1 < T(0) ? c1 - root : c1 + root);
  if (w == T(0)) return {};
  T r1 = w / c2;
  T r2 = c0 / w;
  if (r2 < r1) std::swap(r1, r2);
  if (r1 > T(0)) return {2, r1, r2};
  if (r2 > T(0)) return {1, r2, T(0)};
  return {};
}

/// Crossings of a guard of degree 1 in closed form.
template <class T>
Outcome linear_crossing(const DeflatedGuard<T>& p, const RootRefiner<T>& refiner, RootSink<T>& sink) {
  const T at = -p.g[0] / p.g[1];
  if (!p.contains(at)) return Outcome::none;
  sink.add(
      refiner.on_full_series(p, {p.clamped(at), p.error_at(at) / abs(p.g[1]) + T(2) * unit_roundoff<T>() * at, -p.sign, 1}));
  return Outcome::crossing;
}

/// false if the search is over.
template <class T>
bool add_quadratic_root(const DeflatedGuard<T>& p, const ScaledQuadratic<T>& c, const T& root, const T& slope, int direction,
                        const RootRefiner<T>& refiner, RootSink<T>& sink) {
  const T at = c.time(root);
  if (!p.contains(at)) return true;
  const T width = c.time(c.scale_value(p.error_at(at)) / slope) + T(2) * unit_roundoff<T>() * at;
  return sink.add(refiner.on_full_series(p, {p.clamped(at), width, direction, 1}));
}

/// Crossings and touches of a guard of degree 2 in closed form.
template <class T>
Outcome quadratic_crossings(const DeflatedGuard<T>& p, const RootRefiner<T>& refiner, RootSink<T>& sink) {
  const auto c = scaled_quadratic(p.g[0], p.g[1], p.g[2]);
  const bool opens_away = sign_of(c.c2) == p.sign;
  if (opens_away && sign_of(c.c1) != -p.sign) return Outcome::none;
  const T disc = discriminant(c.c2, c.c1, c.c0);
  if (opens_away) {
    const T product = T(4) * abs(c.c0 * c.c2);
    T doubt = T(4) * p.relative * (c.c1 * c.c1 + product);
    if (p.zeros == 0 && p.noise > T(0)) doubt = doubt + product * (p.noise / abs(p.g[0]));
    const T at = c.time(-c.c1 / (c.c2 + c.c2));
    if (p.tail > T(0) && p.contains(at)) {
      const T hidden = product * (p.tail * integer_power(T(at / p.length), p.tail_power) / abs(p.g[0]));
      if (hidden > doubt && abs(disc) <= hidden) return Outcome::unsure;
    }
    if (disc < -doubt) return Outcome::none;
    if (disc <= doubt) {
      if (p.contains(at)) sink.touch(p.clamped(at), p.distance(at));
      return Outcome::none;
    }
  }
  const auto roots = positive_roots(c.c0, c.c1, c.c2, disc);
  const T slope = sqrt(disc);
  if (roots.count > 0 && !add_quadratic_root(p, c, roots.first, slope, -p.sign, refiner, sink)) return Outcome::crossing;
  if (roots.count > 1) add_quadratic_root(p, c, roots.second, slope, p.sign, refiner, sink);
  return sink.outcome();
}

}  // namespace saltus
