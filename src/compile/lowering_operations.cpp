// The elementary operators, one by one.

#include <cassert>

#include <fmt/format.h>

#include "compile/lowering.hpp"
#include "expr/evaluate.hpp"
#include "tape/function_program.hpp"

namespace saltus {

Slot Lowering::emit_operation(const Key& k) {
  const Expr e = k.e;
  const Rate rate = rate_of(k);
  const auto arg = [&](std::size_t i) { return slot(e->arg(i), k.context); };
  const auto unary = [&](TapeOp op) { return instruction(op, rate, arg(0)); };
  const auto binary = [&](TapeOp op) { return instruction(op, rate, arg(0), arg(1)); };
  const auto paired = [&](TapeOp op, bool second) { return pair_instruction(op, rate, arg(0), no_slot, second); };
  switch (e->op()) {
    case Op::add: return binary(TapeOp::add);
    case Op::sub: return binary(TapeOp::sub);
    case Op::mul: return e->arg(0) == e->arg(1) ? unary(TapeOp::square) : binary(TapeOp::mul);
    case Op::div: return binary(TapeOp::div);
    case Op::neg: return unary(TapeOp::neg);
    case Op::pow: return emit_power(k);
    case Op::sqrt: return unary(TapeOp::sqrt);
    case Op::exp: return unary(TapeOp::exp);
    case Op::log: return unary(TapeOp::log);
    case Op::log10: return paired(TapeOp::log10, false);
    case Op::sin: return paired(TapeOp::sincos, false);
    case Op::cos: return paired(TapeOp::sincos, true);
    case Op::sinh: return paired(TapeOp::sinhcosh, false);
    case Op::cosh: return paired(TapeOp::sinhcosh, true);
    case Op::tan: return paired(TapeOp::tan, false);
    case Op::tanh: return paired(TapeOp::tanh, false);
    case Op::asin: return paired(TapeOp::asin, false);
    case Op::acos: return paired(TapeOp::acos, false);
    case Op::atan: return paired(TapeOp::atan, false);
    case Op::atan2: return pair_instruction(TapeOp::atan2, rate, arg(0), arg(1), false);
    case Op::abs:
    case Op::sign:
    case Op::min:
    case Op::max: return emit_kink(k);
    case Op::floor:
    case Op::integer: return unary(TapeOp::floor);
    case Op::lt:
    case Op::le:
    case Op::gt:
    case Op::ge:
    case Op::eq:
    case Op::ne: return emit_relation(k);
    case Op::not_: return unary(TapeOp::not_);
    case Op::and_: return binary(TapeOp::and_);
    case Op::or_: return binary(TapeOp::or_);
    case Op::if_: return instruction(TapeOp::select, rate, arg(1), arg(2), arg(0));
    case Op::to_real:
    case Op::smooth: return arg(0);
    case Op::no_event: return slot(e->arg(0), without_events(k.context));
    case Op::call: return emit_call(k);
    case Op::sample: return emit_sample(e);
    default: break;
  }
  assert(false && "not an elementary operator");
  return no_slot;
}

Slot Lowering::emit_relation(const Key& k) {
  const Expr e = k.e;
  if (is_literal(k)) {
    constexpr TapeOp literal[] = {TapeOp::less,          TapeOp::less_equal, TapeOp::greater,
                                  TapeOp::greater_equal, TapeOp::equal,      TapeOp::not_equal};
    const auto which = static_cast<std::size_t>(e->op()) - static_cast<std::size_t>(Op::lt);
    return instruction(literal[which], rate_of(k), slot(e->arg(0), k.context), slot(e->arg(1), k.context));
  }
  const bool flipped = e->op() == Op::lt || e->op() == Op::ge;
  const bool negated = e->op() == Op::le || e->op() == Op::ge;
  const Expr left = e->arg(flipped ? 1 : 0), right = e->arg(flipped ? 0 : 1);
  const bool kink = k.context == Context::no_event;
  const Slot bit = guard_bit(left - right, k.context == Context::event_body ? Context::equation : k.context, kink, e);
  return negated ? instruction(TapeOp::not_, Rate::discrete, bit) : bit;
}

Slot Lowering::emit_kink(const Key& k) {
  const Expr e = k.e;
  const Rate rate = rate_of(k);
  const Slot a = slot(e->arg(0), k.context);
  const Slot zero = constant(pool_.number(0));
  if (is_literal(k)) {
    switch (e->op()) {
      case Op::sign: return instruction(TapeOp::sign, rate, a);
      case Op::abs:
        return instruction(TapeOp::select, rate, a, instruction(TapeOp::neg, rate, a),
                           instruction(TapeOp::greater, rate, a, zero));
      default: {
        const Slot b = slot(e->arg(1), k.context);
        const Slot above = instruction(TapeOp::greater, rate, a, b);
        return e->op() == Op::max ? instruction(TapeOp::select, rate, a, b, above)
                                  : instruction(TapeOp::select, rate, b, a, above);
      }
    }
  }
  switch (e->op()) {
    case Op::abs: {
      const Slot above = guard_bit(e->arg(0), k.context, true, e);
      return instruction(TapeOp::select, rate, a, instruction(TapeOp::neg, rate, a), above);
    }
    case Op::sign: {
      const Slot above = guard_bit(e->arg(0), k.context, true, e);
      const Slot below = guard_bit(-e->arg(0), k.context, true, e);
      // 1, -1, or 0 where the argument is identically zero
      return instruction(TapeOp::sub, rate, above, below);
    }
    default: {
      const Slot b = slot(e->arg(1), k.context);
      const Slot above = guard_bit(e->arg(0) - e->arg(1), k.context, true, e);
      return e->op() == Op::max ? instruction(TapeOp::select, rate, a, b, above)
                                : instruction(TapeOp::select, rate, b, a, above);
    }
  }
}

Slot Lowering::emit_power(const Key& k) {
  const Expr base = k.e->arg(0), exponent = k.e->arg(1);
  const Rate rate = rate_of(k);
  const Slot a = slot(base, k.context), b = slot(exponent, k.context);
  // Powers with exponents that are known are products.
  note_compiled_in(out_.model, exponent, [this](Expr symbol) { return meaning(symbol).definition; });
  if (exponent->is_number(2)) return instruction(TapeOp::square, rate, a);
  if (exponent->is_number() && exponent->number() == *Rational::parse("0.5")) return instruction(TapeOp::sqrt, rate, a);
  if (rates_.of(exponent).rate != Rate::continuous) return instruction(TapeOp::pow, rate, a, b);
  const Slot product = instruction(TapeOp::mul, rate, b, instruction(TapeOp::log, rate, a));
  return instruction(TapeOp::exp, rate, product);
}

Slot Lowering::emit_sample(Expr e) {
  if (const auto it = sample_bits_.find(e); it != sample_bits_.end()) return it->second;
  const Slot bit = out_.tape.new_slot();
  const auto value_of = [this](Expr symbol) { return meaning(symbol).definition; };
  const auto exact = [&](Expr x) {
    note_compiled_in(out_.model, x, value_of);
    return exact_value(x, value_of);
  };
  out_.samples.push_back(
      {bit, slot(e->arg(0), Context::event_body), slot(e->arg(1), Context::event_body), exact(e->arg(0)), exact(e->arg(1))});
  sample_bits_[e] = bit;
  return bit;
}

// The summands of h, looking through the definitions of algebraic variables, and through products with what does not flow.
std::vector<Slot> Lowering::terms_of(Expr h, Context context, std::size_t within) {
  constexpr std::size_t most_terms = 64;
  if (loop_reported_) return {slot(h, context)};  // what closes the loop has no parts
  struct Part {
    Key key;
    Expr factor;  // null: 1
  };
  std::vector<Slot> terms;
  std::vector<Part> open{{canonical(h, context), {}}};
  const auto is_constant = [this](Expr e) { return rates_.of(e).rate != Rate::continuous; };
  while (!open.empty()) {
    const auto [k, factor] = open.back();
    open.pop_back();
    const Op op = k.e->op();
    const Definition* definition = definitions_.find(k.e);
    const bool defined = definition && definition->kind == Definition::Kind::continuous;
    const bool tear = definition && definition->kind == Definition::Kind::tear;
    const bool room = !is_constant(k.e) && terms.size() + open.size() < most_terms;
    if (room && defined) {
      open.push_back({canonical(definition->value, definition->context), factor});
    } else if (room && (op == Op::add || op == Op::sub || op == Op::neg || op == Op::to_real)) {
      for (const Expr a : k.e->args()) open.push_back({canonical(a, k.context), factor});
    } else if (room && op == Op::mul && (is_constant(k.e->arg(0)) || is_constant(k.e->arg(1)))) {
      const bool first = is_constant(k.e->arg(0));
      const Expr c = k.e->arg(first ? 0 : 1);
      open.push_back({canonical(k.e->arg(first ? 1 : 0), k.context), factor ? factor * c : c});
    } else if (room && op == Op::div && is_constant(k.e->arg(1))) {
      open.push_back({canonical(k.e->arg(0), k.context), (factor ? factor : pool_.number(1)) / k.e->arg(1)});
    } else {
      const bool elsewhere = tear && !frozen_ && definition->block != within && blocks_[definition->block].emitted &&
                             !blocks_[definition->block].at_events;  // what those find stays as it is between events
      const Slot size = elsewhere ? rounded_size(k.e) : slot(k);
      terms.push_back(factor ? instruction(TapeOp::mul, Rate::continuous, size, lower(factor, Context::event_body)) : size);
    }
  }
  return terms;
}

// Is h a state, up to sign and something that no state enters?
void Lowering::find_surface_state(CompiledGuard& g, Expr h) {
  Expr state;
  int sign = 1;
  for (Expr rest = h; rest;) {
    const Op op = rest->op();
    const Definition* definition = definitions_.find(rest);
    if (definition && definition->kind == Definition::Kind::state) {
      state = rest;
      break;
    }
    if (definition && definition->kind == Definition::Kind::continuous) {
      rest = definition->value;
    } else if (op == Op::neg) {
      rest = rest->arg(0);
      sign = -sign;
    } else if ((op == Op::add || op == Op::sub) && !rates_.of(rest->arg(1)).touches_state) {
      rest = rest->arg(0);
    } else if ((op == Op::add || op == Op::sub) && !rates_.of(rest->arg(0)).touches_state) {
      sign = op == Op::sub ? -sign : sign;
      rest = rest->arg(1);
    } else {
      return;
    }
  }
  g.state = definitions_.at(state).slot;
  g.direction = static_cast<std::int8_t>(sign);
}

Slot Lowering::guard_bit(Expr h, Context context, bool kink, Expr relation) {
  if (is_zero(h)) return constant(pool_.boolean(false));
  const std::uint64_t key = (static_cast<std::uint64_t>(h->id()) << 1) | (kink ? 1U : 0U);
  const bool logged = !kink && logged_.contains(relation);
  const bool jumps = !kink || relation->op() == Op::sign;
  if (const auto it = guard_index_.find(key); it != guard_index_.end()) {
    CompiledGuard& known = out_.guards[it->second];
    known.logged |= logged;
    if (jumps && !known.jumps) known.relation = relation;
    known.jumps |= jumps;
    return known.bit;
  }
  CompiledGuard g;
  g.surface = h;
  g.relation = relation;
  g.bit = out_.tape.new_slot();
  g.kink = kink;
  g.jumps = jumps;
  g.logged = logged;
  if (const auto named = guard_names_.find(relation); named != guard_names_.end()) {
    g.named = named->second.text;
    g.logged_side = static_cast<std::int8_t>(named->second.logged_side);
  }
  const std::size_t index = out_.guards.size();
  guard_index_[key] = index;
  out_.guards.push_back(std::move(g));
  if (reads_bits_) {
    out_.guards[index].in_loop = !frozen_;
    pending_.push_back({index, h, context});
  } else {
    fill_guard(index, h, context);
  }
  return out_.guards[index].bit;
}

// Its function has been lowered.
void Lowering::fill_guard(std::size_t index, Expr h, Context context) {
  CompiledGuard& g = out_.guards[index];
  g.h = slot(h, context);
  g.terms = terms_of(h, context);
  g.reads_time = rates_.of(h).reads_time;
  g.time_only = !rates_.of(h).touches_state;
  find_surface_state(g, h);
  append({.op = TapeOp::relation, .out = g.bit, .a = g.h, .index = static_cast<std::uint32_t>(index)}, Rate::discrete);
}

}  // namespace saltus
