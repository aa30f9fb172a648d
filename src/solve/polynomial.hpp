#pragma once
// Values of polynomials in the monomial basis, with bounds of their rounding errors.
//
// Coefficient k of a span belongs to s^k; s >= 0 wherever an absolute sum is formed. Horner's scheme on Taylor coefficients
// needs no scaling: every partial sum lies between quantities that are themselves representable. Source of the error bound:
// N. J. Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., section 5.1.

#include <span>
#include <type_traits>

#include "number/four_sums.hpp"
#include "number/number.hpp"
#include "number/pair.hpp"

namespace saltus {

template <class T>
[[nodiscard]] T horner(std::span<const T> q, const T& s) {
  if (q.empty()) return T(0);
  T r = q[q.size() - 1];
  for (std::size_t j = q.size() - 1; j-- > 0;) r = r * s + q[j];
  return r;
}

/// In less time on machine numbers. s >= 0.
template <class T>
[[nodiscard]] T quick_horner(std::span<const T> q, const T& s) {
  if constexpr (is_machine_number<T>)
    if (q.size() > 5 && s > T(1e-60) && s < T(1e75))
      return sum_by_fours(q.data(), q.size(), s);  // else powers could vanish, or overflow beside zeros
  return horner(q, s);
}
/// The same sums, two side by side.
template <>
[[nodiscard]] inline double quick_horner(std::span<const double> q, const double& s) {
  if (q.size() <= 5 || !(s > 1e-60)) return horner(q, s);  // powers could vanish
  const double square = s * s, fourth = square * square;
  const double* const first = q.data();
  const double* p = first + 1 + (q.size() - 2) / 4 * 4;  // q_1, q_5, q_9, ...: the last group may be incomplete
  const std::size_t left = q.size() - static_cast<std::size_t>(p - first);
  // The last groups have just been written.
  Pair low = {p[0], left > 1 ? p[1] : 0.0}, high = {left > 2 ? p[2] : 0.0, left > 3 ? p[3] : 0.0};
  const Pair power = {fourth, fourth};
  p -= 4;
  low = low * power + Pair{p[0], p[1]};
  high = high * power + Pair{p[2], p[3]};
  while (p != first + 1) {
    p -= 4;
    low = low * power + loose_pair(p);
    high = high * power + loose_pair(p + 2);
  }
  return q[0] + s * ((low[0] + s * low[1]) + square * (high[0] + s * high[1]));
}

/// q without the zeros at its end (one coefficient stays): series of short polynomials are as long as all others, and arithmetic of
/// chosen precision costs the same for zeros.
template <class T>
[[nodiscard]] std::span<const T> without_zero_end(std::span<const T> q) {
  const T zero(0);
  std::size_t n = q.size();
  while (n > 1 && q[n - 1] == zero) --n;
  return q.first(n);
}

/// Value and derivative in one pass.
template <class T>
struct ValueAndSlope {
  T value;
  T slope;
};

template <class T>
[[nodiscard]] ValueAndSlope<T> horner_with_slope(std::span<const T> q, const T& s) {
  if (q.empty()) return {T(0), T(0)};
  T r = q[q.size() - 1];
  T d(0);
  for (std::size_t j = q.size() - 1; j-- > 0;) {
    d = d * s + r;
    r = r * s + q[j];
  }
  return {r, d};
}

/// Value, slope and half the second derivative in one pass.
template <class T>
struct LocalShape {
  T value;
  T slope;
  T bend;
};

template <class T>
[[nodiscard]] LocalShape<T> local_shape(std::span<const T> q, const T& s) {
  if (q.empty()) return {T(0), T(0), T(0)};
  LocalShape<T> r{q[q.size() - 1], T(0), T(0)};
  for (std::size_t j = q.size() - 1; j-- > 0;) {
    r.bend = r.bend * s + r.slope;
    r.slope = r.slope * s + r.value;
    r.value = r.value * s + q[j];
  }
  return r;
}

template <class T>
[[nodiscard]] T derivative_value(std::span<const T> q, const T& s) {
  return horner_with_slope(q, s).slope;
}

/// sum |q_j| s^j, even and odd terms apart: two short chains of operations instead of one long one.
template <class T>
[[nodiscard]] T absolute_sum(std::span<const T> q, const T& s) {
  const T square = s * s;
  T even(0), odd(0);
  std::size_t j = q.size();
  if (j % 2 == 1) even = abs(q[--j]);
  while (j > 0) {
    odd = odd * square + abs(q[j - 1]);
    even = even * square + abs(q[j - 2]);
    j -= 2;
  }
  return even + s * odd;
}

template <>
[[nodiscard]] inline double absolute_sum(std::span<const double> q, const double& s) {
  std::size_t j = q.size();
  Pair sums = {0.0, 0.0};  // even, odd
  if (j % 2 == 1) sums = absolute(Pair{q[--j], 0.0});
  const Pair square = {s * s, s * s};
  for (const double* p = q.data() + j; p != q.data();) {
    p -= 2;
    sums = sums * square + absolute(loose_pair(p));
  }
  return sums[0] + s * sums[1];
}

/// sum over j >= first of j |q_j| s^(j-first), first > 0; with 1 it bounds the slope on [0, s].
template <class T>
[[nodiscard]] T absolute_slope_sum(std::span<const T> q, const T& s, std::size_t first = 1) {
  if (q.size() <= first) return T(0);
  const T square = s * s;
  T even(0), odd(0);
  std::size_t j = q.size();
  const auto term = [q](std::size_t i) { return T(static_cast<int>(i)) * abs(q[i]); };
  if ((j - first) % 2 == 1) even = term(--j);
  while (j > first) {
    odd = odd * square + term(j - 1);
    even = even * square + term(j - 2);
    j -= 2;
  }
  return even + s * odd;
}

template <>
[[nodiscard]] inline double absolute_slope_sum(std::span<const double> q, const double& s, std::size_t first) {
  if (q.size() <= first) return 0;
  std::size_t j = q.size();
  Pair sums = {0.0, 0.0};  // even, odd
  if ((j - first) % 2 == 1) {
    --j;
    sums[0] = static_cast<double>(j) * abs(q[j]);
  }
  const Pair square = {s * s, s * s};
  const double top = static_cast<double>(j);
  Pair factor = {top - 2, top - 1};
  for (const double* p = q.data() + j; p != q.data() + first; factor = factor - Pair{2.0, 2.0}) {
    p -= 2;
    sums = sums * square + factor * absolute(loose_pair(p));
  }
  return sums[0] + s * sums[1];
}

/// sum over j >= 1 of |q_j| s^(j-1) and of j |q_j| s^(j-1): absolute_sum of all but the first and absolute_slope_sum, with the same bits.
template <class T>
struct AbsoluteSums {
  T terms, slopes;
};
template <class T>
[[nodiscard]] AbsoluteSums<T> absolute_sums(std::span<const T> q, const T& s) {
  if (q.size() < 2) return {T(0), T(0)};
  return {absolute_sum(q.subspan(1), s), absolute_slope_sum(q, s)};
}
template <>
[[nodiscard]] inline AbsoluteSums<double> absolute_sums(std::span<const double> q, const double& s) {
  if (q.size() < 2) return {0, 0};
  std::size_t j = q.size();
  Pair terms = {0.0, 0.0}, slopes = {0.0, 0.0};  // odd, even powers
  if (j % 2 == 0) {
    --j;
    terms[0] = abs(q[j]);
    slopes[0] = static_cast<double>(j) * terms[0];
  }
  const Pair square = {s * s, s * s};
  const double top = static_cast<double>(j);
  Pair factor = {top - 2, top - 1};
  for (const double* p = q.data() + j; p != q.data() + 1; factor = factor - Pair{2.0, 2.0}) {
    p -= 2;
    const Pair size = absolute(loose_pair(p));
    terms = terms * square + size;
    slopes = slopes * square + factor * size;
  }
  return {terms[0] + s * terms[1], slopes[0] + s * slopes[1]};
}

/// Horner's value with |value - exact| <= error, for exact coefficients.
template <class T>
struct BoundedValue {
  T value;
  T error;
};

template <class T>
[[nodiscard]] BoundedValue<T> horner_with_bound(std::span<const T> q, const T& s) {
  const T gamma = T(static_cast<int>(2 * q.size())) * unit_roundoff<T>();
  return {horner(q, s), gamma * absolute_sum(q, s)};
}

/// Replaces the coefficients by those about the point s (a full Taylor shift by repeated synthetic division).
template <class T>
void shift_to(std::span<T> q, const T& s) {
  for (std::size_t pass = 0; pass + 1 < q.size(); ++pass)
    for (std::size_t j = q.size() - 1; j-- > pass;) q[j] = q[j] + s * q[j + 1];
}

/// x^n, n >= 0.
template <class T>
[[nodiscard]] T integer_power(const T& x, int n) {
  T result(1);
  T square = x;
  for (auto k = static_cast<unsigned>(n);; square = square * square) {
    if ((k & 1U) != 0) result = result * square;
    k >>= 1U;
    if (k == 0) return result;
  }
}

/// The power of one length, computed when it is first asked for.
template <class T>
class KnownPower {
 public:
  KnownPower(const T& x, int n) : x_(x), n_(n) {}
  void move_to(const T& x) {
    x_ = x;
    known_ = false;
  }
  const T& operator()() const {
    if (!known_) value_ = integer_power(x_, n_);
    known_ = true;
    return value_;
  }

 private:
  T x_;
  int n_;
  mutable T value_{};
  mutable bool known_ = false;
};

/// |c| s^n where s^n alone may leave the range of the numbers.
template <class T>
[[nodiscard]] T term_size(const T& c, const T& s, int n) {
  const T power = integer_power(s, n);
  if (power > T(1e-280) && is_finite(power)) return abs(c) * power;
  T term = abs(c);
  for (int i = 0; i < n && term != T(0); ++i) term = term * s;
  return term;
}

/// Size of what a series cut after its last coefficient may lack at s: the larger of its last two terms, in the regime of the
/// step rule (terms that fall by a factor e^2) several times the truncation error. A series may have gaps: if both vanish the
/// term before them stands for what is missing, and if that is zero too the series is taken to have ended.
/// `power()` is s^(n-1), n the degree: the same for many series, and not wanted by those that have ended.
template <class T, class Power>
[[nodiscard]] [[gnu::always_inline]] inline T truncation_bound(std::span<const T> q, const T& s, const Power& power) {
  if (q.size() < 3) return T(0);
  const std::size_t n = q.size() - 1;
  const int degree = static_cast<int>(n);
  if (q[n] == T(0) && q[n - 1] == T(0)) return q[n - 2] == T(0) ? T(0) : term_size(q[n - 2], s, degree - 2);
  const T last = abs(q[n]) * s;
  const T larger = last > abs(q[n - 1]) ? last : abs(q[n - 1]);
  const T factor = power();
  if (factor > T(1e-280) && is_finite(factor)) return larger * factor;
  return term_size(larger, s, degree - 1);
}
template <class T>
[[nodiscard]] T truncation_bound(std::span<const T> q, const T& s) {
  return truncation_bound(q, s, [&] { return integer_power(s, static_cast<int>(q.size()) - 2); });
}

}  // namespace saltus
