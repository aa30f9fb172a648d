#pragma once
// Values of slots, for one look at a list of operations: by number where the list concerns much of the tape, hashed where it concerns
// little of it, so that many short lists over a long tape cost what they are long.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tape/tape.hpp"

namespace saltus {

template <class V>
class SlotTable {
 public:
  /// `most` bounds the number of slots that get a value; slots are below `slot_count`.
  SlotTable(std::size_t slot_count, std::size_t most) : direct_(most > slot_count / 16) {
    cells_.resize(direct_ ? slot_count : std::bit_ceil(2 * most + 2));
  }

  /// Null if there is no value.
  [[nodiscard]] V* find(Slot s) {
    Cell& c = cells_[place_of(s)];
    return c.slot == s ? &c.value : nullptr;
  }
  [[nodiscard]] const V* find(Slot s) const { return const_cast<SlotTable*>(this)->find(s); }
  [[nodiscard]] bool contains(Slot s) const { return find(s) != nullptr; }
  /// Made if it is not there.
  V& operator[](Slot s) {
    Cell& c = cells_[place_of(s)];
    c.slot = s;
    return c.value;
  }

 private:
  struct Cell {
    Slot slot = no_slot;
    V value{};
  };

  [[nodiscard]] std::size_t place_of(Slot s) const {
    if (direct_) return s;
    const std::size_t mask = cells_.size() - 1;
    std::size_t i = (s * std::uint64_t{0x9e3779b97f4a7c15} >> 20) & mask;
    while (cells_[i].slot != no_slot && cells_[i].slot != s) i = (i + 1) & mask;
    return i;
  }

  bool direct_;
  std::vector<Cell> cells_;
};

}  // namespace saltus
