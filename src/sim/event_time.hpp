#pragma once
// How the time of an event depends on what a run is differentiated for.
//
// At the event the guard is zero, h(t(p), p) = 0, so dt/dp = -(dh/dp)/(dh/dt). Everything else follows from arithmetic on dual numbers:
// states are moved to a time that has a derivative, so that resets and changes of modes act as the saltation rule says.
// Source: R. I. Leine, H. Nijmeijer, Dynamics and Bifurcations of Non-Smooth Mechanical Systems, Springer 2004, section 7.1 (saltation matrix).

#include <cmath>
#include <limits>
#include <span>

#include "number/dual.hpp"
#include "solve/polynomial.hpp"
#include "solve/root.hpp"

namespace saltus {

/// Why the time of an event has no derivative.
enum class Unsmooth : std::uint8_t {
  no,
  grazing,       ///< the guard does not cross with a speed of its own
  simultaneous,  ///< several guards meet here, at times that depend on the parameter differently
};

/// The root of the guard with series q, with its derivative; NaN where the guard only grazes zero.
template <class T>
[[nodiscard]] Dual<T> differentiated(std::span<const Dual<T>> q, const Root<Dual<T>>& root) {
  const T at = root.at.v();
  if (root.multiplicity > 1) return {at, T(std::numeric_limits<double>::quiet_NaN())};
  if (at == T(0)) return {at, T(0)};  // it was crossed in the instant before, whose time it shares
  const Dual<T> h = horner(q, Dual<T>(at));
  T slope(0);
  for (std::size_t k = q.size() - 1; k > 0; --k) slope = slope * at + T(static_cast<int>(k)) * q[k].v();
  return {at, T(-h.d() / slope)};
}

/// What rounding may make of the derivative of that root: where its terms cancel they say nothing.
template <class T>
[[nodiscard]] double derivative_noise(std::span<const Dual<T>> q, const Root<Dual<T>>& root) {
  const T at = abs(root.at.v());
  T size(0), slope(0);
  for (std::size_t k = q.size(); k-- > 0;) {
    size = size * at + abs(q[k].d());
    if (k > 0) slope = slope * root.at.v() + T(static_cast<int>(k)) * q[k].v();
  }
  return 1e4 * to_double(T(unit_roundoff<T>() * size / abs(slope)));
}

/// Do two derivatives agree, but for rounding?
template <class T>
[[nodiscard]] bool agree(const T& a, const T& b, double noise) {
  const T apart = abs(T(a - b));
  return apart <= T(1e-7) * (abs(a) + abs(b)) || apart <= T(noise) || a == b;
}

}  // namespace saltus
