#pragma once
// Sobol's sequence: points that fill the cube evenly. Any 2^m of them, from a multiple of 2^m on, have exactly one coordinate in
// each of the 2^m equal cells of an axis, and are spread evenly over many kinds of boxes.

#include <array>
#include <cstdint>
#include <vector>

#include "study/counter_random.hpp"

namespace saltus {

class SobolSequence {
 public:
  static constexpr std::uint32_t most_dimensions = 1000;

  /// `dimensions` from 1 to most_dimensions. The seed shifts all points: the digits of each coordinate, in base 2, are exchanged
  /// by a pattern of the dimension, which keeps them as even as they were.
  SobolSequence(std::uint32_t dimensions, std::uint64_t seed);

  /// Point `index` (from 0, below 2^52).
  [[nodiscard]] Probability coordinate(std::uint64_t index, std::uint32_t dimension) const;

 private:
  static constexpr int digits = 52;
  using Directions = std::array<std::uint64_t, digits>;
  std::vector<Directions> directions_;
  std::vector<std::uint64_t> shift_;
};

}  // namespace saltus
