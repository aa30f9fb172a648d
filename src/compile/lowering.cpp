#include "compile/lowering.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include <fmt/format.h>

namespace saltus {

bool steps(Op op) {
  return op == Op::floor || op == Op::ceil || op == Op::integer || op == Op::div_trunc || op == Op::mod || op == Op::rem;
}

Lowering::Lowering(CompiledModel& out, Diagnostics& diagnostics)
    : out_(out), pool_(*out.model.pool), diagnostics_(diagnostics), rates_([this](Expr leaf) { return meaning(leaf); }) {}

void Lowering::define(Expr leaf, Expr value, Span span) {
  const Variable* v = out_.model.find(leaf);
  const Context context = v && v->is_watched ? Context::watched : Context::equation;
  definitions_[leaf] = {Definition::Kind::continuous, value, context, no_slot, no_slot, span};
}

void Lowering::define_state(Expr symbol, Slot slot) {
  definitions_[symbol] = {Definition::Kind::state, {}, Context::equation, slot, no_slot, {}};
}

void Lowering::define_discrete(Expr symbol, Slot value, Slot pre, Expr definition, Context context, Span span) {
  definitions_[symbol] = {Definition::Kind::discrete, definition, context, value, pre, span};
}

void Lowering::define_local(Expr symbol, Expr definition, Context context, Span span) {
  definitions_[symbol] = {Definition::Kind::local, definition, context, no_slot, no_slot, span};
}

void Lowering::define_parameter(Expr symbol, Expr binding) {
  definitions_[symbol] = {Definition::Kind::parameter, binding, Context::event_body, no_slot, no_slot, {}};
}

void Lowering::define_input(Expr symbol, Slot slot) {
  definitions_[symbol] = {Definition::Kind::parameter, {}, Context::event_body, slot, no_slot, {}};
}

LeafMeaning Lowering::meaning(Expr leaf) const {
  const Definition* known = definitions_.find(leaf);
  if (!known) return {{}, Rate::continuous};
  const Definition& d = *known;
  switch (d.kind) {
    case Definition::Kind::parameter: return {d.value, Rate::parameter};
    case Definition::Kind::state: return {{}, Rate::continuous};
    case Definition::Kind::continuous: return {d.value, Rate::continuous};
    case Definition::Kind::discrete:
    case Definition::Kind::local: return {{}, Rate::discrete};
    case Definition::Kind::tear: {
      const SolvedBlock& b = blocks_[d.block];
      return {{}, b.at_events ? Rate::discrete : Rate::continuous, b.reads_time};
    }
  }
  return {};
}

Lowering::Key Lowering::canonical(Expr e, Context context) {
  return {e, rates_.of(e).needs_guard ? context : Context::equation};
}

Slot Lowering::slot(const Key& k) const {
  if (const Slot* parameter = parameters_.find(k.e)) return *parameter;
  return section_slots(k.context).at(k.e);
}

namespace {

/// The same for (b, a).
std::uint64_t pair_of(Expr a, Expr b) {
  return static_cast<std::uint64_t>(std::min(a->id(), b->id())) << 32 | std::max(a->id(), b->id());
}

bool orders_numbers(Expr e) {
  return e->is_relation() && e->op() != Op::eq && e->op() != Op::ne && e->arg(0)->type() != Type::boolean;
}

}  // namespace

void Lowering::expect_guard(Expr relation) {
  if (!orders_numbers(relation)) return;
  surfaces_.insert(relation->arg(0) - relation->arg(1));
}

void Lowering::expect_equality(const Equation& e) {
  if (e.lhs->type() == Type::boolean) return;
  equalities_.push_back(pair_of(e.lhs, e.rhs));
  equalities_sorted_ = false;
}

// Which sides have this difference, is told without making the differences of all equations: a - b is written as a where b is zero, as
// -b where a is, as a + c where b is -c, and as a - b else.
bool Lowering::is_zero(Expr difference) {
  if (!std::exchange(equalities_sorted_, true)) std::ranges::sort(equalities_);
  const auto are_equal = [&](Expr a, Expr b) { return std::ranges::binary_search(equalities_, pair_of(a, b)); };
  const auto is_nothing = [&](Expr e) { return are_equal(e, pool_.number(0)) || are_equal(e, pool_.integer(0)); };
  if (is_nothing(difference)) return true;
  switch (difference->op()) {
    case Op::neg: return is_nothing(difference->arg(0));
    case Op::sub: return are_equal(difference->arg(0), difference->arg(1));
    case Op::add: return are_equal(difference->arg(0), -difference->arg(1));
    default: return false;
  }
}

bool Lowering::is_on_surface(Expr e) {
  return orders_numbers(e) && (surfaces_.contains(e->arg(0) - e->arg(1)) || surfaces_.contains(e->arg(1) - e->arg(0)));
}

bool Lowering::is_literal(const Key& k) {
  if (k.context == Context::watched || (k.context == Context::event_body && !is_on_surface(k.e))) return true;
  return std::ranges::all_of(k.e->args(), [this](Expr a) { return rates_.of(a).rate != Rate::continuous; });
}

Slot Lowering::lower_is_beyond_rounding(Expr e, Expr where) {
  const Key k = canonical(e, Context::event_body);
  const bool flows = std::ranges::any_of(e->args(), [this](Expr a) { return rates_.of(a).rate == Rate::continuous; });
  const bool is_step = steps(e->op());
  if (!flows || !(is_step || (orders_numbers(e) && is_literal(k)))) return no_slot;
  const Expr left = is_step && e->args().size() > 1 ? e->arg(0) / e->arg(1) : e->arg(0);
  const Expr right = is_step ? pool_.make(Op::floor, {left + pool_.number(*Rational::parse("0.5"))}) : e->arg(1);
  const Expr h = left - right;
  const Slot difference = lower(h, Context::event_body), zero = constant(pool_.number(0));
  const auto operation = [this](TapeOp op, Slot a, Slot b = no_slot, Slot c = no_slot) {
    return instruction(op, Rate::continuous, a, b, c);
  };
  Slot size = no_slot;
  for (const Slot term : terms_of(h, Context::event_body)) {
    const Slot one = size_of(term, Rate::continuous);
    size = size == no_slot ? one : operation(TapeOp::add, size, one);
  }
  // In every precision: what vanishes beside the terms is as small as their rounding. A thousand of these may have gathered in a state.
  const Slot share = operation(TapeOp::mul, size_of(difference, Rate::continuous), constant(pool_.number(*Rational::parse("0.0009765625"))));
  const Slot beyond = operation(TapeOp::greater, operation(TapeOp::add, size, share), size);
  const Slot sure = or_not_evaluated(operation(TapeOp::or_, beyond, operation(TapeOp::equal, difference, zero)), where, Rate::continuous);
  if (e->op() != Op::div_trunc && e->op() != Op::rem) return sure;
  // These do not step at zero.
  return operation(TapeOp::or_, sure, operation(TapeOp::equal, lower(right, Context::event_body), zero));
}

Slot Lowering::lower_is_exact(Expr e, Expr where) {
  const Slot size = size_of(lower(e, Context::event_body), Rate::discrete);
  // In every precision: beside an Integer that has a neighbour at every whole number three quarters do not vanish.
  const Slot beside = instruction(TapeOp::add, Rate::discrete, size, constant(pool_.number(*Rational::parse("0.75"))));
  return or_not_evaluated(instruction(TapeOp::greater, Rate::discrete, beside, size), where, Rate::discrete);
}

Slot Lowering::size_of(Slot a, Rate rate) {
  const Slot is_positive = instruction(TapeOp::greater, rate, a, constant(pool_.number(0)));
  return instruction(TapeOp::select, rate, a, instruction(TapeOp::neg, rate, a), is_positive);
}

Slot Lowering::or_not_evaluated(Slot bit, Expr where, Rate rate) {
  if (where == pool_.boolean(true)) return bit;
  return instruction(TapeOp::or_, rate, bit, lower(pool_.make(Op::not_, {where}), Context::event_body));
}

void Lowering::add_needs(const Key& k, std::vector<Key>& keys) {
  const Expr e = k.e;
  const auto add = [&](Expr other, Context context) { keys.push_back(canonical(other, context)); };
  switch (e->op()) {
    case Op::number:
    case Op::boolean:
    case Op::pi:
    case Op::time:
    case Op::initial:
    case Op::terminal: return;
    case Op::pre:
      // The left limit of a parameter is its value; anything else has a slot of its own.
      if (rates_.of(e->symbol()).rate == Rate::parameter) add(e->symbol(), Context::equation);
      return;
    case Op::symbol:
    case Op::der: {
      if (inputs_.contains(e)) return;
      const Definition* d = definitions_.find(e);
      assert(d);
      if (d->kind == Definition::Kind::tear) {
        if (frozen_ && blocks_[d->block].at_events) return;
        const std::vector<Key> inputs = inputs_of_block(d->block);
        keys.insert(keys.end(), inputs.begin(), inputs.end());
      } else if (d->value && !(frozen_ && d->kind == Definition::Kind::discrete)) {
        add(d->value, d->context);
      }
      return;
    }
    default: break;
  }
  if (const Expr simpler = expansion(k)) return add(simpler, k.context);
  if (e->op() == Op::no_event) return add(e->arg(0), without_events(k.context));
  if (e->is_relation() && !is_literal(k)) {
    if (reads_bits_) return;
    const bool flipped = e->op() == Op::lt || e->op() == Op::ge;
    const Context context = k.context == Context::event_body ? Context::equation : k.context;
    add(flipped ? e->arg(1) - e->arg(0) : e->arg(0) - e->arg(1), context);
  }
  if ((e->op() == Op::min || e->op() == Op::max) && !is_literal(k) && !reads_bits_) add(e->arg(0) - e->arg(1), k.context);
  if (e->op() == Op::sign && !is_literal(k) && !reads_bits_) add(-e->arg(0), k.context);
  for (const Expr a : e->args()) add(a, k.context);
}

Slot Lowering::lower(Expr root, Context context) {
  const Key asked = canonical(root, context);
  if (depth_ == 0 && known(asked) && (pending_.empty() || reads_bits_ || postponed_)) return slot(asked);
  Descent descent = std::exchange(descent_, {});
  OpenKeys<Key, KeyHash>& open = descent.open;
  std::vector<Descent::Frame>& stack = descent.stack;
  std::vector<Key>& needed = descent.needed;
  stack.push_back({asked, false});
  ++depth_;
  while (!stack.empty()) {
    const auto [key, expanded] = stack.back();
    if (known(key)) {
      stack.pop_back();
      continue;
    }
    if (expanded) {
      stack.pop_back();
      open.erase(key);
      emit(key);
      continue;
    }
    stack.back().expanded = true;
    open.insert(key);
    needed.clear();
    add_needs(key, needed);
    for (auto it = needed.rbegin(); it != needed.rend(); ++it) {
      if (known(*it)) continue;
      if (open.contains(*it)) {
        std::vector<Key> path;
        for (const Descent::Frame& f : stack)
          if (f.expanded) path.push_back(f.key);
        const auto loop = std::ranges::find(path, *it) - path.begin();
        const std::span<const Key> members(path.data() + loop, path.data() + path.size());
        const auto unwind = [&](const Key& until) {
          while (!(stack.back().key == until && stack.back().expanded)) {
            if (stack.back().expanded) open.erase(stack.back().key);
            stack.pop_back();
          }
        };
        if (const auto broken = break_loop(members)) {
          unwind(*broken);
          break;
        }
        if (solve_loop(members)) {
          const Key again = *it;
          unwind(again);
          open.erase(again);
          stack.back().expanded = false;
          break;
        }
        report_loop(path);
        section_slots(it->context)[it->e] = constant(pool_.number(0));
        continue;
      }
      stack.push_back({*it, false});
    }
  }
  --depth_;
  descent_ = std::move(descent);
  if (depth_ == 0 && !reads_bits_ && !postponed_) emit_pending_guards();
  return slot(canonical(root, context));
}

void Lowering::report_loop(const std::vector<Key>& path) {
  if (loop_reported_) return;
  loop_reported_ = true;
  std::vector<std::string> members;
  Span where;
  for (const Key& k : path) {
    const Definition* d = definitions_.find(k.e);
    if (!d || k.e->name().starts_with('$')) continue;
    if (d->kind == Definition::Kind::discrete || d->kind == Definition::Kind::continuous) {
      members.push_back(fmt::format("`{}`", text(k.e)));
      where = d->span;
    }
  }
  if (members.size() > 6) members.erase(members.begin(), members.end() - 6);
  if (members.size() == 1) {
    diagnostics_.error("own-value", where, fmt::format("{} is given in terms of itself", members.front()),
                       "its own value at the same instant",
                       fmt::format("write `pre({})` for the value before the event",
                                   std::string_view(members.front()).substr(1, members.front().size() - 2)));
    return;
  }
  diagnostics_.error("not-yet", where,
                     fmt::format("events and equations depend on each other in a loop through {}", fmt::join(members, ", ")),
                     "solved together with the others", "use `pre(...)` of one of them to break the loop");
}

InstructionList Lowering::take_section() {
  for (NodeTable<Slot>& slots : slots_) slots.clear();
  pairs_.clear();
  for (SolvedBlock& b : blocks_) b.emitted = false;
  return std::exchange(section_, {});
}

void Lowering::append(const Instruction& i, Rate rate) {
  if (rate == Rate::parameter) {
    setup_.push_back(i);
  } else {
    section_.push_back({i, rate});
  }
}

Slot Lowering::instruction(TapeOp op, Rate rate, Slot a, Slot b, Slot c) {
  Instruction i{.op = op, .a = a, .b = b, .c = c};
  i.out = out_.tape.new_slot();
  append(i, rate);
  return i.out;
}

Slot Lowering::pair_instruction(TapeOp op, Rate rate, Slot a, Slot b, bool second) {
  const std::uint64_t key = (static_cast<std::uint64_t>(op) << 32) | a;
  if (b == no_slot) {
    if (const auto it = pairs_.find(key); it != pairs_.end()) return second ? it->second.second : it->second.first;
  }
  Instruction i{.op = op, .a = a, .b = b};
  i.out = out_.tape.new_slot();
  i.out2 = out_.tape.new_slot();
  append(i, rate);
  if (b == no_slot && !emitted_) pairs_[key] = {i.out, i.out2};
  return second ? i.out2 : i.out;
}

Slot Lowering::constant(Expr e) {
  if (const Slot* known = parameters_.find(e)) return *known;
  const Slot s = out_.tape.new_slot();
  out_.tape.constants.push_back({s, e});
  parameters_[e] = s;
  return s;
}

Slot Lowering::pre_slot(Expr symbol) {
  Definition* d = definitions_.find(symbol);
  assert(d);
  if (d->pre == no_slot) {
    d->pre = out_.tape.new_slot();
    left_limits_.emplace_back(symbol, d->pre);
  }
  return d->pre;
}

void Lowering::collect_pres(std::vector<CompiledPre>& pres) {
  for (const auto& [symbol, pre] : left_limits_) pres.push_back({lower(symbol), pre});
}

void Lowering::collect_fresh_values() {
  for (std::size_t i = 0; i < fresh_.size(); ++i)
    out_.discretes[fresh_[i].first].fresh = lower(fresh_[i].second, Context::event_body);
}

void Lowering::emit(const Key& k) {
  const Expr e = k.e;
  Slot s = no_slot;
  switch (e->op()) {
    case Op::number:
    case Op::boolean:
    case Op::pi: constant(e); return;
    case Op::symbol:
    case Op::der:
    case Op::pre:
    case Op::time:
    case Op::initial:
    case Op::terminal: s = emit_leaf(k); break;
    default: {
      const Expr simpler = expansion(k);
      s = simpler ? slot(simpler, k.context) : emit_operation(k);
    }
  }
  if (rates_.of(e).rate == Rate::parameter) {
    parameters_[e] = s;
  } else {
    section_slots(k.context)[e] = s;
    if (emitted_) emitted_->push_back(k);
  }
}

Slot Lowering::emit_leaf(const Key& k) {
  const Expr e = k.e;
  switch (e->op()) {
    case Op::time: return out_.time;
    case Op::initial: return out_.is_initial;
    case Op::terminal: return out_.is_terminal;
    case Op::pre:
      if (rates_.of(e->symbol()).rate == Rate::parameter) return slot(e->symbol(), Context::equation);
      return pre_slot(e->symbol());
    default: break;
  }
  if (const auto it = inputs_.find(e); it != inputs_.end()) return it->second;
  const Definition& d = definitions_.at(e);
  switch (d.kind) {
    case Definition::Kind::state: return d.slot;
    case Definition::Kind::tear:
      if (!blocks_[d.block].emitted && !(frozen_ && blocks_[d.block].at_events)) emit_block(d.block);
      return d.slot;
    case Definition::Kind::discrete: {
      if (d.value && !frozen_) append({.op = TapeOp::copy, .out = d.slot, .a = slot(d.value, d.context)}, Rate::discrete);
      return d.slot;
    }
    case Definition::Kind::parameter:
      if (d.slot != no_slot) return d.slot;
      if (!d.value) return constant(pool_.number(0));
      return slot(d.value, d.context);
    case Definition::Kind::continuous: {
      const Slot s = slot(d.value, d.context);
      out_.origins.push_back({s, d.together, e, {}, d.span});
      return s;
    }
    case Definition::Kind::local: return slot(d.value, d.context);
  }
  return no_slot;
}

}  // namespace saltus
