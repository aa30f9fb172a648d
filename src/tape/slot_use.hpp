#pragma once
// What a list of operations does with each slot.

#include <vector>

#include "tape/operands.hpp"

namespace saltus {

class SlotUse {
 public:
  SlotUse(const Tape& tape, const std::vector<Instruction>& list, const std::vector<Slot>& keep)
      : reads_(tape.slot_count, 0), writes_(tape.slot_count, 0), kept_(tape.slot_count, false), early_(tape.slot_count, false) {
    for (const Slot s : keep) kept_[s] = true;
    for (const Instruction& i : list) {
      for_each_operand(tape, i, [&](Slot s) {
        count(reads_[s]);
        early_[s] = early_[s] || writes_[s] == 0;
      });
      // Order k+1 of a state is no write at order k.
      if (!is_integration(i.op)) for_each_result(tape, i, [&](Slot s) { count(writes_[s]); });
    }
  }

  /// Needed elsewhere, or carried from one run of the list to the next.
  [[nodiscard]] bool kept(Slot s) const { return kept_[s] || !stable(s); }
  /// Has one value throughout the list.
  [[nodiscard]] bool stable(Slot s) const { return writes_[s] == 0 || (writes_[s] == 1 && !early_[s]); }
  [[nodiscard]] bool has_one_reader(Slot s) const { return reads_[s] == 1; }

 private:
  static void count(std::uint8_t& uses) { uses = uses == 0 ? 1 : 2; }
  std::vector<std::uint8_t> reads_, writes_;  // 2: twice or more
  std::vector<bool> kept_, early_;
};

}  // namespace saltus
