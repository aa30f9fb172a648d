#include "compile/slot_order.hpp"

#include <algorithm>
#include <vector>

#include "tape/operands.hpp"

namespace saltus {
namespace {

// Smaller models fit in a cache whatever their order.
constexpr std::size_t least_slots = 1000;

/// Calls f(slot) for every slot that is named somewhere, to read or to change it; possibly more than once. Not for models with modes, or with
/// equations that are solved together.
template <class F>
void for_each_slot(CompiledModel& c, F&& f) {
  const auto visit = [&f](auto&... slots) { (f(slots), ...); };
  for (Tape::Constant& k : c.tape.constants) visit(k.slot);
  for (LinearTerm& t : c.tape.terms) visit(t.weight, t.factor);
  for (Slot& s : c.tape.arguments) f(s);
  const auto visit_code = [&visit](Code& code) {
    for (Instruction& i : code.instructions) visit(i.out, i.a, i.b, i.c, i.out2);
  };
  for (Code* code : {&c.setup, &c.initial, &c.flow, &c.guards_code, &c.outputs, &c.values, &c.round}) visit_code(*code);
  if (c.flow_along) visit_code(*c.flow_along);
  visit(c.time, c.is_initial, c.is_terminal);
  for (CompiledState& s : c.states) visit(s.value, s.derivative, s.start, s.nominal);
  for (auto& [slot, state] : c.initial_states) f(slot);
  for (auto& [slot, discrete] : c.initial_discretes) f(slot);
  for (CompiledDiscrete& d : c.discretes) visit(d.value, d.pre, d.start, d.fresh);
  for (CompiledPre& p : c.pres) visit(p.value, p.pre);
  for (CompiledGuard& g : c.guards) {
    visit(g.h, g.bit, g.state);
    for (Slot& s : g.terms) f(s);
  }
  for (CompiledSample& s : c.samples) visit(s.bit, s.start, s.interval);
  for (CompiledZenoBit& z : c.zeno_bits) f(z.bit);
  for (CompiledBranch& b : c.branches) {
    visit(b.active);
    for (CompiledReinit& r : b.reinits) visit(r.value, r.gives);
  }
  for (CompiledCheck& k : c.checks) {
    visit(k.active, k.condition);
    for (CompiledCheck::Part& p : k.message) f(p.value);
  }
  for (CompiledVariable& v : c.variables) visit(v.value, v.derivative);
  for (CompiledRange& r : c.ranges) visit(r.least, r.most, r.nominal);
  for (Origin& o : c.origins) f(o.slot);
  for (std::vector<Slot>* list : {&c.inputs, &c.flow_inputs, &c.shown_only, &c.edges})
    for (Slot& s : *list) f(s);
}

bool fits(const CompiledModel& c) {
  const auto changes_solver = [](const CompiledBranch& b) { return b.solver != nullptr; };
  const auto has_work_slots = [](const Instruction& i) { return i.op == TapeOp::sincos && i.c != no_slot; };  // side by side
  return c.tape.slot_count >= least_slots && c.model.machines.empty() && c.transitions.empty() && c.sliding.empty() &&
         c.constraints.empty() && !c.start_system && c.tears.empty() && c.tape.blocks.empty() && c.entered.empty() &&
         c.held.empty() && c.latches.empty() && c.entering == no_slot && std::ranges::none_of(c.branches, changes_solver) &&
         std::ranges::none_of(c.flow.instructions, has_work_slots);
}

/// The slots that are looked at beyond order 0: by the motion, by guards, and where all variables are wanted.
std::vector<bool> slots_with_series(const CompiledModel& c) {
  std::vector<bool> has(c.tape.slot_count, false);
  const auto add = [&has](Slot s) {
    if (s != no_slot) has[s] = true;
  };
  for (const Code* code : {&c.flow, &c.along(), &c.guards_code, &c.outputs, &c.values})
    for (const Instruction& i : code->instructions) {
      for_each_operand(c.tape, i, add);
      for_each_result(c.tape, i, add);
    }
  add(c.time);
  for (const CompiledState& s : c.states) {
    add(s.value);
    add(s.derivative);
  }
  for (const CompiledGuard& g : c.guards) {
    add(g.h);
    for (const Slot s : g.terms) add(s);
  }
  for (const CompiledVariable& v : c.variables) {
    add(v.value);
    add(v.derivative);
  }
  for (const Origin& o : c.origins) add(o.slot);
  for (const std::vector<Slot>* list : {&c.flow_inputs, &c.shown_only, &c.edges})
    for (const Slot s : *list) add(s);
  return has;
}

/// All slots in the order in which a round comes to them, then the others.
std::vector<Slot> in_order_of_round(const CompiledModel& c) {
  std::vector<Slot> order;
  order.reserve(c.tape.slot_count);
  std::vector<bool> seen(c.tape.slot_count, false);
  const auto add = [&](Slot s) {
    if (seen[s]) return;
    seen[s] = true;
    order.push_back(s);
  };
  for (const Instruction& i : c.round.instructions) {
    for_each_operand(c.tape, i, add);
    for_each_result(c.tape, i, add);
  }
  for (Slot s = 0; s < c.tape.slot_count; ++s) add(s);
  return order;
}

}  // namespace

void order_slots(CompiledModel& c) {
  if (!fits(c)) return;
  const std::vector<bool> has_series = slots_with_series(c);
  const std::vector<Slot> order = in_order_of_round(c);
  std::vector<Slot> number(c.tape.slot_count, no_slot);
  Slot next = 0;
  const auto number_those = [&](bool with_series) {
    for (const Slot s : order)
      if (has_series[s] == with_series) number[s] = next++;
  };
  number_those(true);
  c.tape.series_count = next;
  number_those(false);
  for_each_slot(c, [&](Slot& s) {
    if (s != no_slot) s = number[s];
  });
}

}  // namespace saltus
