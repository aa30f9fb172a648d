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
    case TapeOp::asin:
    case TapeOp::acos:
    case TapeOp::atan:
    case TapeOp::atan2: return !in_series;  // stretches are checked, and values may jump (sim/probe.hpp)
    default: return true;
  }
}

bool all_known(const Code& code, bool in_series) {
  return std::ranges::all_of(code.instructions, [&](const Instruction& i) { return is_known(i.op, in_series); });
}

/// Are all stretches of the motion of a kind that lanes know? What happens at instants is another matter.
bool flows_in_lanes(const CompiledModel& c) {
  if (c.states.empty() || !c.constraints.empty() || !c.tears.empty() || !c.samples.empty() || !c.sliding.empty() || !c.edges.empty())
    return false;
  if (std::ranges::any_of(c.guards, &CompiledGuard::in_loop)) return false;
  return all_known(c.flow, true) && all_known(c.guards_code, true) && all_known(c.outputs, false);
}

bool is_plain(const CompiledModel& c) {
  const bool rare = !c.model.machines.empty() || !c.transitions.empty() || c.start_system || !c.zeno_bits.empty() ||
                    !c.start_problems.empty() || !c.latches.empty() || !c.held.empty() || !c.entered.empty() ||
                    c.entering != no_slot;
  if (rare || !flows_in_lanes(c)) return false;
  if (std::ranges::any_of(c.branches, [](const CompiledBranch& b) { return b.solver != nullptr; })) return false;
  return all_known(c.setup, false) && all_known(c.initial, false) && all_known(c.values, false) && all_known(c.round, false);
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

void join(std::vector<bool>& to, const std::vector<bool>& from) {
  for (std::size_t s = 0; s < to.size(); ++s) to[s] = to[s] || from[s];
}

/// What stretches ask about; nothing if they are not for lanes after all.
std::optional<LanePlan> begin_plan(const CompiledModel& c, const Slots& slots) {
  LanePlan plan(c);
  plan.guards_read_flow = guards_read_flow(c);
  plan.guards_follow = c.guards_code.elementwise && !plan.guards_read_flow;
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
  return plan;
}

/// What flow and guards read and do not make.
std::vector<bool> read_by_flow(const CompiledModel& c, const Slots& slots) {
  std::vector<bool> read(c.tape.slot_count, false);
  for (const Code* code : {&c.flow, &c.guards_code}) join(read, slots.read_first(*code));
  for (const CompiledState& s : c.states) read[s.value] = true;
  read[c.time] = true;
  const auto made = slots.makers({&c.flow, &c.guards_code});
  for (const CompiledGuard& g : c.guards) {  // a guard may consist of what nobody computes
    for (const Slot s : g.terms)
      if (made[s] == nullptr) read[s] = true;
    if (made[g.h] == nullptr) read[g.h] = true;
  }
  for (const Tape::Constant& k : c.tape.constants) read[k.slot] = false;
  for (Slot s = 0; s < c.tape.slot_count; ++s)
    if (made[s] != nullptr && std::ranges::find(c.states, s, &CompiledState::value) == c.states.end()) read[s] = false;
  return read;
}

/// What the outputs read, by which stretches are checked at their ends, and those that only the set-up makes.
std::vector<bool> read_by_outputs(const CompiledModel& c, const Slots& slots) {
  std::vector<bool> read = slots.read_first(c.outputs);
  const auto made = slots.makers({&c.outputs});
  for (const Slot s : c.shown_only)
    if (made[s] == nullptr) read[s] = true;
  return read;
}

/// The lists of `plan`, from what is known about each slot.
void list_slots(LanePlan& plan, const Slots& slots, const std::vector<bool>& kept, const std::vector<bool>& for_flow) {
  const CompiledModel& c = plan.compiled;
  for (Slot s = 0; s < c.tape.slot_count; ++s) {
    if (!kept[s]) continue;
    if (for_flow[s]) plan.kept_for_flow.push_back(static_cast<std::uint32_t>(plan.kept.size()));
    plan.kept.push_back(s);
  }
  const auto made = slots.makers({&c.flow, &c.guards_code}), made_again = slots.makers({&c.guards_code});
  std::vector<bool> moves(c.tape.slot_count, false);
  for (const CompiledState& s : c.states) moves[s.value] = true;
  for (const CompiledGuard& g : c.guards) {
    moves[g.h] = moves[g.h] || made[g.h] != nullptr;
    for (const Slot s : g.terms) moves[s] = moves[s] || made[s] != nullptr;
  }
  for (Slot s = 0; s < c.tape.slot_count; ++s)
    if (moves[s] && !(plan.guards_follow && made_again[s] != nullptr)) plan.in_motion.push_back(s);
  const auto place_of = [&](Slot s) { return static_cast<std::uint32_t>(std::ranges::find(plan.kept, s) - plan.kept.begin()); };
  plan.time = place_of(c.time);
  for (const CompiledState& s : c.states) plan.states.push_back(place_of(s.value));
}

}  // namespace

double tape_constant(const Tape::Constant& constant) {
  return constant.value->op() == Op::pi ? NumberTraits<double>::pi() : NumberTraits<double>::from(constant.value->number());
}

std::optional<LanePlan> lane_plan(const CompiledModel& c, std::span<const Slot> shown) {
  const Slots slots(c);
  auto plan = is_plain(c) ? begin_plan(c, slots) : std::nullopt;
  if (!plan) return plan;
  const std::vector<bool> for_flow = read_by_flow(c, slots);
  std::vector<bool> kept = for_flow;
  for (const Code* code : {&c.values, &c.round}) join(kept, slots.read_first(*code));
  join(kept, read_by_outputs(c, slots));
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
    for (const CompiledReinit& r : b.reinits) {
      keep_unless_made(r.value);
      keep_unless_made(r.gives);
    }
  }
  for (const CompiledCheck& check : c.checks) {
    keep_unless_made(check.active);
    keep_unless_made(check.condition);
  }
  kept[c.is_initial] = kept[c.is_terminal] = true;
  for (const Tape::Constant& k : c.tape.constants) kept[k.slot] = false;

  std::vector<bool> cleared = kept;
  for (const Code* code : {&c.setup, &c.initial}) join(cleared, slots.read_first(*code));
  for (Slot s = 0; s < c.tape.slot_count; ++s)
    if (cleared[s]) plan->cleared.push_back(s);
  list_slots(*plan, slots, kept, for_flow);
  return plan;
}

std::optional<LanePlan> stretch_plan(const CompiledModel& c) {
  const Slots slots(c);
  auto plan = flows_in_lanes(c) ? begin_plan(c, slots) : std::nullopt;
  if (!plan) return plan;
  const std::vector<bool> for_flow = read_by_flow(c, slots);
  std::vector<bool> kept = for_flow;
  join(kept, read_by_outputs(c, slots));
  for (const Tape::Constant& k : c.tape.constants) kept[k.slot] = false;
  list_slots(*plan, slots, kept, for_flow);
  plan->is_lent = true;
  const auto in_series = slots.makers({&c.flow, &c.guards_code});
  const auto before = made_twice(c, slots, c.values);
  for (Slot s = 0; s < c.tape.slot_count; ++s) {
    if (in_series[s] != nullptr) plan->made_in_series.push_back(s);
    const auto is_in = [s](const std::vector<Slot>& list) { return std::ranges::find(list, s) != list.end(); };
    if (is_in(plan->made_in_round) || is_in(plan->made_for_outputs) || is_in(before)) plan->made_at_instants.push_back(s);
  }
  return plan;
}

}  // namespace saltus
