#pragma once
// A random order of 0 .. n-1, computed entry by entry: nothing is stored, whatever n is.

#include <cstdint>

namespace saltus {

class Permutation {
 public:
  /// One order for each seed and dimension. 1 <= n <= 2^62.
  Permutation(std::uint64_t n, std::uint64_t seed, std::uint32_t dimension);

  /// Where entry k stands, 0 <= k < n; different for different k.
  [[nodiscard]] std::uint64_t operator()(std::uint64_t k) const;

 private:
  [[nodiscard]] std::uint64_t shuffle(std::uint64_t x) const;

  std::uint64_t n_, seed_;
  std::uint32_t dimension_;
  unsigned half_bits_;
};

}  // namespace saltus
