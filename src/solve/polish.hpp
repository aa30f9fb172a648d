#pragma once
// From a bracket to the last bit that makes sense: Chebyshev's method (Newton's with the curvature, of third order) kept inside a bracket,
// and how well a root is determined.
// Sources: a bracket kept around every step as in R. P. Brent, Algorithms for Minimization without Derivatives (1973),
// chapter 4; J. F. Traub, Iterative Methods for the Solution of Equations (1964), section 5.1. A cluster is judged by its first significant Taylor coefficient.

#include <cmath>
#include <span>

#include "number/number.hpp"
#include "solve/magnitude.hpp"
#include "solve/polynomial.hpp"

namespace saltus {

/// The middle of a bracket 0 <= lo < hi by order of magnitude: a root may be 200 orders below hi.
template <class T>
[[nodiscard]] T bracket_middle(const T& lo, const T& hi) {
  if (!(lo > T(0))) return hi * T(1.0 / 1024);
  if (hi > T(4) * lo) return sqrt(lo) * sqrt(hi);
  return lo + (hi - lo) * T(0.5);
}

/// A root, and slope and half the second derivative there, to a few digits.
template <class T>
struct Polished {
  T at;
  T slope;
  T bend;
};

/// A root of g in [lo, hi] where g has the sign `before` left of the root and the opposite sign right of it; `start` lies
/// in [lo, hi]. If the values contradict the signs at an end, the answer is that end to within rounding. At most `most`
/// values are taken.
/// A move m leaves an error of about C m^3; the move before says what C is, so that the last move need not be tried.
template <class T>
[[nodiscard]] Polished<T> polish_root(std::span<const T> g, T lo, T hi, T start, int before, int most) {
  const T u = unit_roundoff<T>();
  T x = start > lo && start < hi ? start : bracket_middle(lo, hi);
  T previous = hi - lo;
  bool follows = false;  // the move before was of the same kind
  for (int i = 0; i < most && hi - lo > T(2) * u * hi; ++i) {
    const LocalShape<T> here = local_shape(g, x);
    const int sign = sign_of(here.value);
    if (sign == 0) return {x, here.slope, here.bend};
    if (sign == before)
      lo = x;
    else
      hi = x;
    const T newton = here.value / here.slope;
    const T curved = newton * here.bend;
    const bool is_near = abs(curved) + abs(curved) < abs(here.slope);
    T next = is_near ? x - (newton + newton * curved / here.slope) : x - newton;
    const bool inside = next >= lo && next <= hi;
    T move = abs(next - x);
    const T ratio = move / previous;
    if (move <= T(2) * u * x || (inside && is_near && follows && T(16) * ratio * ratio * ratio * move <= u * x)) {
      if (!inside) next = x;
      return {next, here.slope + T(2) * here.bend * (next - x), here.bend};
    }
    follows = inside && is_near;
    if (!inside || (i > 2 && move + move > previous)) {
      next = bracket_middle(lo, hi);
      move = hi - lo;
      follows = false;
    }
    previous = move;
    x = next;
  }
  const LocalShape<T> here = local_shape(g, x);
  return {x, here.slope, here.bend};
}

/// How a root of multiplicity about k spreads under an error: half width and k.
template <class T>
struct Spread {
  T width;
  int multiplicity;
};

/// From the Taylor coefficients c about the root: the least (error/|c_k|)^(1/k) over k of the given parity (1 odd, 0 even),
/// k >= 1. Width 0 and multiplicity `parity ? 1 : 2` if the error is 0.
template <class T>
[[nodiscard]] Spread<T> cluster_spread(std::span<const T> c, const T& error, int parity) {
  const int first = parity == 1 ? 1 : 2;
  Spread<T> best{T(0), first};
  if (!(error > T(0))) return best;
  const double log_error = log2_abs(error);
  double least = 0;
  bool found = false;
  for (std::size_t k = static_cast<std::size_t>(first); k < c.size(); k += 2) {
    if (c[k] == T(0)) continue;
    const double width = (log_error - log2_abs(c[k])) / static_cast<double>(k);
    // within a factor of two the higher multiplicity is the better explanation: the estimate is taken near the root, not at
    // it
    if (!found || width < least + 1) {
      least = width;
      best.multiplicity = static_cast<int>(k);
      found = true;
    }
  }
  if (found) best.width = exp2_of<T>(least);
  return best;
}

}  // namespace saltus
