#pragma once
// Expected numbers with 150 digits: literals, pi, + - * / ^, parentheses, sqrt sin cos tan asin acos atan exp log abs.
// So a test can state the formula from which a time follows instead of its digits.

#include <mpfr.h>

#include <string>
#include <string_view>

class Number {
 public:
  Number() {
    mpfr_init2(x_, 512);
    mpfr_set_zero(x_, 1);
  }
  explicit Number(double v) : Number() { mpfr_set_d(x_, v, MPFR_RNDN); }
  Number(const Number& other) : Number() { mpfr_set(x_, other.x_, MPFR_RNDN); }
  Number& operator=(const Number& other) {
    mpfr_set(x_, other.x_, MPFR_RNDN);
    return *this;
  }
  ~Number() { mpfr_clear(x_); }

  [[nodiscard]] mpfr_ptr get() { return x_; }
  [[nodiscard]] mpfr_srcptr get() const { return x_; }
  [[nodiscard]] std::string text(int digits) const;

 private:
  mpfr_t x_;
};

/// Throws std::runtime_error naming the text if it is no such expression.
Number closed_form(std::string_view text);

/// |a - b| <= bound. False if one of them is not a number.
bool within(const Number& a, const Number& b, const Number& bound);
