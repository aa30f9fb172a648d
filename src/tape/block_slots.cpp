#include "tape/operands.hpp"

namespace saltus {

std::set<Slot> results_of(const Tape& tape, const ImplicitBlock& block) {
  std::set<Slot> made(block.unknowns.begin(), block.unknowns.end());
  made.insert(block.sizes.begin(), block.sizes.end());
  for (const Code* code : {&block.residual_code, &block.jacobian_code})
    for (const Instruction& i : code->instructions) for_each_result(tape, i, [&](Slot s) { made.insert(s); });
  return made;
}

std::set<Slot> inputs_of(const Tape& tape, const ImplicitBlock& block) {
  const std::set<Slot> made = results_of(tape, block);
  std::set<Slot> read;
  const auto add = [&](Slot s) {
    if (!made.contains(s)) read.insert(s);
  };
  for (const Code* code : {&block.residual_code, &block.jacobian_code})
    for (const Instruction& i : code->instructions) for_each_operand(tape, i, add);
  for (const Slot s : block.residuals) add(s);
  for (const ImplicitBlock::Entry& e : block.jacobian) add(e.value);
  for (const auto& terms : block.terms)
    for (const Slot s : terms) add(s);
  return read;
}

}  // namespace saltus
