#include "expr/simplify.hpp"

#include <algorithm>
#include <array>

namespace saltus {
namespace {

bool is_literal(Expr e) { return e->op() == Op::number || e->op() == Op::boolean; }
bool is_true(Expr e) { return e->op() == Op::boolean && e->number().sign() != 0; }
bool is_false(Expr e) { return e->op() == Op::boolean && e->number().sign() == 0; }
bool is_negative(Expr e) { return e->is_number() && e->number().sign() < 0; }

Type arithmetic_type(std::span<const Expr> numbers) {
  const bool integers = std::ranges::all_of(numbers, [](Expr e) { return e->type() == Type::integer; });
  return integers ? Type::integer : Type::real;
}

Expr literal(ExprPool& pool, const Rational& value, Type type) {
  return type == Type::boolean ? pool.boolean(value.sign() != 0) : pool.number(value, type);
}

Expr folded(ExprPool& pool, Op op, std::span<const Expr> args) {
  if (args.size() > 3 || !std::ranges::all_of(args, is_literal)) return {};
  std::array<Rational, 3> values;
  std::ranges::transform(args, values.begin(), [](Expr e) { return e->number(); });
  const auto value = fold(op, std::span(values).first(args.size()));
  return value ? literal(pool, *value, result_type(op, args)) : Expr();
}

/// The rules x -> e keep the type only if e already has it: Integer x plus Real zero is not x.
Expr of_type(Expr e, Type type) { return e->type() == type ? e : Expr(); }

Expr simplified_add(ExprPool& pool, Expr a, Expr b, Type type) {
  if (a->is_number(0)) return of_type(b, type);
  if (b->is_number(0)) return of_type(a, type);
  if (is_negative(b)) return pool.make(Op::sub, {a, pool.number(b->number().negated(), b->type())});
  if (b->op() == Op::neg) return pool.make(Op::sub, {a, b->arg(0)});
  return {};
}

Expr simplified_sub(ExprPool& pool, Expr a, Expr b, Type type) {
  if (b->is_number(0)) return of_type(a, type);
  if (a->is_number(0)) return b->type() == type ? pool.make(Op::neg, {b}) : Expr();
  if (is_negative(b)) return pool.make(Op::add, {a, pool.number(b->number().negated(), b->type())});
  if (b->op() == Op::neg) return pool.make(Op::add, {a, b->arg(0)});
  return {};
}

Expr simplified_mul(ExprPool& pool, Expr a, Expr b, Type type) {
  if (a->is_number(0) || b->is_number(0)) return pool.number(Rational(), type);
  if (a->is_number(1)) return of_type(b, type);
  if (b->is_number(1)) return of_type(a, type);
  if (a->is_number(-1) && b->type() == type) return pool.make(Op::neg, {b});
  if (b->is_number(-1) && a->type() == type) return pool.make(Op::neg, {a});
  return {};
}

Expr simplified_div(ExprPool& pool, Expr a, Expr b) {
  if (b->is_number(1)) return of_type(a, Type::real);
  if (b->is_number(-1) && a->type() == Type::real) return pool.make(Op::neg, {a});
  if (a->is_number(0) && b->is_number() && b->number().sign() != 0) return pool.number(0);
  return {};
}

Expr simplified_pow(ExprPool& pool, Expr a, Expr b) {
  if (b->is_number(1)) return of_type(a, Type::real);
  if (b->is_number(0)) return pool.number(1);
  return {};
}

Expr simplified_and(ExprPool& pool, Expr a, Expr b) {
  if (is_false(a) || is_false(b)) return pool.boolean(false);
  if (is_true(a) || a == b) return b;
  return is_true(b) ? a : Expr();
}

Expr simplified_or(ExprPool& pool, Expr a, Expr b) {
  if (is_true(a) || is_true(b)) return pool.boolean(true);
  if (is_false(a) || a == b) return b;
  return is_false(b) ? a : Expr();
}

Expr simplified_if(ExprPool& pool, std::span<const Expr> args, Type type) {
  Expr chosen;
  if (args[0]->op() == Op::boolean) chosen = is_true(args[0]) ? args[1] : args[2];
  if (args[1] == args[2]) chosen = args[1];
  if (chosen && chosen->type() != type) chosen = pool.make(Op::to_real, {chosen});
  return chosen;
}

}  // namespace

std::size_t arity(Op op) {
  switch (op) {
    case Op::number:
    case Op::boolean:
    case Op::pi:
    case Op::symbol:
    case Op::time:
    case Op::initial:
    case Op::terminal: return 0;
    case Op::sample:
    case Op::add:
    case Op::sub:
    case Op::mul:
    case Op::div:
    case Op::pow:
    case Op::atan2:
    case Op::min:
    case Op::max:
    case Op::div_trunc:
    case Op::mod:
    case Op::rem:
    case Op::lt:
    case Op::le:
    case Op::gt:
    case Op::ge:
    case Op::eq:
    case Op::ne:
    case Op::and_:
    case Op::or_: return 2;
    case Op::if_: return 3;
    default: return 1;
  }
}

Type result_type(Op op, std::span<const Expr> args) {
  switch (op) {
    case Op::add:
    case Op::sub:
    case Op::mul:
    case Op::neg:
    case Op::abs:
    case Op::min:
    case Op::max:
    case Op::div_trunc:
    case Op::mod:
    case Op::rem: return arithmetic_type(args);
    case Op::sign:
    case Op::integer: return Type::integer;
    case Op::sample:
    case Op::lt:
    case Op::le:
    case Op::gt:
    case Op::ge:
    case Op::eq:
    case Op::ne:
    case Op::not_:
    case Op::and_:
    case Op::or_:
    case Op::edge:
    case Op::change: return Type::boolean;
    case Op::if_: return args[1]->type() == args[2]->type() ? args[1]->type() : Type::real;
    case Op::no_event:
    case Op::smooth: return args[0]->type();
    default: return Type::real;
  }
}

Expr simplified(ExprPool& pool, Op op, std::span<const Expr> args) {
  if (const Expr value = folded(pool, op, args)) return value;
  switch (op) {
    case Op::add: return simplified_add(pool, args[0], args[1], result_type(op, args));
    case Op::sub: return simplified_sub(pool, args[0], args[1], result_type(op, args));
    case Op::mul: return simplified_mul(pool, args[0], args[1], result_type(op, args));
    case Op::div: return simplified_div(pool, args[0], args[1]);
    case Op::pow: return simplified_pow(pool, args[0], args[1]);
    case Op::neg:
    case Op::not_: return args[0]->op() == op ? args[0]->arg(0) : Expr();
    case Op::to_real: return of_type(args[0], Type::real);
    case Op::integer: return of_type(args[0], Type::integer);
    case Op::no_event: return args[0]->op() == op ? args[0] : Expr();
    case Op::and_: return simplified_and(pool, args[0], args[1]);
    case Op::or_: return simplified_or(pool, args[0], args[1]);
    case Op::if_: return simplified_if(pool, args, result_type(op, args));
    default: return {};
  }
}

}  // namespace saltus
