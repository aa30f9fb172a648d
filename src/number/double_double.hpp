#pragma once
// Two doubles as one number: high + low with |low| <= ulp(high)/2. About 31 digits, in the range of double, ten times as fast as numbers of chosen precision.
//
// Sums and products are made of error-free ones (T. J. Dekker, Numerische Mathematik 18, 1971; D. E. Knuth, The Art of Computer Programming, vol. 2, section 4.2.2): a sum is wrong by
// 3 u^2, a product by 5 u^2, a quotient by 15 u^2 at most, u = 2^-53 (M. Joldes, J.-M. Muller, V. Popescu, ACM Trans. Math. Softw. 44, 2017). Below 1e-291 the low part loses digits; beyond 1e299
// products have a low part of zero. What is infinite or not a number is so in the high part, with a low part of zero.
//
// In the sense of number.hpp this is no machine number: results are shown with all digits, and series are as long as those of chosen precision.

#include <cmath>
#include <concepts>
#include <string>

#include "number/number.hpp"

namespace saltus {

class DoubleDouble {
 public:
  constexpr DoubleDouble() = default;
  constexpr DoubleDouble(double x) : high_(x) {}  // templates over number types write T(1.5) and x * 2
  template <std::integral I>
  constexpr DoubleDouble(I n) : high_(static_cast<double>(n)) {
    if constexpr (sizeof(I) > 4)
      if (high_ > -0x1p62 && high_ < 0x1p62)
        low_ = static_cast<double>(static_cast<long long>(n) - static_cast<long long>(high_));
  }
  /// Precondition: high is high + low rounded.
  constexpr DoubleDouble(double high, double low) : high_(high), low_(low) {}

  [[nodiscard]] constexpr double high() const { return high_; }
  [[nodiscard]] constexpr double low() const { return low_; }

  /// a + b exactly, for |a| >= |b|; of what is not finite the sum alone.
  [[gnu::always_inline]] static DoubleDouble joined(double a, double b) {
    const double sum = a + b;
    return {sum, b - (sum - a)};
  }
  /// a + b exactly.
  [[gnu::always_inline]] static DoubleDouble sum_of(double a, double b) {
    const double sum = a + b, part = sum - a;
    return {sum, (a - (sum - part)) + (b - part)};
  }
  /// a b exactly.
  [[gnu::always_inline]] static DoubleDouble product_of(double a, double b) {
    const double p = a * b;
    const Halves x = halves(a), y = halves(b);
    return {p, ((x.upper * y.upper - p) + x.upper * y.lower + x.lower * y.upper) + x.lower * y.lower};
  }

  DoubleDouble& operator+=(const DoubleDouble& b) { return *this = *this + b; }
  DoubleDouble& operator-=(const DoubleDouble& b) { return *this = *this - b; }
  DoubleDouble& operator*=(const DoubleDouble& b) { return *this = *this * b; }
  DoubleDouble& operator/=(const DoubleDouble& b) { return *this = *this / b; }

  friend DoubleDouble operator-(const DoubleDouble& a) { return {-a.high_, -a.low_}; }
  friend DoubleDouble operator+(const DoubleDouble& a) { return a; }

  friend DoubleDouble operator+(const DoubleDouble& a, const DoubleDouble& b) {
    const DoubleDouble s = sum_of(a.high_, b.high_), t = sum_of(a.low_, b.low_);
    const DoubleDouble first = joined(s.high_, s.low_ + t.high_);
    return joined(first.high_, first.low_ + t.low_).or_else(s.high_);
  }
  friend DoubleDouble operator-(const DoubleDouble& a, const DoubleDouble& b) { return a + -b; }
  friend DoubleDouble operator*(const DoubleDouble& a, const DoubleDouble& b) {
    const DoubleDouble p = product_of(a.high_, b.high_);
    return joined(p.high_, p.low_ + (a.high_ * b.low_ + a.low_ * b.high_)).or_else(p.high_);
  }
  /// The quotient of the high parts, and what it leaves: exact but for the last sum.
  friend DoubleDouble operator/(const DoubleDouble& a, const DoubleDouble& b) {
    const double first = a.high_ / b.high_;
    const DoubleDouble p = product_of(first, b.high_);
    const double rest = ((a.high_ - p.high_) - p.low_) + (a.low_ - first * b.low_);
    return joined(first, rest / b.high_).or_else(first);
  }

  friend bool operator==(const DoubleDouble& a, const DoubleDouble& b) { return a.high_ == b.high_ && a.low_ == b.low_; }
  friend bool operator!=(const DoubleDouble& a, const DoubleDouble& b) { return !(a == b); }
  friend bool operator<(const DoubleDouble& a, const DoubleDouble& b) {
    return a.high_ < b.high_ || (a.high_ == b.high_ && a.low_ < b.low_);
  }
  friend bool operator>(const DoubleDouble& a, const DoubleDouble& b) { return b < a; }
  friend bool operator<=(const DoubleDouble& a, const DoubleDouble& b) {
    return a.high_ < b.high_ || (a.high_ == b.high_ && a.low_ <= b.low_);
  }
  friend bool operator>=(const DoubleDouble& a, const DoubleDouble& b) { return b <= a; }

 private:
  struct Halves {
    double upper, lower;  // of 26 bits each
  };
  [[gnu::always_inline]] static Halves halves(double x) {
    const double scaled = 134217729.0 * x, upper = scaled - (scaled - x);
    return {upper, x - upper};
  }
  /// Errors of infinite and very large numbers are not numbers: there the rounded result is all there is.
  [[gnu::always_inline]] DoubleDouble or_else(double rounded) const {
    return std::isfinite(high_) ? *this : DoubleDouble(rounded);
  }

  double high_ = 0, low_ = 0;
};

// To a few units of the last place; by the quadruple numbers of the compiler's library, which have 34 digits.
DoubleDouble sin(const DoubleDouble& x);
DoubleDouble cos(const DoubleDouble& x);
DoubleDouble tan(const DoubleDouble& x);
DoubleDouble asin(const DoubleDouble& x);
DoubleDouble acos(const DoubleDouble& x);
DoubleDouble atan(const DoubleDouble& x);
DoubleDouble sinh(const DoubleDouble& x);
DoubleDouble cosh(const DoubleDouble& x);
DoubleDouble tanh(const DoubleDouble& x);
DoubleDouble exp(const DoubleDouble& x);
DoubleDouble log(const DoubleDouble& x);
DoubleDouble log10(const DoubleDouble& x);
DoubleDouble atan2(const DoubleDouble& y, const DoubleDouble& x);
DoubleDouble pow(const DoubleDouble& x, const DoubleDouble& y);
DoubleDouble sqrt(const DoubleDouble& x);
DoubleDouble floor(const DoubleDouble& x);

inline DoubleDouble ceil(const DoubleDouble& x) { return -floor(-x); }
inline DoubleDouble abs(const DoubleDouble& x) { return x.high() < 0 || (x.high() == 0 && std::signbit(x.high())) ? -x : x; }
inline DoubleDouble fabs(const DoubleDouble& x) { return abs(x); }
inline DoubleDouble fma(const DoubleDouble& a, const DoubleDouble& b, const DoubleDouble& c) { return a * b + c; }
inline void multiply_add(DoubleDouble& sum, const DoubleDouble& a, const DoubleDouble& b) { sum = sum + a * b; }
inline DoubleDouble min(const DoubleDouble& a, const DoubleDouble& b) { return b < a ? b : a; }
inline DoubleDouble max(const DoubleDouble& a, const DoubleDouble& b) { return a < b ? b : a; }

inline DoubleDouble value(const DoubleDouble& x) { return x; }
inline bool is_finite(const DoubleDouble& x) { return std::isfinite(x.high()); }
inline bool isfinite(const DoubleDouble& x) { return is_finite(x); }
inline bool isnan(const DoubleDouble& x) { return std::isnan(x.high()); }
inline double to_double(const DoubleDouble& x) { return x.high(); }
/// Too small for all its digits: the low part is, or will be in products.
inline bool loses_digits(const DoubleDouble& x) { return x.high() != 0 && std::fabs(x.high()) < 0x1p-969; }
inline DoubleDouble select(bool mask, const DoubleDouble& a, const DoubleDouble& b) { return mask ? a : b; }

template <>
struct NumberTraits<DoubleDouble> {
  static constexpr int digits = 31;
  static DoubleDouble epsilon() { return 0x1p-104; }
  static DoubleDouble pi() { return {3.141592653589793116, 1.2246467991473531772e-16}; }
  static DoubleDouble from(const Rational& r);
  /// 31 digits, without trailing zeros.
  static std::string text(const DoubleDouble& x);
};

}  // namespace saltus
