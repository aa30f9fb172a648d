// Levels: an operation stands one level above everything it must follow, which is
//   - the last writer of each slot it reads,
//   - every earlier reader and the last writer of each slot it writes (lists from event rounds write a slot more than once).
// Operations of a level are independent, so a level may be sorted by opcode.

#include <algorithm>
#include <cstddef>
#include <limits>
#include <numeric>
#include <utility>

#include "tape/elementwise.hpp"
#include "tape/operands.hpp"
#include "tape/slot_table.hpp"
#include "tape/tape.hpp"

namespace saltus {
namespace {

constexpr std::uint32_t last_level = std::numeric_limits<std::uint32_t>::max();

class Leveller {
 public:
  Leveller(const Tape* tape, const std::vector<Instruction>& instructions)
      : tape_(tape), slots_(slot_count(instructions), 6 * instructions.size() + list_sizes(instructions)) {}

  std::uint32_t place(const Instruction& i) {
    if (is_integration(i.op)) return last_level;
    const bool opaque = tape_ == nullptr && has_list(i);
    std::uint32_t level = opaque ? highest_ + 1 : barrier_;
    const auto after = [&](std::uint32_t other) { level = std::max(level, other + 1); };
    for_each_read(i, [&](Slot s) {
      if (const Levels* l = slots_.find(s)) after(l->writer);
    });
    for_each_written(i, [&](Slot s) {
      if (const Levels* l = slots_.find(s)) after(std::max(l->writer, l->reader));
    });
    for_each_read(i, [&](Slot s) {
      auto& reader = slots_[s].reader;
      reader = std::max(reader, level);
    });
    for_each_written(i, [&](Slot s) { slots_[s].writer = level; });
    highest_ = std::max(highest_, level);
    if (opaque) barrier_ = level + 1;
    return level;
  }
  /// Of the levels so far, but the last one.
  [[nodiscard]] std::uint32_t highest() const { return highest_; }

 private:
  template <class F>
  void for_each_read(const Instruction& i, F&& f) const {
    if (tape_ != nullptr)
      for_each_operand(*tape_, i, f);
    else
      for_each_named_operand(i, f);
  }
  template <class F>
  void for_each_written(const Instruction& i, F&& f) const {
    if (tape_ != nullptr)
      for_each_result(*tape_, i, f);
    else
      for_each_named_result(i, f);
  }

  struct Levels {
    std::uint32_t writer = 0, reader = 0;  // the last one's; 0: none
  };

  std::size_t slot_count(const std::vector<Instruction>& instructions) const {
    if (tape_ != nullptr) return tape_->slot_count;
    Slot largest = 0;
    for (const Instruction& i : instructions) {
      for_each_named_operand(i, [&](Slot s) { largest = std::max(largest, s); });
      for_each_named_result(i, [&](Slot s) { largest = std::max(largest, s); });
    }
    return std::size_t{largest} + 1;
  }
  /// Slots that only the tape knows.
  std::size_t list_sizes(const std::vector<Instruction>& instructions) const {
    std::size_t sum = 0;
    if (tape_ == nullptr) return sum;
    for (const Instruction& i : instructions) {
      if (!has_list(i)) continue;
      for_each_operand(*tape_, i, [&](Slot) { ++sum; });
      for_each_result(*tape_, i, [&](Slot) { ++sum; });
    }
    return sum;
  }

  const Tape* tape_;
  std::uint32_t barrier_ = 1;  // what follows an operation with unknown operands stays behind it
  std::uint32_t highest_ = 0;
  SlotTable<Levels> slots_;
};

/// Which integrations can wait for all orders: nothing reads more than coefficient 0 of what they make.
std::vector<bool> late_integrations(const Tape* tape, const std::vector<Instruction>& instructions) {
  std::vector<bool> late(instructions.size(), false);
  if (tape == nullptr) return late;
  if (std::ranges::none_of(instructions, [](const Instruction& i) { return i.op == TapeOp::integrate; })) return late;
  std::vector<bool> read(tape->slot_count, false);
  for (const Instruction& i : instructions) {
    const bool kept = read[i.a == no_slot ? 0 : i.a];
    for_each_operand(*tape, i, [&](Slot s) { read[s] = true; });
    if (i.a != no_slot && !reads_series_of_a(i) && i.b != i.a) read[i.a] = kept;
  }
  for (std::size_t p = 0; p < instructions.size(); ++p)
    late[p] = instructions[p].op == TapeOp::integrate && !read[instructions[p].out];
  return late;
}

bool all_elementwise(const std::vector<Instruction>& list) {
  return std::ranges::all_of(list, [](const Instruction& i) { return is_elementwise(i.op); });
}

/// The same positions in the order of their keys, which are below `keys`; those with equal keys as they were.
template <class Key>
std::vector<std::uint32_t> sorted_by(const std::vector<std::uint32_t>& positions, std::size_t keys, const Key& key) {
  std::vector<std::uint32_t> next(keys + 1, 0), result(positions.size());
  for (const std::uint32_t p : positions) ++next[key(p) + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  for (const std::uint32_t p : positions) result[next[key(p)]++] = p;
  return result;
}

/// By level, then those that are late last, then by opcode. Lists are long, and levels and opcodes few.
std::vector<std::uint32_t> order_of(const Tape* tape, const std::vector<Instruction>& instructions,
                                    const std::vector<bool>& late) {
  std::vector<std::uint32_t> levels, order(instructions.size());
  levels.reserve(instructions.size());
  std::uint32_t last = 0;
  {
    Leveller leveller(tape, instructions);
    for (const Instruction& i : instructions) levels.push_back(leveller.place(i));
    last = leveller.highest() + 1;
  }
  std::iota(order.begin(), order.end(), 0U);
  constexpr std::size_t opcodes = static_cast<std::size_t>(TapeOp::relation) + 1;
  order = sorted_by(order, 2 * opcodes, [&](std::uint32_t p) {
    return (late[p] ? opcodes : 0) + static_cast<std::size_t>(instructions[p].op);
  });
  return sorted_by(order, last + 1, [&](std::uint32_t p) { return std::min(levels[p], last); });
}

Code arranged(const Tape* tape, const std::vector<Instruction>& instructions) {
  const std::vector<bool> late = late_integrations(tape, instructions);
  Code code;
  code.instructions.reserve(instructions.size());
  for (const std::uint32_t p : order_of(tape, instructions, late)) {
    code.instructions.push_back(instructions[p]);
    if (late[p]) ++code.late;
  }
  code.elementwise = all_elementwise(code.instructions);
  return code;
}

}  // namespace

Code arrange(const Tape& tape, std::vector<Instruction> instructions) { return arranged(&tape, instructions); }

Code arrange(std::vector<Instruction> instructions) { return arranged(nullptr, instructions); }

Code in_given_order(std::vector<Instruction> instructions) {
  Code code;
  code.elementwise = all_elementwise(instructions);
  code.instructions = std::move(instructions);
  return code;
}

}  // namespace saltus
