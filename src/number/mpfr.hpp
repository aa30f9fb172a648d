#pragma once
// Numbers of any precision: a thin owner of an mpfr_t. Rounding is to nearest; the exponent range is the widest MPFR has.
//
// The precision of new numbers is a property of the thread (see PrecisionScope). Results of operations have the precision of
// the thread, compound assignments and `=` too: a computation is done at one precision throughout. Values that came from a
// scope with another precision are rounded when they are used.

#include <mpfr.h>

#include <concepts>
#include <string>
#include <utility>

#include "number/number.hpp"

namespace saltus {

class Mpfr {
 public:
  Mpfr();          ///< 0
  Mpfr(double x);  // templates over number types write T(1.5) and x * 2
  template <std::integral I>
  Mpfr(I n) : Mpfr(from_integer(static_cast<long long>(n))) {}
  explicit Mpfr(const Rational& r);  ///< correctly rounded

  Mpfr(const Mpfr& other);
  Mpfr(Mpfr&& other) noexcept;  ///< `other` may only be assigned to or destroyed afterwards
  Mpfr& operator=(const Mpfr& other);
  Mpfr& operator=(Mpfr&& other) noexcept;
  ~Mpfr();

  /// Precision of the numbers this thread makes from now on: enough bits for so many decimal digits (at least 2).
  static void set_digits(int decimal_digits);
  [[nodiscard]] static int digits();
  [[nodiscard]] static mpfr_prec_t bits();  ///< 166 bits (50 digits) in a thread that has not set it

  Mpfr& operator+=(const Mpfr& b);
  Mpfr& operator-=(const Mpfr& b);
  Mpfr& operator*=(const Mpfr& b);
  Mpfr& operator/=(const Mpfr& b);

  [[nodiscard]] mpfr_srcptr get() const { return x_; }
  [[nodiscard]] mpfr_ptr get() { return x_; }

 private:
  static Mpfr from_integer(long long n);
  void fit();  // brings the number to the thread's precision

  mpfr_t x_;  // _mpfr_d is null after a move
};

/// Sets the precision of this thread and puts the former one back at the end.
class PrecisionScope {
 public:
  explicit PrecisionScope(int decimal_digits) : before_(Mpfr::digits()) { Mpfr::set_digits(decimal_digits); }
  ~PrecisionScope() { Mpfr::set_digits(before_); }
  PrecisionScope(const PrecisionScope&) = delete;
  PrecisionScope& operator=(const PrecisionScope&) = delete;

 private:
  int before_;
};

// The rvalue forms work in place: a chain a*b + c*d allocates one number a product.
Mpfr operator+(const Mpfr& a, const Mpfr& b);
Mpfr operator-(const Mpfr& a, const Mpfr& b);
Mpfr operator*(const Mpfr& a, const Mpfr& b);
Mpfr operator/(const Mpfr& a, const Mpfr& b);
Mpfr operator+(Mpfr&& a, const Mpfr& b);
Mpfr operator-(Mpfr&& a, const Mpfr& b);
Mpfr operator*(Mpfr&& a, const Mpfr& b);
Mpfr operator/(Mpfr&& a, const Mpfr& b);
Mpfr operator-(const Mpfr& a);
inline Mpfr operator+(const Mpfr& a) { return a; }

// All but != are false for NaN.
inline bool operator<(const Mpfr& a, const Mpfr& b) { return mpfr_less_p(a.get(), b.get()) != 0; }
inline bool operator>(const Mpfr& a, const Mpfr& b) { return mpfr_greater_p(a.get(), b.get()) != 0; }
inline bool operator<=(const Mpfr& a, const Mpfr& b) { return mpfr_lessequal_p(a.get(), b.get()) != 0; }
inline bool operator>=(const Mpfr& a, const Mpfr& b) { return mpfr_greaterequal_p(a.get(), b.get()) != 0; }
inline bool operator==(const Mpfr& a, const Mpfr& b) { return mpfr_equal_p(a.get(), b.get()) != 0; }
inline bool operator!=(const Mpfr& a, const Mpfr& b) { return mpfr_equal_p(a.get(), b.get()) == 0; }

Mpfr sin(const Mpfr& x);
Mpfr cos(const Mpfr& x);
Mpfr tan(const Mpfr& x);
Mpfr asin(const Mpfr& x);
Mpfr acos(const Mpfr& x);
Mpfr atan(const Mpfr& x);
Mpfr sinh(const Mpfr& x);
Mpfr cosh(const Mpfr& x);
Mpfr tanh(const Mpfr& x);
Mpfr exp(const Mpfr& x);
Mpfr log(const Mpfr& x);
Mpfr log10(const Mpfr& x);
Mpfr sqrt(const Mpfr& x);
Mpfr abs(const Mpfr& x);
Mpfr floor(const Mpfr& x);
Mpfr ceil(const Mpfr& x);
Mpfr atan2(const Mpfr& y, const Mpfr& x);
Mpfr pow(const Mpfr& x, const Mpfr& y);
Mpfr fma(const Mpfr& a, const Mpfr& b, const Mpfr& c);  ///< a*b + c with one rounding
/// sum += a*b without a temporary; one rounding.
void multiply_add(Mpfr& sum, const Mpfr& a, const Mpfr& b);
inline Mpfr fabs(const Mpfr& x) { return abs(x); }
Mpfr ldexp(const Mpfr& x, long exponent);
inline Mpfr min(const Mpfr& a, const Mpfr& b) { return b < a ? b : a; }
inline Mpfr max(const Mpfr& a, const Mpfr& b) { return a < b ? b : a; }

inline const Mpfr& value(const Mpfr& x) { return x; }
inline Mpfr value(Mpfr&& x) { return std::move(x); }
inline bool is_finite(const Mpfr& x) { return mpfr_number_p(x.get()) != 0; }
inline bool isfinite(const Mpfr& x) { return is_finite(x); }
inline bool isnan(const Mpfr& x) { return mpfr_nan_p(x.get()) != 0; }
inline double to_double(const Mpfr& x) { return mpfr_get_d(x.get(), MPFR_RNDN); }
inline Mpfr select(bool mask, const Mpfr& a, const Mpfr& b) { return mask ? a : b; }

template <>
struct NumberTraits<Mpfr> {
  static Mpfr epsilon();  ///< 2^-bits at the thread's precision
  static Mpfr pi();
  static Mpfr from(const Rational& r) { return Mpfr(r); }
  /// As many significant digits as the thread has, without trailing zeros: "0.25", "1.5e-30", "NaN", "-Infinity".
  static std::string text(const Mpfr& x);
  static std::string text(const Mpfr& x, int significant_digits);
};

}  // namespace saltus
