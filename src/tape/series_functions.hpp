#pragma once
// Coefficient k of the elementary functions of a series, each from its differential equation; `work` slots (u) hold the series in the
// equation that is not the result. Source: the classical recurrences, e.g. Griewank and Walther, Evaluating Derivatives, section 13.2.

#include "number/lanes.hpp"
#include "tape/pair.hpp"
#include "tape/series_algebra.hpp"
#include "tape/series_sum.hpp"

namespace saltus::series {

/// y' = b a', order k > 0.
template <class T, class Order>
[[gnu::always_inline]] inline T chain(const T* a, const T* b, Order k) {
  return over(sum<1, 0>(k, WeightedProduct<T>{a, b, k}), k);
}

/// y' = b rate with rate = a' given, order k > 0.
template <class T, class Order>
[[gnu::always_inline]] inline T chain_of_rate(const T* rate, const T* b, Order k) {
  return over(sum<0, 1>(k, Product<T>{rate, b, k - 1}), k);
}

/// y with u y' = a', order k > 0.
template <class T, class Order>
[[gnu::always_inline]] inline T chain_over(const T& a_k, const T* u, const T* y, Order k) {
  return (a_k - over(sum<1, 1>(k, WeightedProduct<T>{y, u, k}), k)) / u[0];
}

/// Where exp, sinh and cosh are infinite they count as constant: 1/(1 + exp(a)) is then zero, and its series too, not 0 infinity.
template <class T, class Order>
[[gnu::always_inline]] inline void exp(const T* a, T* out, Order k) {
  using saltus::exp, std::exp;
  if (k == 0)
    out[0] = exp(a[0]);
  else
    out[k] = select(is_finite(out[0]), chain(a, out, k), T(0));
}

/// With rate = a'.
template <class T, class Order>
[[gnu::always_inline]] inline void exp(const T* a, const T* rate, T* out, Order k) {
  using saltus::exp, std::exp;
  if (k == 0)
    out[0] = exp(a[0]);
  else
    out[k] = select(is_finite(out[0]), chain_of_rate(rate, out, k), T(0));
}

template <class T, class Order>
[[gnu::always_inline]] inline void log(const T* a, T* out, Order k) {
  using saltus::log, std::log;
  if (k == 0)
    out[0] = log(a[0]);
  else
    out[k] = chain_over(a[k], a, out, k);
}

/// u = a log(10), u out' = a'
template <class T, class Order>
[[gnu::always_inline]] inline void log10(const T* a, T* out, T* u, Order k) {
  using saltus::log, std::log, saltus::log10, std::log10;
  u[k] = a[k] * log(T(10.0));
  if (k == 0)
    out[0] = log10(a[0]);
  else
    out[k] = chain_over(a[k], u, out, k);
}

/// Sine and cosine of one number.
template <class T>
[[gnu::always_inline]] inline void sine_and_cosine(const T& x, T& s, T& c) {
  using saltus::cos, saltus::sin, std::cos, std::sin;
  s = sin(x);
  c = cos(x);
}
[[gnu::always_inline]] inline void sine_and_cosine(double x, double& s, double& c) {
  const SineCosine<double> both = sine_cosine(x);
  s = both.sine;
  c = both.cosine;
}
/// Lanes.
template <class T>
  requires requires { typename T::Truth; }
[[gnu::always_inline]] inline void sine_and_cosine(const T& x, T& s, T& c) {
  const SineCosine<T> both = sine_cosine(x);
  s = both.sine;
  c = both.cosine;
}

template <class T, class Order>
[[gnu::always_inline]] inline void sincos(const T* a, T* s, T* c, Order k) {
  if (k == 0) {
    sine_and_cosine(a[0], s[0], c[0]);
  } else {
    const T s_k = chain(a, c, k), c_k = -chain(a, s, k);  // no store between the sums: they share j a[j]
    s[k] = s_k;
    c[k] = c_k;
  }
}

/// With rate = a'. `pairs` is room for cosine and sine side by side; only constant orders use it, others read s and c.
template <class T, class Order>
[[gnu::always_inline]] inline void sincos(const T* a, const T* rate, T* s, T* c, T* pairs, Order k) {
  if constexpr (is_constant_order<Order> && pairs_of<T>) {
    if constexpr (Order::value > 0) {
      const Pair next = next_pair<Order::value>(rate, as_pairs(pairs));
      as_pairs(pairs)[k] = next;
      s[k] = next[1];
      c[k] = next[0];
      return;
    }
  }
  if (k == 0) {
    sine_and_cosine(a[0], s[0], c[0]);
  } else if constexpr (scales_ends<T>) {
    const T inverse(1.0 / k);
    const T s_k = scaled_sum(k, Product<T>{rate, c, k - 1}, inverse), c_k = scaled_sum(k, Product<T>{rate, s, k - 1}, -inverse);
    s[k] = s_k;
    c[k] = c_k;
  } else {
    const T s_k = chain_of_rate(rate, c, k), c_k = -chain_of_rate(rate, s, k);
    s[k] = s_k;
    c[k] = c_k;
  }
  if constexpr (pairs_of<T>) as_pairs(pairs)[k] = Pair{c[k], s[k]};
}

template <class T, class Order>
[[gnu::always_inline]] inline void sinhcosh(const T* a, T* s, T* c, Order k) {
  using saltus::cosh, saltus::sinh, std::cosh, std::sinh;
  if (k == 0) {
    s[0] = sinh(a[0]);
    c[0] = cosh(a[0]);
  } else {
    const auto finite = is_finite(c[0]);
    s[k] = select(finite, chain(a, c, k), T(0));
    c[k] = select(finite, chain(a, s, k), T(0));
  }
}

/// u = 1 + out^2, out' = u a'
template <class T, class Order>
[[gnu::always_inline]] inline void tan(const T* a, T* out, T* u, Order k) {
  using saltus::tan, std::tan;
  if (k == 0) {
    out[0] = tan(a[0]);
    u[0] = T(1.0) + out[0] * out[0];
  } else {
    out[k] = chain(a, u, k);
    u[k] = symmetric_sum<0>(out, k);
  }
}

/// u = 1 - out^2, out' = u a'
template <class T, class Order>
[[gnu::always_inline]] inline void tanh(const T* a, T* out, T* u, Order k) {
  using saltus::tanh, std::tanh;
  if (k == 0) {
    out[0] = tanh(a[0]);
    u[0] = (T(1.0) - out[0]) * (T(1.0) + out[0]);
  } else {
    out[k] = chain(a, u, k);
    u[k] = -symmetric_sum<0>(out, k);
  }
}

/// u = sqrt(1 - a^2)
template <class T, class Order>
[[gnu::always_inline]] inline void cosine_of_arc(const T* a, T* u, Order k) {
  using saltus::sqrt, std::sqrt;
  if (k == 0)
    u[0] = sqrt((T(1.0) - a[0]) * (T(1.0) + a[0]));
  else
    u[k] = -(symmetric_sum<0>(a, k) + symmetric_sum<1>(u, k)) / (u[0] + u[0]);
}

/// u out' = a'
template <class T, class Order>
[[gnu::always_inline]] inline void asin(const T* a, T* out, T* u, Order k) {
  using saltus::asin, std::asin;
  cosine_of_arc(a, u, k);
  if (k == 0)
    out[0] = asin(a[0]);
  else
    out[k] = chain_over(a[k], u, out, k);
}

/// u out' = -a'
template <class T, class Order>
[[gnu::always_inline]] inline void acos(const T* a, T* out, T* u, Order k) {
  using saltus::acos, std::acos;
  cosine_of_arc(a, u, k);
  if (k == 0)
    out[0] = acos(a[0]);
  else
    out[k] = chain_over(-a[k], u, out, k);
}

/// u = 1 + a^2, u out' = a'
template <class T, class Order>
[[gnu::always_inline]] inline void atan(const T* a, T* out, T* u, Order k) {
  using saltus::atan, std::atan;
  u[k] = symmetric_sum<0>(a, k);
  if (k == 0) {
    u[0] = T(1.0) + u[0];
    out[0] = atan(a[0]);
  } else {
    out[k] = chain_over(a[k], u, out, k);
  }
}

/// u = y^2 + x^2, u out' = x y' - y x'
template <class T, class Order>
[[gnu::always_inline]] inline void atan2(const T* y, const T* x, T* out, T* u, Order k) {
  using saltus::atan2, std::atan2;
  u[k] = symmetric_sum<0>(y, k) + symmetric_sum<0>(x, k);
  if (k == 0)
    out[0] = atan2(y[0], x[0]);
  else
    out[k] = chain_over(chain(y, x, k) - chain(x, y, k), u, out, k);
}

}  // namespace saltus::series
