#include "tape/share_derivatives.hpp"

#include <vector>

#include "tape/operands.hpp"

namespace saltus {

std::vector<Instruction> share_derivatives(Tape& tape, std::vector<Instruction> instructions) {
  std::vector<Slot> derivative(tape.slot_count, no_slot);
  for (const Instruction& i : instructions) {
    if (!is_integration(i.op)) continue;
    const Slot rate = i.op == TapeOp::integrate ? i.a : i.out2;
    if (rate != no_slot) derivative[i.out] = rate;
  }
  for (Instruction& i : instructions) {
    if (i.op != TapeOp::sincos && i.op != TapeOp::exp) continue;
    if (derivative[i.a] == no_slot) continue;
    i.b = derivative[i.a];
    if (i.op != TapeOp::sincos) continue;
    i.c = tape.new_slot();
    tape.new_slot();
  }
  return instructions;
}

}  // namespace saltus
