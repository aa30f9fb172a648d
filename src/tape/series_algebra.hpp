#pragma once
// Coefficient k of products, quotients, roots and powers of series, from the coefficients 0..k of the arguments and 0..k-1 of the result.

#include <array>

#include "number/number.hpp"
#include "tape/series_power.hpp"
#include "tape/series_sum.hpp"

namespace saltus::series {

/// x / n, by the reciprocal where a division would be slow: recurrences wait for it in every order.
template <class T>
[[gnu::always_inline]] inline T over(const T& x, int n) {
  if constexpr (accumulates_in_place<T>)
    return x / T(n);
  else
    return x * T(1.0 / n);
}

inline constexpr auto reciprocals = [] {
  std::array<double, 64> table{};
  for (std::size_t n = 1; n < table.size(); ++n) table[n] = 1.0 / static_cast<double>(n);
  return table;
}();

/// The same where n is not a constant: without dividing for the usual orders.
template <class T>
[[gnu::always_inline]] inline T over_known(const T& x, int n) {
  if constexpr (accumulates_in_place<T>)
    return over(x, n);
  else
    return n < static_cast<int>(reciprocals.size()) ? x * T(reciprocals[static_cast<std::size_t>(n)]) : over(x, n);
}

template <class T, class Order>
[[gnu::always_inline]] inline void mul(const T* a, const T* b, T* out, Order k) {
  out[k] = sum<0, 0>(k, Product<T>{b, a, k});
}

template <class T, class Order>
[[gnu::always_inline]] inline void square(const T* a, T* out, Order k) {
  out[k] = symmetric_sum<0>(a, k);
}

/// b out = a
template <class T, class Order>
[[gnu::always_inline]] inline void div(const T* a, const T* b, T* out, Order k) {
  if (k == 0)
    out[0] = a[0] / b[0];
  else
    out[k] = (a[k] - sum<1, 0>(k, Product<T>{b, out, k})) / b[0];
}

/// num/den, and 0 where both are zero.
template <class T>
[[gnu::always_inline]] inline T quotient(const T& num, const T& den) {
  const T ratio = num / den;
  if (any(den == T(0.0))) return select(den == T(0.0), select(num == T(0.0), T(0.0), ratio), ratio);
  return ratio;
}

/// out^2 = a. At a[0] = 0 coefficients are infinite or NaN, as the function has no series there, unless all of a is zero.
template <class T, class Order>
[[gnu::always_inline]] inline void sqrt(const T* a, T* out, Order k) {
  using saltus::sqrt, std::sqrt;
  if (k == 0)
    out[0] = sqrt(a[0]);
  else
    out[k] = quotient(T(a[k] - symmetric_sum<1>(out, k)), T(out[0] + out[0]));
}

/// Terms of k a[0] out[k] = sum_{j<k} (p (k-j) - j) a[k-j] out[j], from a out' = p a' out.
template <class T>
struct PowerTerm {
  using Number = T;
  const T* a;
  const T* out;
  const T& p;
  int k;
  [[gnu::always_inline]] T operator()(int j) const {
    return ((p * T(static_cast<double>(k - j)) - T(static_cast<double>(j))) * a[k - j]) * out[j];
  }
  void add_to(T& sum, int j) const { sum = sum + (*this)(j); }
};

/// 0 where a is zero and all of its series, and its power is; elsewhere as given.
template <class T>
T at_zero(const T& otherwise, const T* a, const T& power, int k) {
  using saltus::abs, std::abs;
  T size = abs(power);
  for (int j = 0; j <= k; ++j) size = size + abs(a[j]);
  return select(size == T(0.0), T(0.0), otherwise);
}

/// out = a^p, p constant in time.
///   p = 0, 1, 2, ..., 2^20:  products of series, good for every a (the recurrence would divide by a[0], which loses all digits
///                            when a passes through zero within the step);
///   other integers:          a[0] != 0;
///   else:                    a[0] > 0, or p > 0 and all of a is zero. NaN outside.
/// `work` has room for 2 (k+1) numbers.
template <class T, class Order>
inline void pow(const T* a, const T& p, T* out, Order k, T* work) {
  using saltus::pow, std::pow;
  if (k == 0) {
    out[0] = pow(a[0], p);
  } else {
    T recurrence = over(sum<0, 1>(k, PowerTerm<T>{a, out, p, k}), k) / a[0];
    if (any(a[0] == T(0.0))) recurrence = at_zero(recurrence, a, out[0], k);
    out[k] = with_whole_powers(recurrence, p, [&](std::uint32_t n) { return whole_power(a, n, k, work); });
  }
}

}  // namespace saltus::series

#include "tape/series_double_double.hpp"  // IWYU pragma: keep (as series_mpfr.hpp in series_sum.hpp)
