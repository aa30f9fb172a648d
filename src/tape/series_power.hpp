#pragma once
// Powers with exponents 0, 1, 2, ...: products of truncated series by repeated squaring.

#include <cmath>
#include <cstdint>
#include <optional>

#include "number/number.hpp"
#include "tape/series_sum.hpp"

namespace saltus::series {

inline constexpr double max_whole_power = 1 << 20;

/// Coefficient k of a^n. `work` has room for 2 (k+1) numbers.
template <class T>
T whole_power(const T* a, std::uint32_t n, int k, T* work) {
  T* const base = work;
  T* const power = work + k + 1;
  for (int j = 0; j <= k; ++j) {
    base[j] = a[j];
    power[j] = T(j == 0 ? 1.0 : 0.0);
  }
  // In place from the highest order down: coefficient j needs only coefficients up to j.
  for (; n != 0; n >>= 1) {
    if ((n & 1u) != 0) {
      for (int j = k; j >= 0; --j) power[j] = runtime_sum(0, j, Product<T>{power, base, j});
    }
    if (n > 1) {
      for (int j = k; j >= 0; --j) base[j] = symmetric_sum<0>(base, j);
    }
  }
  return power[k];
}

/// The exponent as 0, 1, 2, ..., or nothing.
template <class T>
std::optional<std::uint32_t> whole_exponent(const T& p) {
  const double x = to_double(value(p));
  if (!(x >= 0 && x <= max_whole_power && x == std::floor(x))) return std::nullopt;
  // An exponent that carries a derivative, or digits beyond a double, is no literal whole number.
  if (!(p - T(x) == T(0.0))) return std::nullopt;
  return static_cast<std::uint32_t>(x);
}

/// `otherwise`, or power(n) where the exponent p is a whole number n.
template <class T, class Power>
T with_whole_powers(const T& otherwise, const T& p, const Power& power) {
  const auto n = whole_exponent(p);
  return n ? power(*n) : otherwise;
}

}  // namespace saltus::series
