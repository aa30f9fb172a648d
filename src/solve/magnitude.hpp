#pragma once
// Magnitudes as binary logarithms: step sizes and bounds are compared in exponents, where nothing overflows.

#include <cmath>

#include "number/mpfr.hpp"
#include "number/number.hpp"

namespace saltus {

/// log2|x| for x != 0, as a double, whatever the exponent range of T is.
inline double log2_abs(double x) { return std::log2(std::fabs(x)); }

inline double log2_abs(const Mpfr& x) {
  if (!is_finite(x)) return std::fabs(to_double(x));
  long exponent = 0;
  const double fraction = mpfr_get_d_2exp(&exponent, x.get(), MPFR_RNDN);
  return static_cast<double>(exponent) + std::log2(std::fabs(fraction));
}

/// 2^x in T, to about the precision of a double.
template <class T>
[[nodiscard]] T exp2_of(double x);

template <>
inline double exp2_of<double>(double x) { return std::exp2(x); }

template <>
inline Mpfr exp2_of<Mpfr>(double x) {
  const double whole = std::floor(x);
  return ldexp(Mpfr(std::exp2(x - whole)), static_cast<long>(whole));
}

/// Number of bits of the significand of T.
template <class T>
[[nodiscard]] int significand_bits() {
  return static_cast<int>(std::lround(-log2_abs(unit_roundoff<T>())));
}

[[nodiscard]] constexpr int sign_of(double x) { return x > 0 ? 1 : (x < 0 ? -1 : 0); }

template <class T>
[[nodiscard]] int sign_of(const T& x) {
  return x > T(0) ? 1 : (x < T(0) ? -1 : 0);
}

}  // namespace saltus
