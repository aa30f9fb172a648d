#include "tape/function_lowering.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include <fmt/format.h>

namespace saltus {

Slot FunctionLowering::add_register(Expr symbol) { return registers_.emplace(symbol, tape_.new_slot()).first->second; }

Slot FunctionLowering::find_register(Expr symbol) const {
  const auto r = registers_.find(symbol);
  return r != registers_.end() ? r->second : no_slot;
}

Slot FunctionLowering::lower(Expr e, std::vector<Instruction>& list) {
  slots_.clear();
  circular_.clear();
  hyperbolic_.clear();
  list_ = &list;
  for_each_node(std::span<const Expr>(&e, 1), [&](Expr n) {
    if (problem_.empty()) slots_[n] = node(n);
  });
  return problem_.empty() ? slots_.at(e) : no_slot;
}

Slot FunctionLowering::fail(std::string problem) {
  problem_ = std::move(problem);
  return no_slot;
}

Slot FunctionLowering::operation(TapeOp op, Slot a, Slot b, Slot c) {
  Instruction i;
  i.op = op;
  i.a = a;
  i.b = b;
  i.c = c;
  i.out = tape_.new_slot();
  list_->push_back(i);
  return i.out;
}

Slot FunctionLowering::with_companion(TapeOp op, Slot a, Slot b) {
  operation(op, a, b);
  list_->back().out2 = tape_.new_slot();
  return list_->back().out;
}

Slot FunctionLowering::sine_or_cosine(TapeOp op, Slot a, bool second) {
  auto& known = op == TapeOp::sincos ? circular_ : hyperbolic_;
  auto pair = known.find(a);
  if (pair == known.end()) {
    const Slot first = with_companion(op, a);
    pair = known.emplace(a, std::pair(first, list_->back().out2)).first;
  }
  return second ? pair->second.second : pair->second.first;
}

Slot FunctionLowering::constant(Expr e) {
  const auto [c, is_new] = constants_.emplace(e, no_slot);
  if (is_new) {
    c->second = tape_.new_slot();
    tape_.constants.push_back({c->second, e});
  }
  return c->second;
}

Slot FunctionLowering::leaf(Expr e) {
  if (e->op() != Op::symbol) return constant(e);
  const Slot s = find_register(e);
  return s != no_slot ? s : fail(fmt::format("`{}` is no variable of the function", e->name()));
}

Slot FunctionLowering::power(Expr e) {
  const Expr exponent = e->arg(1);
  if (exponent->is_number() || exponent->type() == Type::integer) return operation(TapeOp::pow, argument(e, 0), argument(e, 1));
  const Slot logarithm = operation(TapeOp::log, argument(e, 0));
  return operation(TapeOp::exp, operation(TapeOp::mul, argument(e, 1), logarithm));
}

Slot FunctionLowering::ceiling(Slot a) { return operation(TapeOp::neg, operation(TapeOp::floor, operation(TapeOp::neg, a))); }

Slot FunctionLowering::truncated_quotient(Slot a, Slot b) {
  const Slot q = operation(TapeOp::div, a, b);
  return operation(TapeOp::select, ceiling(q), operation(TapeOp::floor, q), operation(TapeOp::less, q, zero_));
}

Slot FunctionLowering::absolute(Slot a) {
  return operation(TapeOp::select, operation(TapeOp::neg, a), a, operation(TapeOp::less, a, zero_));
}

Slot FunctionLowering::remainder(Expr e, bool truncated) {
  const Slot a = argument(e, 0), b = argument(e, 1);
  const Slot q = truncated ? truncated_quotient(a, b) : operation(TapeOp::floor, operation(TapeOp::div, a, b));
  return operation(TapeOp::sub, a, operation(TapeOp::mul, q, b));
}

Slot FunctionLowering::call(Expr e) {
  const auto program = find_ ? find_(e->name()) : nullptr;
  if (!program) return fail(fmt::format("function `{}` cannot be called here", e->name()));
  const auto output = static_cast<std::size_t>(e->order());
  if (e->args().size() != program->inputs.size() || output >= program->outputs.size()) {
    return fail(fmt::format("function `{}` is called with wrong arguments", e->name()));
  }
  Instruction i;
  i.op = TapeOp::call;
  i.out = tape_.new_slot();
  const auto known = std::ranges::find(tape_.functions, program);
  i.index = static_cast<std::uint32_t>(tape_.calls.size());
  tape_.calls.push_back({.function = static_cast<std::uint32_t>(known - tape_.functions.begin()),
                         .first = static_cast<std::uint32_t>(tape_.arguments.size()),
                         .count = static_cast<std::uint32_t>(e->args().size()),
                         .output = static_cast<std::uint32_t>(output)});
  if (known == tape_.functions.end()) tape_.functions.push_back(program);
  for (std::size_t a = 0; a < e->args().size(); ++a) tape_.arguments.push_back(argument(e, a));
  list_->push_back(i);
  return i.out;
}

Slot FunctionLowering::node(Expr e) {
  const auto unary = [&](TapeOp op) { return operation(op, argument(e, 0)); };
  const auto binary = [&](TapeOp op) { return operation(op, argument(e, 0), argument(e, 1)); };
  const auto choose = [&](TapeOp op, std::size_t yes, std::size_t no) {
    const Slot condition = binary(op);
    return operation(TapeOp::select, argument(e, yes), argument(e, no), condition);
  };
  switch (e->op()) {
    case Op::number:
    case Op::boolean:
    case Op::pi:
    case Op::symbol: return leaf(e);
    case Op::add: return binary(TapeOp::add);
    case Op::sub: return binary(TapeOp::sub);
    case Op::mul: return binary(TapeOp::mul);
    case Op::div: return binary(TapeOp::div);
    case Op::neg: return unary(TapeOp::neg);
    case Op::pow: return power(e);
    case Op::abs: return absolute(argument(e, 0));
    case Op::sign: return unary(TapeOp::sign);
    case Op::sqrt: return unary(TapeOp::sqrt);
    case Op::sin: return sine_or_cosine(TapeOp::sincos, argument(e, 0), false);
    case Op::cos: return sine_or_cosine(TapeOp::sincos, argument(e, 0), true);
    case Op::tan: return with_companion(TapeOp::tan, argument(e, 0));
    case Op::asin: return with_companion(TapeOp::asin, argument(e, 0));
    case Op::acos: return with_companion(TapeOp::acos, argument(e, 0));
    case Op::atan: return with_companion(TapeOp::atan, argument(e, 0));
    case Op::atan2: return with_companion(TapeOp::atan2, argument(e, 0), argument(e, 1));
    case Op::sinh: return sine_or_cosine(TapeOp::sinhcosh, argument(e, 0), false);
    case Op::cosh: return sine_or_cosine(TapeOp::sinhcosh, argument(e, 0), true);
    case Op::tanh: return with_companion(TapeOp::tanh, argument(e, 0));
    case Op::exp: return unary(TapeOp::exp);
    case Op::log: return unary(TapeOp::log);
    case Op::log10: return with_companion(TapeOp::log10, argument(e, 0));
    case Op::min: return choose(TapeOp::less, 0, 1);
    case Op::max: return choose(TapeOp::less, 1, 0);
    case Op::floor:
    case Op::integer: return unary(TapeOp::floor);
    case Op::ceil: return ceiling(argument(e, 0));
    case Op::div_trunc: return truncated_quotient(argument(e, 0), argument(e, 1));
    case Op::mod: return remainder(e, false);
    case Op::rem: return remainder(e, true);
    case Op::to_real:
    case Op::no_event:
    case Op::smooth: return argument(e, e->args().size() - 1);
    case Op::lt: return binary(TapeOp::less);
    case Op::le: return binary(TapeOp::less_equal);
    case Op::gt: return binary(TapeOp::greater);
    case Op::ge: return binary(TapeOp::greater_equal);
    case Op::eq: return binary(TapeOp::equal);
    case Op::ne: return binary(TapeOp::not_equal);
    case Op::not_: return unary(TapeOp::not_);
    case Op::and_: return binary(TapeOp::and_);
    case Op::or_: return binary(TapeOp::or_);
    case Op::if_: return operation(TapeOp::select, argument(e, 1), argument(e, 2), argument(e, 0));
    case Op::call: return call(e);
    case Op::der:
    case Op::pre:
    case Op::time:
    case Op::initial:
    case Op::terminal:
    case Op::sample:
    case Op::edge:
    case Op::change: return fail(fmt::format("`{}` has no meaning in a function", text(e)));
  }
  return fail("unknown operator");
}

}  // namespace saltus
