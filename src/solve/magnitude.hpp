#pragma once
// Magnitudes as binary logarithms: step sizes and bounds are compared in exponents, where nothing overflows.

#include <bit>
#include <cmath>
#include <cstdint>

#include "number/dual.hpp"
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

/// log2|x| to about 0.005, in a few operations that do not wait long for each other: a step of order 17 chosen with it is off by
/// 0.0002 of its length. x is finite and not zero; numbers below 2^-1022 count as that.
[[gnu::always_inline]] inline double rough_log2(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x) & 0x7fffffffffffffffU;
  const double m = std::bit_cast<double>((bits & 0x000fffffffffffffU) | 0x3ff0000000000000U);
  const int exponent = static_cast<int>(bits >> 52U) - 1023;
  const double f = m - 1;
  return exponent + f * (1.3465553 - 0.3465553 * f);  // of log2(1 + f), exact at both ends
}
inline double rough_log2(const Mpfr& x) { return log2_abs(x); }

template <class T>
double log2_abs(const Dual<T>& x) {
  return log2_abs(x.v());
}
template <class T>
double rough_log2(const Dual<T>& x) {
  return rough_log2(x.v());
}

/// 2^x in T, to about the precision of a double.
template <class T>
[[nodiscard]] T exp2_of(double x);

template <>
inline double exp2_of<double>(double x) {
  return std::exp2(x);
}

template <>
inline Mpfr exp2_of<Mpfr>(double x) {
  const double whole = std::floor(x);
  return ldexp(Mpfr(std::exp2(x - whole)), static_cast<long>(whole));
}

template <>
inline Dual<double> exp2_of<Dual<double>>(double x) {
  return std::exp2(x);
}

/// 2^x to about 0.002.
template <class T>
[[nodiscard]] T rough_exp2(double x) {
  return exp2_of<T>(x);
}

template <>
inline double rough_exp2<double>(double x) {
  if (!(x > -1000 && x < 1000)) return std::exp2(x);
  const int whole = static_cast<int>(x) - (x < 0 ? 1 : 0);  // f is 1 at whole negative numbers, which does no harm
  const double f = x - whole;
  const double fraction = 1 + f * (0.6565 + f * 0.3435);
  const auto exponent = static_cast<std::uint64_t>(whole + 1023);
  return fraction * std::bit_cast<double>(exponent << 52U);
}

template <>
inline Dual<double> rough_exp2<Dual<double>>(double x) {
  return rough_exp2<double>(x);
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
