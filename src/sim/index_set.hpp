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
    std::size_t words = 0;
    do {
      count = (count + 63) / 64;
      first_.push_back(words);
      words += count > 0 ? count : 1;
    } while (count > 1);
    words_.assign(words, 0);
  }

  [[nodiscard]] bool empty() const { return words_.back() == 0; }
  void add(std::uint32_t i) {
    for (const std::size_t first : first_) {
      std::uint64_t& word = words_[first + (i >> 6U)];
      const bool known = word != 0;
      word |= std::uint64_t{1} << (i & 63U);
      if (known) return;
      i >>= 6U;
    }
  }
  /// Removes and returns the least. Precondition: not empty.
  std::uint32_t take() {
    std::uint32_t i = 0;
    for (std::size_t l = first_.size(); l-- > 0;)
      i = (i << 6U) | static_cast<std::uint32_t>(std::countr_zero(words_[first_[l] + i]));
    std::uint32_t at = i;
    for (const std::size_t first : first_) {
      std::uint64_t& word = words_[first + (at >> 6U)];
      word &= word - 1;  // it is the least
      if (word != 0) break;
      at >>= 6U;
    }
    return i;
  }
  void clear() {
    while (!empty()) take();
  }

 private:
  std::vector<std::size_t> first_;  // word of each level; the last level has one
  std::vector<std::uint64_t> words_;
};

}  // namespace saltus
