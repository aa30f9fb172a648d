#include "compile/guard_readers.hpp"

#include <algorithm>

#include "tape/operands.hpp"

namespace saltus {

namespace {

// Operations and slots that depend on the bit of some guard; most models have few.
class BitReaders {
 public:
  BitReaders(const Tape& tape, const InstructionList& all)
      : tape_(tape), all_(all), producer_(tape.slot_count, none), seen_(all.size(), 0) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      const Instruction& instruction = all[i].instruction;
      bool reads = instruction.op == TapeOp::relation;
      for_each_operand(tape, instruction, [&](Slot s) { reads = reads || producer_[s] != none; });
      if (reads) for_each_result(tape, instruction, [&](Slot s) { producer_[s] = i; });
    }
  }

  /// The guards whose bits `h` is computed from, sorted.
  std::vector<std::uint32_t> guards_behind(Slot h) {
    std::vector<std::uint32_t> result;
    std::vector<Slot> open{h};
    ++round_;
    while (!open.empty()) {
      const std::size_t i = producer_[open.back()];
      open.pop_back();
      if (i == none || seen_[i] == round_) continue;
      seen_[i] = round_;
      const Instruction& instruction = all_[i].instruction;
      if (instruction.op == TapeOp::relation) {
        result.push_back(instruction.index);
      } else {
        for_each_operand(tape_, instruction, [&](Slot s) { open.push_back(s); });
      }
    }
    std::ranges::sort(result);
    return result;
  }

 private:
  static constexpr std::size_t none = ~std::size_t{0};
  const Tape& tape_;
  const InstructionList& all_;
  std::vector<std::size_t> producer_;  // of slots that depend on a bit
  std::vector<std::size_t> seen_;      // the last search that came by
  std::size_t round_ = 0;
};

}  // namespace

void find_guard_readers(CompiledModel& compiled, const InstructionList& all) {
  if (compiled.guards.size() < 2 && compiled.transitions.empty()) return;
  BitReaders readers(compiled.tape, all);
  for (CompiledTransition& t : compiled.transitions) t.reads = readers.guards_behind(t.condition);
  for (CompiledGuard& g : compiled.guards) g.reads = readers.guards_behind(g.h);
}

}  // namespace saltus
