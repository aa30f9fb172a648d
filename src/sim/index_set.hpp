#pragma once
// A set of numbers 0..n-1 from which the least is taken: bits, bits that say which words of those are not empty, and so on up to one word.
// Adding and taking cost one word per level, log n to the base 64.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace saltus {

class IndexSet {
 public:
  explicit IndexSet(std::size_t count) {
    do {
      count = (count + 63) / 64;
      levels_.emplace_back(count, 0);
    } while (count > 1);
  }

  [[nodiscard]] bool empty() const { return levels_.back().empty() || levels_.back().front() == 0; }
  void add(std::uint32_t i) {
    for (std::vector<std::uint64_t>& level : levels_) {
      std::uint64_t& word = level[i >> 6U];
      const bool known = word != 0;
      word |= std::uint64_t{1} << (i & 63U);
      if (known) return;
      i >>= 6U;
    }
  }
  /// Removes and returns the least. Precondition: not empty.
  std::uint32_t take() {
    std::uint32_t i = 0;
    for (std::size_t l = levels_.size(); l-- > 0;) i = (i << 6U) | static_cast<std::uint32_t>(std::countr_zero(levels_[l][i]));
    std::uint32_t at = i;
    for (std::vector<std::uint64_t>& level : levels_) {
      std::uint64_t& word = level[at >> 6U];
      word &= ~(std::uint64_t{1} << (at & 63U));
      if (word != 0) break;
      at >>= 6U;
    }
    return i;
  }
  void clear() {
    while (!empty()) take();
  }

 private:
  std::vector<std::vector<std::uint64_t>> levels_;
};

}  // namespace saltus
