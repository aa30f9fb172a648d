#pragma once
// Expressions of models written in C++: the values that ModelBuilder gives out and takes.
//
//   der(v) == ...          no: equations are stated by ModelBuilder::equation(der(v), -g)
//   h <= 0 && v < 0        a Boolean expression of the model
//   "0.2", 0.2_r           exactly 1/5;    0.2 is the binary number nearest to it
//
// Types are checked as they are combined: a Boolean is no number, an Integer may stand where a Real is wanted. What does not fit
// throws BuildError and changes nothing.

#include <concepts>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

#include "expr/expr.hpp"

namespace saltus {

/// Misuse of the builder: mixed types, expressions of another model, names used twice, texts that are no numbers.
class BuildError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// A value in a model: a literal that belongs to no model yet, or an expression of one. Default-constructed it is absent.
class Ex {
 public:
  Ex() = default;
  template <std::integral T>
  Ex(T value) {  // literals are values
    if constexpr (std::same_as<T, bool>) {
      value_ = value;
    } else {
      value_ = Rational(static_cast<long long>(value));
    }
  }
  Ex(double binary);        // its binary value; throws unless finite
  Ex(const char* decimal);  // exact: "0.2", "-1e-3"; throws if it is no number
  Ex(Rational exact) : value_(std::move(exact)) {}
  explicit Ex(Expr expr) : value_(expr) {}

  [[nodiscard]] bool absent() const { return std::holds_alternative<std::monostate>(value_); }
  [[nodiscard]] bool is_literal() const { return !absent() && !std::holds_alternative<Expr>(value_); }
  [[nodiscard]] const Rational* number() const { return std::get_if<Rational>(&value_); }
  /// Null for a literal.
  [[nodiscard]] Expr expr() const { return std::holds_alternative<Expr>(value_) ? std::get<Expr>(value_) : Expr{}; }
  /// As an expression of this pool and type. Throws if it belongs to another pool, or cannot be of this type.
  [[nodiscard]] Expr in(ExprPool& pool, Type type) const;
  [[nodiscard]] std::string describe() const;

 private:
  std::variant<std::monostate, Expr, Rational, bool> value_;
};

/// A declared variable, parameter or constant.
class Var : public Ex {
 public:
  explicit Var(Expr symbol) : Ex(symbol) {}
  [[nodiscard]] Expr symbol() const { return expr(); }
  [[nodiscard]] std::string name() const { return std::string(expr()->name()); }
};

namespace literals {
Ex operator""_r(const char* decimal);  ///< 0.2_r is exactly 1/5
}

Ex operator+(const Ex& a, const Ex& b);
Ex operator-(const Ex& a, const Ex& b);
Ex operator*(const Ex& a, const Ex& b);
Ex operator/(const Ex& a, const Ex& b);  ///< a Real, also of two Integers
Ex operator-(const Ex& a);
Ex pow(const Ex& a, const Ex& b);

// Relations. Reals have no == and !=: these throw.
Ex operator<(const Ex& a, const Ex& b);
Ex operator<=(const Ex& a, const Ex& b);
Ex operator>(const Ex& a, const Ex& b);
Ex operator>=(const Ex& a, const Ex& b);
Ex operator==(const Ex& a, const Ex& b);
Ex operator!=(const Ex& a, const Ex& b);

// Both operands are always part of the model: nothing is short-circuited.
Ex operator&&(const Ex& a, const Ex& b);
Ex operator||(const Ex& a, const Ex& b);
Ex operator!(const Ex& a);

Ex abs(const Ex& x);
Ex sign(const Ex& x);
Ex sqrt(const Ex& x);
Ex sin(const Ex& x);
Ex cos(const Ex& x);
Ex tan(const Ex& x);
Ex asin(const Ex& x);
Ex acos(const Ex& x);
Ex atan(const Ex& x);
Ex atan2(const Ex& y, const Ex& x);
Ex sinh(const Ex& x);
Ex cosh(const Ex& x);
Ex tanh(const Ex& x);
Ex exp(const Ex& x);
Ex log(const Ex& x);
Ex log10(const Ex& x);
Ex min(const Ex& a, const Ex& b);
Ex max(const Ex& a, const Ex& b);
Ex floor(const Ex& x);
Ex ceil(const Ex& x);
Ex integer(const Ex& x);           ///< floor as an Integer
Ex div(const Ex& a, const Ex& b);  ///< quotient without its fraction
Ex mod(const Ex& a, const Ex& b);  ///< a - floor(a/b)*b
Ex rem(const Ex& a, const Ex& b);  ///< a - div(a, b)*b

Ex der(const Var& x, int order = 1);  ///< time derivative of a continuous Real
Ex pre(const Var& v);                 ///< left limit; in an event round the value before the round
Ex edge(const Var& b);                ///< b and not pre(b)
Ex change(const Var& v);              ///< v <> pre(v)
Ex if_(const Ex& condition, const Ex& then, const Ex& otherwise);
Ex no_event(const Ex& x);  ///< relations in x make no events
Ex smooth(const Ex& x);

}  // namespace saltus
