#pragma once
// Sums of products of coefficients: the inner loop of everything.
//
// A sum is bound by the latency of its additions and by waiting for the coefficients computed last, which are its first and its
// last term. So terms are added from the middle outwards into four partial sums, and the two end terms come last of all, outside
// the partial sums. The sequence of additions depends on the number of terms only: all builds, a constant order, an order known at run
// time, and lanes give the same bits.
//
// An order is either an int or a std::integral_constant<int, K>; with the latter all loops are unrolled.

#include <concepts>
#include <type_traits>
#include <utility>

namespace saltus::series {

template <class Order>
inline constexpr bool is_constant_order = !std::same_as<Order, int>;

/// True for number types where every operation is a function call: one accumulator, fed by multiply_add, is best then.
/// Terms must have add_to(sum, j) for such a type.
template <class T>
inline constexpr bool accumulates_in_place = false;

/// Terms of sum a[j] b[k-j].
template <class T>
struct Product {
  using Number = T;
  const T* a;
  const T* b;
  int k;
  [[gnu::always_inline]] T operator()(int j) const { return a[j] * b[k - j]; }
  void add_to(T& sum, int j) const { multiply_add(sum, a[j], b[k - j]); }
};

/// Terms of sum j a[j] b[k-j]: the Cauchy product with a derivative.
template <class T>
struct WeightedProduct {
  using Number = T;
  const T* a;
  const T* b;
  int k;
  [[gnu::always_inline]] T operator()(int j) const { return (T(static_cast<double>(j)) * a[j]) * b[k - j]; }
};

namespace detail {

template <int Low, int High, class Term>
[[gnu::always_inline]] inline auto inner_sum(const Term& term) {
  using T = typename Term::Number;
  constexpr int n = High - Low + 1, pairs = n / 2;
  if constexpr (pairs == 0) {
    return term(Low);
  } else {
    T s0{}, s1{}, s2{}, s3{};
    const auto pair = [&]<int I>(std::integral_constant<int, I>) __attribute__((always_inline)) {
      constexpr int low = Low + pairs - 1 - I, high = High - pairs + 1 + I;
      if constexpr (I == 0) {
        s0 = term(low);
        s1 = term(high);
      } else if constexpr (I == 1) {
        s2 = term(low);
        s3 = term(high);
      } else if constexpr (I % 2 == 0) {
        s0 = s0 + term(low);
        s1 = s1 + term(high);
      } else {
        s2 = s2 + term(low);
        s3 = s3 + term(high);
      }
    };
    [&]<int... I>(std::integer_sequence<int, I...>) __attribute__((always_inline)) {
      (pair(std::integral_constant<int, I>{}), ...);
    }(std::make_integer_sequence<int, pairs>{});
    T sum = s0 + s1;
    if constexpr (pairs > 1) sum = sum + (s2 + s3);
    if constexpr (n % 2 == 1) sum = term(Low + pairs) + sum;
    return sum;
  }
}

template <class Term>
inline auto inner_sum(int low, int high, const Term& term) {
  using T = typename Term::Number;
  const int n = high - low + 1, pairs = n / 2;
  if (pairs == 0) return term(low);
  int l = low + pairs - 1, h = high - pairs + 1;
  T s0 = term(l--), s1 = term(h++);
  if (pairs > 1) {
    T s2 = term(l--), s3 = term(h++);
    int i = 2;
    for (; i + 1 < pairs; i += 2, l -= 2, h += 2) {
      s0 = s0 + term(l);
      s1 = s1 + term(h);
      s2 = s2 + term(l - 1);
      s3 = s3 + term(h + 1);
    }
    if (i < pairs) {
      s0 = s0 + term(l);
      s1 = s1 + term(h);
    }
    s0 = (s0 + s1) + (s2 + s3);
  } else {
    s0 = s0 + s1;
  }
  return n % 2 == 1 ? term(low + pairs) + s0 : s0;
}

}  // namespace detail

/// Sum of term(Low..High), 0 if empty.
template <int Low, int High, class Term>
[[gnu::always_inline]] inline typename Term::Number constant_sum(const Term& term) {
  using T = typename Term::Number;
  if constexpr (High < Low)
    return T(0.0);
  else if constexpr (High == Low)
    return term(Low);
  else if constexpr (High == Low + 1)
    return term(High) + term(Low);
  else
    return (detail::inner_sum<Low + 1, High - 1>(term) + term(High)) + term(Low);
}

/// Sum of term(low..high), 0 if empty.
template <class Term>
inline typename Term::Number runtime_sum(int low, int high, Term term) {
  using T = typename Term::Number;
  if constexpr (accumulates_in_place<T>) {
    T sum(0.0);
    for (int j = low; j <= high; ++j) term.add_to(sum, j);
    return sum;
  } else {
    if (high < low) return T(0.0);
    if (high == low) return term(low);
    if (high == low + 1) return term(high) + term(low);
    return (detail::inner_sum(low + 1, high - 1, term) + term(high)) + term(low);
  }
}

/// Sum of term(Low..k - Back).
template <int Low, int Back, class Order, class Term>
[[gnu::always_inline]] inline typename Term::Number sum(Order k, const Term& term) {
  if constexpr (is_constant_order<Order>)
    return constant_sum<Low, Order::value - Back>(term);
  else
    return runtime_sum(Low, k - Back, term);
}

/// False for numbers whose sums have a way of their own.
template <class T>
inline constexpr bool scales_ends = !accumulates_in_place<T>;

/// What a sum of rate[j] y[k-1-j] over j = 0..k-1 is with its two ends, scaled by `inverse`. The ends wait for the order before, the rest does not:
/// what is scaled is the sum of the rest, and of each end the factor that is known already, so that the next order waits for a product less.
template <class T>
[[gnu::always_inline]] inline T with_scaled_ends(const T& rest, const T& first_rate, const T& last_rate, const T& first_y,
                                                 const T& last_y, const T& inverse) {
  return (rest * inverse + last_rate * (first_y * inverse)) + (first_rate * inverse) * last_y;
}

/// Sum of term(1..k-2): that rest. k > 2.
template <class Order, class Term>
[[gnu::always_inline]] inline typename Term::Number sum_between_ends(Order k, const Term& term) {
  if constexpr (is_constant_order<Order>)
    return detail::inner_sum<1, (Order::value > 2 ? Order::value - 2 : 1)>(term);
  else
    return detail::inner_sum(1, k - 2, term);
}

/// Sum of the terms a[j] b[k-1-j], j = 0..k-1, times `inverse`, for numbers that scale ends.
template <class Order, class Term>
[[gnu::always_inline]] inline typename Term::Number scaled_sum(Order k, const Term& term,
                                                               const typename Term::Number& inverse) {
  if constexpr (is_constant_order<Order>) {
    if constexpr (Order::value < 3) return sum<0, 1>(k, term) * inverse;
  } else {
    if (k < 3) return sum<0, 1>(k, term) * inverse;
  }
  return with_scaled_ends(sum_between_ends(k, term), term.a[0], term.a[k - 1], term.b[0], term.b[k - 1], inverse);
}

/// Sum of a[j] a[k-j], j = Low..k-Low, using the symmetry.
template <int Low, class T, class Order>
[[gnu::always_inline]] inline T symmetric_sum(const T* a, Order k) {
  const Product<T> term{a, a, k};
  T half;
  if constexpr (is_constant_order<Order>)
    half = constant_sum<Low, (Order::value + 1) / 2 - 1>(term);
  else
    half = runtime_sum(Low, (k + 1) / 2 - 1, term);
  half = half + half;
  if (k % 2 == 0 && k / 2 >= Low) half = half + a[k / 2] * a[k / 2];
  return half;
}

}  // namespace saltus::series

#include "tape/series_mpfr.hpp"  // IWYU pragma: keep (its specialisations must be known wherever these templates are used)
