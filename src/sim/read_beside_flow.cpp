#include "sim/read_beside_flow.hpp"

#include "sim/singular_results.hpp"
#include "tape/operands.hpp"

namespace saltus {

std::vector<Slot> read_beside_flow(const CompiledModel& c) {
  std::vector<Slot> slots;
  const auto add_operands = [&](const Code& code) {
    for (const Instruction& i : code.instructions) for_each_operand(c.tape, i, [&](Slot s) { slots.push_back(s); });
  };
  add_operands(c.guards_code);
  for (const ImplicitBlock& block : c.tape.blocks) add_operands(block.residual_code);
  for (const Instruction& i : c.flow.instructions) {
    using enum TapeOp;
    if (i.op == sqrt || i.op == pow || i.op == exp || i.op == tanh || i.op == sinhcosh)
      slots.insert(slots.end(), {i.a, i.out});
  }
  for (const CompiledGuard& g : c.guards) {
    slots.push_back(g.h);
    slots.insert(slots.end(), g.terms.begin(), g.terms.end());
  }
  for (const CompiledTear& x : c.tears) slots.push_back(x.value);
  for (const SingularResult& r : singular_results(c)) {
    slots.push_back(r.out);
    if (r.denominator != no_slot) slots.push_back(r.denominator);
  }
  return slots;
}

}  // namespace saltus
