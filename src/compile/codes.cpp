#include "compile/codes.hpp"

#include <algorithm>
#include <utility>

#include "tape/fuse.hpp"
#include "tape/operands.hpp"
#include "tape/share_derivatives.hpp"

namespace saltus {

namespace {

// Which operations a slot depends on, among those of rate continuous.
class Needs {
 public:
  Needs(const Tape& tape, const InstructionList& all) : tape_(tape), all_(all), producer_(tape.slot_count, none) {
    for (std::uint32_t i = 0; i < all.size(); ++i)
      if (all[i].rate == Rate::continuous) for_each_result(tape, all[i].instruction, [&](Slot s) { producer_[s] = i; });
  }

  /// Of a slot that was there when this was made.
  [[nodiscard]] bool is_made(Slot s) const { return producer_[s] != none; }

  /// The operations for `wanted`, in their order, without those in `given`.
  std::vector<Instruction> of(std::vector<Slot> wanted, const std::vector<bool>& given,
                              std::vector<bool>* taken = nullptr) const {
    std::vector<bool> needed(all_.size(), false);
    while (!wanted.empty()) {
      const Slot s = wanted.back();
      const std::uint32_t i = s < producer_.size() ? producer_[s] : none;
      wanted.pop_back();
      if (i == none || needed[i] || given[i]) continue;
      needed[i] = true;
      for_each_operand(tape_, all_[i].instruction, [&](Slot s) { wanted.push_back(s); });
    }
    std::vector<Instruction> result;
    result.reserve(static_cast<std::size_t>(std::ranges::count(needed, true)));
    for (std::size_t i = 0; i < all_.size(); ++i)
      if (needed[i]) result.push_back(all_[i].instruction);
    if (taken) *taken = std::move(needed);
    return result;
  }

 private:
  const Tape& tape_;
  const InstructionList& all_;
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  std::vector<std::uint32_t> producer_;
};

void find_flow_inputs(CompiledModel& c) {
  enum : std::uint8_t { made_by_flow = 1, constant = 2, listed = 4 };
  std::vector<std::uint8_t> what(c.tape.slot_count, 0);
  for (const Code* code : {&c.flow, &c.guards_code})
    for (const Instruction& i : code->instructions) for_each_result(c.tape, i, [&](Slot s) { what[s] |= made_by_flow; });
  what[c.time] |= made_by_flow;
  for (const Tape::Constant& k : c.tape.constants) what[k.slot] |= constant;
  for (const Slot s : c.inputs) what[s] |= constant;
  for (const Instruction& i : c.setup.instructions) for_each_result(c.tape, i, [&](Slot s) { what[s] |= constant; });
  const auto add = [&](Slot s) {
    if (what[s] == 0) c.flow_inputs.push_back(s);
    what[s] |= listed;
  };
  for (const Code* code : {&c.flow, &c.guards_code})
    for (const Instruction& i : code->instructions) for_each_operand(c.tape, i, add);
  for (const CompiledGuard& g : c.guards) {
    add(g.h);
    for (const Slot s : g.terms) add(s);
  }
}

// What is read after a round, of everything that can be continuous.
std::vector<Slot> read_after_round(const CompiledModel& c) {
  std::vector<Slot> result;
  const auto add = [&](Slot s) {
    if (s != no_slot) result.push_back(s);
  };
  const auto add_checks = [&](const std::vector<CompiledCheck>& checks) {
    for (const CompiledCheck& check : checks) {
      add(check.active);
      add(check.condition);
      for (const CompiledCheck::Part& p : check.message) add(p.value);
    }
  };
  const auto add_solver = [&](const CompiledSolver* solver) {
    if (!solver) return;
    add(solver->tolerance);
    add(solver->step);
  };
  for (const CompiledVariable& v : c.variables) add(v.value);
  for (const CompiledDiscrete& d : c.discretes) {
    add(d.value);
    add(d.fresh);
  }
  for (const CompiledPre& p : c.pres) add(p.value);
  for (const CompiledGuard& g : c.guards) {
    add(g.h);
    for (const Slot s : g.terms) add(s);
  }
  for (const CompiledBranch& b : c.branches) {
    add(b.active);
    for (const CompiledReinit& r : b.reinits) {
      add(r.value);
      add(r.gives);
    }
    add_solver(b.solver.get());
  }
  add_checks(c.checks);
  for (const CompiledTransition& t : c.transitions) {
    add(t.condition);
    for (const CompiledTransition::Given& g : t.values) add(g.value);
    add_checks(t.checks);
    add_solver(t.solver ? &*t.solver : nullptr);
  }
  for (const CompiledSliding& s : c.sliding) {
    add(s.above);
    add(s.below);
  }
  return result;
}

// One round: everything but what only derivatives need. Where equations are solved together, or states meet constraints, nothing is left
// out: guesses and residuals live in the same slots.
std::vector<Instruction> round_operations(const CompiledModel& c, const InstructionList& all,
                                          const std::vector<Instruction>& hoisted) {
  std::vector<bool> wanted(c.tape.slot_count, !c.tape.blocks.empty() || !c.constraints.empty() || c.start_system.has_value());
  for (const Slot s : read_after_round(c)) wanted[s] = true;
  const auto want_operands = [&](const Instruction& i) { for_each_operand(c.tape, i, [&](Slot s) { wanted[s] = true; }); };
  for (const Instruction& i : hoisted) want_operands(i);
  for (const RatedInstruction& r : all)
    if (r.rate != Rate::continuous) want_operands(r.instruction);
  std::vector<bool> needed;
  for (const RatedInstruction& r : all) needed.push_back(r.rate != Rate::continuous);
  for (bool found = true; found;) {  // again where an operation reads what a later one leaves
    found = false;
    for (std::size_t i = all.size(); i-- > 0;) {
      if (needed[i]) continue;
      for_each_result(c.tape, all[i].instruction, [&](Slot s) { needed[i] = needed[i] || wanted[s]; });
      if (!needed[i]) continue;
      found = true;
      want_operands(all[i].instruction);
    }
  }
  std::vector<Instruction> round;
  round.reserve(static_cast<std::size_t>(std::ranges::count(needed, true)) + hoisted.size());
  for (std::size_t i = 0; i < all.size(); ++i)
    if (needed[i]) round.push_back(all[i].instruction);
  round.insert(round.end(), hoisted.begin(), hoisted.end());
  return round;
}

// What series follow. Unknowns that Newton's method finds are among it though nothing reads them: it stays on their branch of solutions only from a value
// that is near, and where the branch ends another one may have a solution.
std::vector<Slot> followed(const CompiledModel& c, const InstructionList& all) {
  std::vector<Slot> result;
  for (const CompiledState& s : c.states) result.push_back(s.derivative);
  for (const RatedInstruction& r : all) {
    if (r.rate != Rate::continuous || r.instruction.op != TapeOp::solve) continue;
    const auto& block = c.tape.blocks[r.instruction.index];
    if (!block.linear) result.insert(result.end(), block.unknowns.begin(), block.unknowns.end());
  }
  return result;
}

// Of a large model an event concerns few operations, which were made one after the other: they stay together in memory.
constexpr std::size_t least_in_given_order = 500;

}  // namespace

void split_into_codes(CompiledModel& c, const InstructionList& all) {
  const Needs needs(c.tape, all);
  std::vector<Slot> guards, values, shown;
  for (const CompiledState& s : c.states) shown.push_back(s.derivative);
  for (const CompiledGuard& g : c.guards) {
    guards.push_back(g.h);
    guards.insert(guards.end(), g.terms.begin(), g.terms.end());
  }
  for (const CompiledVariable& v : c.variables)
    if (v.value != no_slot) values.push_back(v.value);
  shown.insert(shown.end(), values.begin(), values.end());

  std::vector<bool> states_and_time(c.tape.slot_count, false);
  states_and_time[c.time] = true;
  for (const CompiledState& s : c.states) states_and_time[s.value] = true;
  const auto is_constant = [&](Slot s) { return s >= states_and_time.size() || (!states_and_time[s] && !needs.is_made(s)); };

  const std::vector<Slot> series = followed(c, all);
  std::vector<bool> in_flow;
  const std::vector<bool> nothing(all.size(), false);
  std::vector<Instruction> flow = needs.of(series, nothing, &in_flow);
  for (const CompiledState& s : c.states) flow.push_back({.op = TapeOp::integrate, .out = s.value, .a = s.derivative});
  std::vector<Instruction> guard_list = needs.of(guards, in_flow);
  std::vector<Slot> kept = guards;
  kept.insert(kept.end(), series.begin() + static_cast<std::ptrdiff_t>(c.states.size()), series.end());
  for (const Instruction& i : guard_list) for_each_operand(c.tape, i, [&](Slot s) { kept.push_back(s); });

  std::vector<Instruction> hoisted;  // operations on constants that fusion makes
  const std::vector<Instruction> fused = fuse(c.tape, std::move(flow), kept, is_constant, &hoisted);
  const std::vector<Instruction> shared = share_derivatives(c.tape, fused);
  c.flow = arrange(c.tape, shared);
  if (shared != fused) c.flow_along = arrange(c.tape, fused);
  c.guards_code = arrange(c.tape, fuse(c.tape, std::move(guard_list), guards, is_constant, &hoisted));
  std::vector<Slot> outputs = shown;
  outputs.insert(outputs.end(), c.edges.begin(), c.edges.end());
  c.outputs = arrange(c.tape, needs.of(std::move(outputs), nothing));
  c.values = arrange(c.tape, needs.of(values, nothing));
  std::vector<bool> shown_only(c.tape.slot_count, false);
  for (const Instruction& i : needs.of(shown, in_flow)) for_each_result(c.tape, i, [&](Slot s) { shown_only[s] = true; });
  for (std::size_t v = 0; v < c.variables.size(); ++v) {
    const Slot value = c.variables[v].value;
    if (value != no_slot && shown_only[value] && !c.model.variables[v].is_watched) c.shown_only.push_back(value);
  }
  auto round = round_operations(c, all, hoisted);
  c.round = round.size() < least_in_given_order ? arrange(c.tape, std::move(round)) : in_given_order(std::move(round));
  find_flow_inputs(c);
}

}  // namespace saltus
