// Exact arithmetic of operators over rationals; Booleans are 0 and 1.

#include <cmath>

#include "expr/simplify.hpp"

namespace saltus {
namespace {

using Result = std::optional<Rational>;

Rational truth(bool b) { return Rational(b ? 1 : 0); }

Rational ceiling(const Rational& a) { return a.negated().floor().negated(); }

Rational truncated(const Rational& a) { return a.sign() < 0 ? ceiling(a) : a.floor(); }

Rational absolute(const Rational& a) { return a.sign() < 0 ? a.negated() : a; }

/// a - q*b
Result remainder(const Rational& a, const Rational& q, const Rational& b) {
  const Result product = Rational::mul(q, b);
  return product ? Rational::sub(a, *product) : std::nullopt;
}

/// n with a = 10^n.
Result exponent_of_ten(const Rational& a) {
  const double near = std::log10(a.to_double());
  if (!std::isfinite(near)) return std::nullopt;
  const Rational n(std::llround(near));
  return Rational::pow(Rational(10), n) == a ? Result(n) : std::nullopt;
}

/// The few places where an elementary function of a rational is rational.
Result fold_function(Op op, const Rational& a) {
  const bool zero = a.sign() == 0;
  const bool one = a.is(1);
  switch (op) {
    case Op::sin:
    case Op::tan:
    case Op::asin:
    case Op::atan:
    case Op::sinh:
    case Op::tanh: return zero ? Result(Rational(0)) : std::nullopt;
    case Op::cos:
    case Op::cosh:
    case Op::exp: return zero ? Result(Rational(1)) : std::nullopt;
    case Op::log: return one ? Result(Rational(0)) : std::nullopt;
    case Op::log10: return exponent_of_ten(a);
    case Op::sqrt: return zero || one ? Result(a) : std::nullopt;
    default: return std::nullopt;
  }
}

Result fold_one(Op op, const Rational& a) {
  switch (op) {
    case Op::neg: return a.negated();
    case Op::abs: return absolute(a);
    case Op::sign: return Rational(a.sign());
    case Op::floor:
    case Op::integer: return a.floor();
    case Op::ceil: return ceiling(a);
    case Op::not_: return truth(a.sign() == 0);
    case Op::to_real:
    case Op::no_event:
    case Op::smooth: return a;
    default: return fold_function(op, a);
  }
}

Result fold_division(Op op, const Rational& a, const Rational& b) {
  const Result quotient = Rational::div(a, b);
  if (!quotient || op == Op::div) return quotient;
  if (op == Op::div_trunc) return truncated(*quotient);
  return remainder(a, op == Op::mod ? quotient->floor() : truncated(*quotient), b);
}

Result fold_two(Op op, const Rational& a, const Rational& b) {
  switch (op) {
    case Op::add: return Rational::add(a, b);
    case Op::sub: return Rational::sub(a, b);
    case Op::mul: return Rational::mul(a, b);
    case Op::div:
    case Op::div_trunc:
    case Op::mod:
    case Op::rem: return fold_division(op, a, b);
    case Op::pow: return Rational::pow(a, b);
    case Op::min: return a < b ? a : b;
    case Op::max: return a > b ? a : b;
    case Op::atan2: return a.sign() == 0 && b.sign() > 0 ? Result(Rational(0)) : std::nullopt;
    case Op::lt: return truth(a < b);
    case Op::le: return truth(a <= b);
    case Op::gt: return truth(a > b);
    case Op::ge: return truth(a >= b);
    case Op::eq: return truth(a == b);
    case Op::ne: return truth(a != b);
    case Op::and_: return truth(a.sign() != 0 && b.sign() != 0);
    case Op::or_: return truth(a.sign() != 0 || b.sign() != 0);
    default: return std::nullopt;
  }
}

}  // namespace

std::optional<Rational> fold(Op op, std::span<const Rational> args) {
  if (args.size() == 1) return fold_one(op, args[0]);
  if (args.size() == 2) return fold_two(op, args[0], args[1]);
  if (op == Op::if_) return args[args[0].sign() != 0 ? 1 : 2];
  return std::nullopt;
}

}  // namespace saltus
