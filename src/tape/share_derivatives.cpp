#include "tape/share_derivatives.hpp"

#include <unordered_map>

#include "tape/operands.hpp"

namespace saltus {

std::vector<Instruction> share_derivatives(Tape& tape, std::vector<Instruction> instructions) {
  std::unordered_map<Slot, Slot> derivative;
  for (const Instruction& i : instructions) {
    if (!is_integration(i.op)) continue;
    const Slot rate = i.op == TapeOp::integrate ? i.a : i.out2;
    if (rate != no_slot) derivative[i.out] = rate;
  }
  for (Instruction& i : instructions) {
    if (i.op != TapeOp::sincos && i.op != TapeOp::exp) continue;
    const auto it = derivative.find(i.a);
    if (it == derivative.end()) continue;
    i.b = it->second;
    if (i.op != TapeOp::sincos) continue;
    i.c = tape.new_slot();
    tape.new_slot();
  }
  return instructions;
}

}  // namespace saltus
