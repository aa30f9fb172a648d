#include "model/builder_expression.hpp"

#include <array>
#include <cmath>

#include <fmt/format.h>

#include "model/print_text.hpp"

namespace saltus {
namespace {

[[noreturn]] void wrong_type(const Ex& value, Type wanted) {
  throw BuildError(fmt::format("{} stands where {} {} is needed", value.describe(), wanted == Type::integer ? "an" : "a",
                               type_name(wanted)));
}

/// The pool of the first operand that has one.
ExprPool& pool_of(std::initializer_list<const Ex*> operands) {
  for (const Ex* operand : operands) {
    if (operand->absent()) throw BuildError("a value that is absent (default-constructed) was used in an expression");
    if (operand->expr()) return operand->expr()->pool();
  }
  throw BuildError("an expression of literals alone: compute it in C++, or let one operand belong to the model");
}

bool is_whole(const Ex& x) {
  if (const Rational* number = x.number()) return number->is_integer();
  return x.expr() && x.expr()->type() == Type::integer;
}

/// Integer where all operands are Integers or whole literals.
Type common_type(std::initializer_list<const Ex*> operands) {
  for (const Ex* operand : operands) {
    if (!is_whole(*operand)) return Type::real;
  }
  return Type::integer;
}

Ex combine(Op op, Type operand_type, std::initializer_list<const Ex*> operands) {
  ExprPool& pool = pool_of(operands);
  std::vector<Expr> args;
  for (const Ex* operand : operands) args.push_back(operand->in(pool, operand_type));
  return Ex(pool.make(op, args));
}

using Fold = std::optional<Rational> (*)(const Rational&, const Rational&);

Ex arithmetic(Op op, Fold fold, const Ex& a, const Ex& b) {
  if (a.number() && b.number()) {
    if (const auto value = fold(*a.number(), *b.number())) return Ex(*value);
    throw BuildError(fmt::format("{} and {} have no exact result", a.describe(), b.describe()));
  }
  return combine(op, op == Op::div || op == Op::pow ? Type::real : common_type({&a, &b}), {&a, &b});
}

Ex relation(Op op, const Ex& a, const Ex& b) { return combine(op, common_type({&a, &b}), {&a, &b}); }

bool is_boolean(const Ex& x) { return x.expr() ? x.expr()->type() == Type::boolean : !x.absent() && !x.number(); }

Ex equality(Op op, const Ex& a, const Ex& b) {
  if (is_boolean(a) || is_boolean(b)) {
    const Ex same = (a && b) || (!a && !b);
    return op == Op::eq ? same : !same;
  }
  if (common_type({&a, &b}) == Type::real) {
    throw BuildError("Reals are not compared by == or !=: state an equation by `equation(a, b)`, or use < and >");
  }
  return combine(op, Type::integer, {&a, &b});
}

Ex real_function(Op op, const Ex& x) { return combine(op, Type::real, {&x}); }

}  // namespace

Ex::Ex(double binary) {
  if (!std::isfinite(binary)) throw BuildError("a number that is not finite");
  value_ = Rational::from_double(binary);
}

Ex::Ex(const char* decimal) {
  std::string_view text = decimal;
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  const auto number = Rational::parse(text);
  if (!number) throw BuildError(fmt::format("\"{}\" is no decimal number", decimal));
  value_ = negative ? number->negated() : *number;
}

Expr Ex::in(ExprPool& pool, Type type) const {
  if (const auto* expr = std::get_if<Expr>(&value_)) {
    if (&(*expr)->pool() != &pool) throw BuildError(fmt::format("{} belongs to another model", describe()));
    if ((*expr)->type() == type) return *expr;
    if ((*expr)->type() == Type::integer && type == Type::real) return pool.make(Op::to_real, {*expr});
  } else if (const auto* number = std::get_if<Rational>(&value_)) {
    if (type == Type::real || (type == Type::integer && number->is_integer())) return pool.number(*number, type);
  } else if (const auto* truth = std::get_if<bool>(&value_)) {
    if (type == Type::boolean) return pool.boolean(*truth);
  }
  wrong_type(*this, type);
}

std::string Ex::describe() const {
  if (const auto* expr = std::get_if<Expr>(&value_)) return fmt::format("`{}` ({})", text(*expr), type_name((*expr)->type()));
  if (const auto* number = std::get_if<Rational>(&value_)) return fmt::format("the number {}", number->text());
  if (const auto* truth = std::get_if<bool>(&value_)) return *truth ? "true" : "false";
  return "nothing";
}

namespace literals {
Ex operator""_r(const char* decimal) { return {decimal}; }
}  // namespace literals

Ex operator+(const Ex& a, const Ex& b) { return arithmetic(Op::add, &Rational::add, a, b); }
Ex operator-(const Ex& a, const Ex& b) { return arithmetic(Op::sub, &Rational::sub, a, b); }
Ex operator*(const Ex& a, const Ex& b) { return arithmetic(Op::mul, &Rational::mul, a, b); }
Ex operator/(const Ex& a, const Ex& b) { return arithmetic(Op::div, &Rational::div, a, b); }
Ex pow(const Ex& a, const Ex& b) { return arithmetic(Op::pow, &Rational::pow, a, b); }
Ex operator-(const Ex& a) {
  if (const Rational* number = a.number()) return Ex(number->negated());
  return combine(Op::neg, common_type({&a}), {&a});
}

Ex operator<(const Ex& a, const Ex& b) { return relation(Op::lt, a, b); }
Ex operator<=(const Ex& a, const Ex& b) { return relation(Op::le, a, b); }
Ex operator>(const Ex& a, const Ex& b) { return relation(Op::gt, a, b); }
Ex operator>=(const Ex& a, const Ex& b) { return relation(Op::ge, a, b); }
Ex operator==(const Ex& a, const Ex& b) { return equality(Op::eq, a, b); }
Ex operator!=(const Ex& a, const Ex& b) { return equality(Op::ne, a, b); }

Ex operator&&(const Ex& a, const Ex& b) { return combine(Op::and_, Type::boolean, {&a, &b}); }
Ex operator||(const Ex& a, const Ex& b) { return combine(Op::or_, Type::boolean, {&a, &b}); }
Ex operator!(const Ex& a) { return combine(Op::not_, Type::boolean, {&a}); }

Ex abs(const Ex& x) { return combine(Op::abs, common_type({&x}), {&x}); }
Ex sign(const Ex& x) { return combine(Op::sign, common_type({&x}), {&x}); }
Ex sqrt(const Ex& x) { return real_function(Op::sqrt, x); }
Ex sin(const Ex& x) { return real_function(Op::sin, x); }
Ex cos(const Ex& x) { return real_function(Op::cos, x); }
Ex tan(const Ex& x) { return real_function(Op::tan, x); }
Ex asin(const Ex& x) { return real_function(Op::asin, x); }
Ex acos(const Ex& x) { return real_function(Op::acos, x); }
Ex atan(const Ex& x) { return real_function(Op::atan, x); }
Ex atan2(const Ex& y, const Ex& x) { return combine(Op::atan2, Type::real, {&y, &x}); }
Ex sinh(const Ex& x) { return real_function(Op::sinh, x); }
Ex cosh(const Ex& x) { return real_function(Op::cosh, x); }
Ex tanh(const Ex& x) { return real_function(Op::tanh, x); }
Ex exp(const Ex& x) { return real_function(Op::exp, x); }
Ex log(const Ex& x) { return real_function(Op::log, x); }
Ex log10(const Ex& x) { return real_function(Op::log10, x); }
Ex min(const Ex& a, const Ex& b) { return combine(Op::min, common_type({&a, &b}), {&a, &b}); }
Ex max(const Ex& a, const Ex& b) { return combine(Op::max, common_type({&a, &b}), {&a, &b}); }
Ex floor(const Ex& x) { return real_function(Op::floor, x); }
Ex ceil(const Ex& x) { return real_function(Op::ceil, x); }
Ex integer(const Ex& x) { return real_function(Op::integer, x); }
Ex div(const Ex& a, const Ex& b) { return combine(Op::div_trunc, common_type({&a, &b}), {&a, &b}); }
Ex mod(const Ex& a, const Ex& b) { return combine(Op::mod, common_type({&a, &b}), {&a, &b}); }
Ex rem(const Ex& a, const Ex& b) { return combine(Op::rem, common_type({&a, &b}), {&a, &b}); }

Ex der(const Var& x, int order) {
  if (x.symbol()->type() != Type::real) wrong_type(x, Type::real);
  if (order < 1) throw BuildError("der needs an order of at least 1");
  return Ex(x.symbol()->pool().der(x.symbol(), order));
}
Ex pre(const Var& v) { return Ex(v.symbol()->pool().pre(v.symbol())); }
Ex edge(const Var& b) { return combine(Op::edge, Type::boolean, {&b}); }
Ex change(const Var& v) { return Ex(v.symbol()->pool().make(Op::change, {v.symbol()})); }

Ex if_(const Ex& condition, const Ex& then, const Ex& otherwise) {
  ExprPool& pool = pool_of({&condition, &then, &otherwise});
  const bool truths = is_boolean(then) || is_boolean(otherwise);
  const Type type = truths ? Type::boolean : common_type({&then, &otherwise});
  return Ex(pool.if_(condition.in(pool, Type::boolean), then.in(pool, type), otherwise.in(pool, type)));
}

Ex no_event(const Ex& x) {
  const Type type = is_boolean(x) ? Type::boolean : common_type({&x});
  return combine(Op::no_event, type, {&x});
}
Ex smooth(const Ex& x) { return real_function(Op::smooth, x); }

}  // namespace saltus
