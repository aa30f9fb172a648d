#pragma once
// Dual numbers: a value and its derivative in one direction. Running an algorithm on Dual<T> differentiates it exactly.
// Comparisons look at values only, so the same branches are taken as with T.

#include <concepts>
#include <string>
#include <type_traits>

#include "number/number.hpp"

namespace saltus {

template <class T>
class Dual {
 public:
  Dual() : v_(0.0), d_(0.0) {}
  template <class A>
    requires std::is_arithmetic_v<A>
  Dual(A x) : v_(static_cast<double>(x)), d_(0.0) {}  // a constant
  template <class U>
    requires(std::same_as<U, T> && !std::is_arithmetic_v<U>)
  Dual(const U& x) : v_(x), d_(0.0) {}  // a constant
  Dual(const T& v, const T& d) : v_(v), d_(d) {}

  [[nodiscard]] const T& v() const { return v_; }  ///< the value
  [[nodiscard]] const T& d() const { return d_; }  ///< the derivative

  Dual& operator+=(const Dual& b) {
    v_ += b.v_;
    d_ += b.d_;
    return *this;
  }
  Dual& operator-=(const Dual& b) {
    v_ -= b.v_;
    d_ -= b.d_;
    return *this;
  }
  Dual& operator*=(const Dual& b) { return *this = *this * b; }
  Dual& operator/=(const Dual& b) { return *this = *this / b; }

  friend Dual operator+(const Dual& a, const Dual& b) { return {a.v_ + b.v_, a.d_ + b.d_}; }
  friend Dual operator-(const Dual& a, const Dual& b) { return {a.v_ - b.v_, a.d_ - b.d_}; }
  friend Dual operator*(const Dual& a, const Dual& b) { return {a.v_ * b.v_, a.d_ * b.v_ + a.v_ * b.d_}; }
  friend Dual operator/(const Dual& a, const Dual& b) {
    const T q = a.v_ / b.v_;
    return {q, (a.d_ - q * b.d_) / b.v_};
  }
  friend Dual operator-(const Dual& a) { return {-a.v_, -a.d_}; }
  friend Dual operator+(const Dual& a) { return a; }

  friend auto operator<(const Dual& a, const Dual& b) { return a.v_ < b.v_; }
  friend auto operator>(const Dual& a, const Dual& b) { return a.v_ > b.v_; }
  friend auto operator<=(const Dual& a, const Dual& b) { return a.v_ <= b.v_; }
  friend auto operator>=(const Dual& a, const Dual& b) { return a.v_ >= b.v_; }
  friend auto operator==(const Dual& a, const Dual& b) { return a.v_ == b.v_; }
  friend auto operator!=(const Dual& a, const Dual& b) { return a.v_ != b.v_; }

  friend Dual fma(const Dual& a, const Dual& b, const Dual& c) {
    return {fma(a.v_, b.v_, c.v_), fma(a.v_, b.d_, fma(a.d_, b.v_, c.d_))};
  }
  template <class M>
  friend Dual select(const M& mask, const Dual& a, const Dual& b) {
    return {select(mask, a.v_, b.v_), select(mask, a.d_, b.d_)};
  }
  friend Dual atan2(const Dual& y, const Dual& x) {
    return {atan2(y.v_, x.v_), (x.v_ * y.d_ - y.v_ * x.d_) / (x.v_ * x.v_ + y.v_ * y.v_)};
  }
  /// x^y. Terms whose factor dx, dy or y is zero count as zero, so that integer powers work at and below zero.
  friend Dual pow(const Dual& x, const Dual& y) {
    const T zero(0), p = pow(x.v_, y.v_);
    const T by_base = y.v_ * pow(x.v_, T(y.v_ - T(1))) * x.d_;
    const T by_exponent = p * log(x.v_) * y.d_;
    const T first = select(x.d_ == zero, zero, select(y.v_ == zero, zero, by_base));
    const T second = select(y.d_ == zero, zero, select(p == zero, zero, by_exponent));
    return {p, first + second};
  }
  /// By value, as std::min and std::max choose.
  friend Dual min(const Dual& a, const Dual& b) { return select(b < a, b, a); }
  friend Dual max(const Dual& a, const Dual& b) { return select(a < b, b, a); }

 private:
  T v_, d_;
};

template <class T>
Dual<T> sin(const Dual<T>& x) {
  return {sin(x.v()), cos(x.v()) * x.d()};
}
template <class T>
Dual<T> cos(const Dual<T>& x) {
  return {cos(x.v()), -(sin(x.v()) * x.d())};
}
template <class T>
Dual<T> asin(const Dual<T>& x) {
  return {asin(x.v()), x.d() / sqrt(T(T(1) - x.v() * x.v()))};
}
template <class T>
Dual<T> acos(const Dual<T>& x) {
  return {acos(x.v()), -(x.d() / sqrt(T(T(1) - x.v() * x.v())))};
}
template <class T>
Dual<T> atan(const Dual<T>& x) {
  return {atan(x.v()), x.d() / (T(1) + x.v() * x.v())};
}
template <class T>
Dual<T> sinh(const Dual<T>& x) {
  return {sinh(x.v()), cosh(x.v()) * x.d()};
}
template <class T>
Dual<T> cosh(const Dual<T>& x) {
  return {cosh(x.v()), sinh(x.v()) * x.d()};
}
template <class T>
Dual<T> log(const Dual<T>& x) {
  return {log(x.v()), x.d() / x.v()};
}
template <class T>
Dual<T> log10(const Dual<T>& x) {
  return {log10(x.v()), x.d() / (x.v() * log(T(10)))};
}

template <class T>
Dual<T> tan(const Dual<T>& x) {
  const T t = tan(x.v());
  return {t, (T(1) + t * t) * x.d()};
}

template <class T>
Dual<T> tanh(const Dual<T>& x) {
  const T t = tanh(x.v());
  return {t, (T(1) - t * t) * x.d()};
}

template <class T>
Dual<T> exp(const Dual<T>& x) {
  const T e = exp(x.v());
  return {e, e * x.d()};
}

/// A constant zero has the derivative zero, not 0/0.
template <class T>
Dual<T> sqrt(const Dual<T>& x) {
  const T s = sqrt(x.v());
  return {s, select(x.d() == T(0), T(0), T(x.d() / (s + s)))};
}

/// At zero: the derivative from the right.
template <class T>
Dual<T> abs(const Dual<T>& x) {
  return {abs(x.v()), select(x.v() < T(0), T(-x.d()), x.d())};
}

template <class T>
Dual<T> floor(const Dual<T>& x) {
  return {floor(x.v()), T(0)};
}
template <class T>
Dual<T> ceil(const Dual<T>& x) {
  return {ceil(x.v()), T(0)};
}

template <class T>
T value(const Dual<T>& x) {
  return value(x.v());
}
template <class T>
double to_double(const Dual<T>& x) {
  return to_double(x.v());
}
/// Of the value: a derivative that does not exist is NaN, and the motion goes on.
template <class T>
auto is_finite(const Dual<T>& x) {
  return is_finite(x.v());
}
template <class T>
auto isnan(const Dual<T>& x) {
  return x.v() != x.v();
}

template <class T>
inline constexpr bool is_machine_number<Dual<T>> = is_machine_number<T>;
template <class T>
inline constexpr bool has_derivative<Dual<T>> = true;

template <class T>
[[nodiscard]] bool identical(const Dual<T>& a, const Dual<T>& b) {
  return a.v() == b.v() && (a.d() == b.d() || (a.d() != a.d() && b.d() != b.d()));
}

template <class T>
struct NumberTraits<Dual<T>> {
  static Dual<T> epsilon() { return Dual<T>(NumberTraits<T>::epsilon()); }
  static Dual<T> pi() { return Dual<T>(NumberTraits<T>::pi()); }
  static Dual<T> from(const Rational& r) { return Dual<T>(NumberTraits<T>::from(r)); }
  static std::string text(const Dual<T>& x) { return NumberTraits<T>::text(x.v()); }
};

}  // namespace saltus
