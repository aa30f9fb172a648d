#pragma once
// Magnitudes as binary logarithms: step sizes and bounds are compared in exponents, where nothing overflows.

#include <cmath>

#include "number/number.hpp"

namespace saltus {

/// log2|x| for x != 0, as a double, whatever the exponent range of T is.
inline double log2_abs(double x) { return std::log2(std::fabs(x)); }

template <class T>
[[nodiscard]] double log2_abs(const T& x) {
  constexpr double log2_e = 1.44269504088896340736;
  return to_double(log(abs(x))) * log2_e;
}

/// 2^x in T.
inline double exp2_of(double x, const double&) { return std::exp2(x); }

template <class T>
[[nodiscard]] T exp2_of(double x, const T&) {
  constexpr double ln_2 = 0.693147180559945309417;
  return exp(T(x * ln_2));
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
