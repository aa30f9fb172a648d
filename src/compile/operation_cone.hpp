#pragma once
// What a slot is computed from.

#include <algorithm>
#include <cstdint>
#include <vector>

#include "tape/operands.hpp"

namespace saltus {

/// What a search through the operations of one code reaches, backwards from a slot.
class OperationCone {
 public:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  OperationCone(const Tape& tape, const Code& code) : tape_(tape), code_(code), made_(tape.slot_count, none) {
    for (std::uint32_t i = 0; i < code.instructions.size(); ++i)
      for_each_result(tape, code.instructions[i], [&](Slot s) { made_[s] = i; });
    seen_op_.assign(code.instructions.size(), 0);
    seen_slot_.assign(tape.slot_count, 0);
  }

  /// The operation that makes the slot, or none.
  [[nodiscard]] std::uint32_t maker(Slot s) const { return made_[s]; }
  void begin() {
    ++stamp_;
    ops_.clear();
    ends_.clear();
  }
  /// stop(slot): the slot is an end, whoever makes it; stop_at(op): so is the result of the operation.
  template <class Stop, class StopAt>
  void reach(Slot from, const Stop& stop, const StopAt& stop_at) {
    open_.push_back(from);
    while (!open_.empty()) {
      const Slot s = open_.back();
      open_.pop_back();
      if (seen_slot_[s] == stamp_) continue;
      seen_slot_[s] = stamp_;
      const std::uint32_t op = made_[s];
      if (op == none || stop(s) || stop_at(code_.instructions[op])) {
        ends_.push_back(s);
        continue;
      }
      if (seen_op_[op] == stamp_) continue;
      seen_op_[op] = stamp_;
      ops_.push_back(op);
      for_each_operand(tape_, code_.instructions[op], [&](Slot operand) { open_.push_back(operand); });
    }
  }
  /// In the order of the code.
  [[nodiscard]] const std::vector<std::uint32_t>& ops() {
    std::ranges::sort(ops_);
    return ops_;
  }
  [[nodiscard]] const std::vector<Slot>& ends() const { return ends_; }

 private:
  const Tape& tape_;
  const Code& code_;
  std::vector<std::uint32_t> made_, seen_op_, seen_slot_;
  std::uint32_t stamp_ = 0;
  std::vector<std::uint32_t> ops_;
  std::vector<Slot> ends_, open_;
};

}  // namespace saltus
