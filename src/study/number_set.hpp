#pragma once
// Which runs of a study are there: one bit a run.

#include <array>
#include <cstdint>
#include <unordered_map>

namespace saltus {

/// A set of numbers that mostly follow one another.
class NumberSet {
 public:
  /// False if it was there already.
  bool insert(std::uint64_t number) {
    std::uint64_t& word = pages_[number / page_bits][number % page_bits / 64];
    const std::uint64_t bit = std::uint64_t{1} << (number % 64);
    if ((word & bit) != 0) return false;
    word |= bit;
    ++size_;
    return true;
  }
  [[nodiscard]] bool contains(std::uint64_t number) const {
    const auto page = pages_.find(number / page_bits);
    return page != pages_.end() && (page->second[number % page_bits / 64] >> (number % 64) & 1) != 0;
  }
  [[nodiscard]] std::uint64_t size() const { return size_; }

 private:
  static constexpr std::uint64_t page_bits = 4096;
  std::unordered_map<std::uint64_t, std::array<std::uint64_t, page_bits / 64>> pages_;
  std::uint64_t size_ = 0;
};

}  // namespace saltus
