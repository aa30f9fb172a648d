#pragma once
// Powers with exponents 0, 1, 2, ...: products of truncated series by repeated squaring.

#include <cmath>
#include <cstdint>
#include <optional>

#include "number/dual.hpp"
#include "number/lanes.hpp"
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

template <class T>
bool varies(const T&) {
  return false;
}
template <class T>
bool varies(const Dual<T>& x) {
  return x.d() != T(0.0);
}

/// The exponent as 0, 1, 2, ..., or nothing. An exponent that carries a derivative, or digits beyond a double, is no whole number.
template <class T>
std::optional<std::uint32_t> whole_exponent(const T& p) {
  const double x = to_double(value(p));
  if (!(x >= 0 && x <= max_whole_power && x == std::floor(x))) return std::nullopt;
  if (varies(p) || p != T(x)) return std::nullopt;
  return static_cast<std::uint32_t>(x);
}

/// power(n) where the exponent p is a whole number n, else `otherwise`.
template <class T, class Power>
T with_whole_powers(const T& otherwise, const T& p, const Power& power) {
  const auto n = whole_exponent(p);
  return n ? power(*n) : otherwise;
}

/// Lanes: each exponent that occurs is computed once, for all lanes.
template <int N, class Power>
Lanes<double, N> with_whole_powers(const Lanes<double, N>& otherwise, const Lanes<double, N>& p, const Power& power) {
  Lanes<double, N> result = otherwise;
  for (int i = 0; i < N; ++i) {
    bool seen = false;
    for (int j = 0; j < i; ++j) seen = seen || p[j] == p[i];
    const auto n = seen ? std::nullopt : whole_exponent(p[i]);
    if (n) result = select(p == Lanes<double, N>(p[i]), power(*n), result);
  }
  return result;
}

}  // namespace saltus::series
