#include "sim/lane_plan.hpp"

#include <algorithm>
#include <array>

#include "compile/guards_read_flow.hpp"
#include "number/number.hpp"
#include "sim/singular_results.hpp"
#include "tape/operands.hpp"

namespace saltus {

namespace {

bool is_known(TapeOp op, bool in_series) {
  switch (op) {
    case TapeOp::call:
    case TapeOp::solve: return false;
    case TapeOp::pow:
    case TapeOp::sqrt: return !in_series;  // they may come to zero (sim/principal_roots.hpp)
    default: return true;
  }
}

bool all_known(const Code& code, bool in_series) {
  return std::ranges::all_of(code.instructions, [&](const Instruction& i) { return is_known(i.op, in_series); });
}

bool is_plain(const CompiledModel& c) {
  const bool rare = !c.model.machines.empty() || !c.transitions.empty() || !c.constraints.empty() || c.start_system ||
                    !c.tears.empty() || !c.samples.empty() || !c.zeno_bits.empty() || c.sliding || !c.start_problems.empty() ||
                    !c.shown_only.empty() || !c.edges.empty() || !c.latches.empty() || !c.held.empty() || !c.entered.empty() ||
                    c.entering != no_slot || c.states.empty();
  if (rare) return false;
  if (std::ranges::any_of(c.branches, [](const CompiledBranch& b) { return b.solver != nullptr; })) return false;
  if (std::ranges::any_of(c.guards, &CompiledGuard::in_loop)) return false;
  return all_known(c.flow, true) && all_known(c.guards_code, true) && all_known(c.setup, false) &&
         all_known(c.initial, false) && all_known(c.outputs, false) && all_known(c.values, false) && all_known(c.round, false);
}

/// Slots by number, with what is known about them.
class Slots {
 public:
  explicit Slots(const CompiledModel& c) : c_(c) {}

  /// Read by the code before it makes them, if it does; constants apart.
  std::vector<bool> read_first(const Code& code) const {
    std::vector<bool> made = constants(), read(c_.tape.slot_count, false);
    for (const Instruction& i : code.instructions) {
      for_each_operand(c_.tape, i, [&](Slot s) {
        if (!made[s]) read[s] = true;
      });
      if (!is_integration(i.op)) for_each_result(c_.tape, i, [&](Slot s) { made[s] = true; });
    }
    return read;
  }

  /// The operation that makes each slot at order 0; null: none.
  std::vector<const Instruction*> makers(std::initializer_list<const Code*> codes) const {
    std::vector<const Instruction*> result(c_.tape.slot_count, nullptr);
    for (const Code* code : codes)
      for (const Instruction& i : code->instructions) {
        if (i.op == TapeOp::integrate || (i.op == TapeOp::integrate_linear && i.out2 == no_slot)) continue;
        if (i.op == TapeOp::integrate_linear) {
          result[i.out2] = &i;
        } else {
          for_each_named_result(i, [&](Slot s) { result[s] = &i; });
        }
      }
    return result;
  }

 private:
  std::vector<bool> constants() const {
    std::vector<bool> is(c_.tape.slot_count, false);
    for (const Tape::Constant& k : c_.tape.constants) is[k.slot] = true;
    return is;
  }

  const CompiledModel& c_;
};

/// Do both give the same bits at order 0? Operands that are made twice are compared by themselves.
bool same_operation(const Instruction& a, const Instruction& b) {
  if (a.op != b.op || a.a != b.a || is_linear(a.op)) return false;
  if (!reads_series_of_a(a) || !reads_series_of_a(b)) return a.out == b.out;
  return a.b == b.b && a.c == b.c;
}

std::vector<Slot> made_twice(const CompiledModel& c, const Slots& slots, const Code& code) {
  const auto in_series = slots.makers({&c.flow, &c.guards_code}), elsewhere = slots.makers({&code});
  std::vector<Slot> result;
  for (Slot s = 0; s < c.tape.slot_count; ++s)
    if (in_series[s] != nullptr && elsewhere[s] != nullptr && !same_operation(*in_series[s], *elsewhere[s]))
      result.push_back(s);
  return result;
}

}  // namespace

double tape_constant(const Tape::Constant& constant) {
  return constant.value->op() == Op::pi ? NumberTraits<double>::pi() : NumberTraits<double>::from(constant.value->number());
}

std::optional<LanePlan> lane_plan(const CompiledModel& c, std::span<const Slot> shown) {
  if (!is_plain(c)) return std::nullopt;
  LanePlan plan(c);
  plan.guards_read_flow = guards_read_flow(c);
  plan.guards_follow = c.guards_code.elementwise && !plan.guards_read_flow;
  const Slots slots(c);
  plan.sign_order = std::ranges::any_of(c.guards, &CompiledGuard::reads_time) ? 1 : 0;
  for (const Code* code : {&c.flow, &c.guards_code})
    for (const Instruction& i : code->instructions)
      if (i.op == TapeOp::exp || i.op == TapeOp::tanh || i.op == TapeOp::sinhcosh) plan.growing.push_back(i.a);
  for (const SingularResult& r : singular_results(c)) {
    if (r.degree > 0) return std::nullopt;
    plan.singular.push_back(r.out);
  }
  plan.made_in_round = made_twice(c, slots, c.round);
  plan.made_for_outputs = made_twice(c, slots, c.outputs);

  std::vector<bool> for_flow(c.tape.slot_count, false), kept(c.tape.slot_count, false);
  const auto join = [](std::vector<bool>& to, const std::vector<bool>& from) {
    for (std::size_t s = 0; s < to.size(); ++s) to[s] = to[s] || from[s];
  };
  for (const Code* code : {&c.flow, &c.guards_code}) join(for_flow, slots.read_first(*code));
  for (const CompiledState& s : c.states) for_flow[s.value] = true;
  for_flow[c.time] = true;
  const auto made = slots.makers({&c.flow, &c.guards_code});
  for (const CompiledGuard& g : c.guards)  // a guard may consist of what nobody computes
    for (const Slot s : g.terms)
      if (made[s] == nullptr) for_flow[s] = true;
  for (const CompiledGuard& g : c.guards)
    if (made[g.h] == nullptr) for_flow[g.h] = true;
  for (const Tape::Constant& k : c.tape.constants) for_flow[k.slot] = false;
  for (Slot s = 0; s < c.tape.slot_count; ++s)
    if (made[s] != nullptr && std::ranges::find(c.states, s, &CompiledState::value) == c.states.end()) for_flow[s] = false;
  join(kept, for_flow);
  for (const Code* code : {&c.values, &c.outputs, &c.round}) join(kept, slots.read_first(*code));
  for (const CompiledDiscrete& d : c.discretes) kept[d.value] = kept[d.pre] = true;
  for (const CompiledGuard& g : c.guards) kept[g.bit] = true;
  for (const CompiledPre& p : c.pres) kept[p.pre] = kept[p.value] = true;
  for (const Slot s : shown) kept[s] = true;  // parameters, which only the set-up makes
  const auto in_round = slots.makers({&c.round});
  const auto keep_unless_made = [&](Slot s) {
    if (s != no_slot && in_round[s] == nullptr) kept[s] = true;
  };
  for (const CompiledBranch& b : c.branches) {
    keep_unless_made(b.active);
    for (const CompiledReinit& r : b.reinits) keep_unless_made(r.value);
  }
  for (const CompiledCheck& check : c.checks) {
    keep_unless_made(check.active);
    keep_unless_made(check.condition);
  }
  kept[c.is_initial] = kept[c.is_terminal] = true;
  for (const Tape::Constant& k : c.tape.constants) kept[k.slot] = false;

  std::vector<bool> cleared = kept;
  for (const Code* code : {&c.setup, &c.initial}) join(cleared, slots.read_first(*code));
  for (Slot s = 0; s < c.tape.slot_count; ++s) {
    if (cleared[s]) plan.cleared.push_back(s);
    if (!kept[s]) continue;
    if (for_flow[s]) plan.kept_for_flow.push_back(static_cast<std::uint32_t>(plan.kept.size()));
    plan.kept.push_back(s);
  }
  std::vector<bool> moves(c.tape.slot_count, false);
  for (const CompiledState& s : c.states) moves[s.value] = true;
  for (const CompiledGuard& g : c.guards) {
    moves[g.h] = moves[g.h] || made[g.h] != nullptr;
    for (const Slot s : g.terms) moves[s] = moves[s] || made[s] != nullptr;
  }
  const auto made_again = slots.makers({&c.guards_code});
  for (Slot s = 0; s < c.tape.slot_count; ++s)
    if (moves[s] && !(plan.guards_follow && made_again[s] != nullptr)) plan.in_motion.push_back(s);
  plan.time = static_cast<std::uint32_t>(std::ranges::find(plan.kept, c.time) - plan.kept.begin());
  for (const CompiledState& s : c.states)
    plan.states.push_back(static_cast<std::uint32_t>(std::ranges::find(plan.kept, s.value) - plan.kept.begin()));
  return plan;
}

}  // namespace saltus
