#pragma once
// Random numbers without a state: a number is a function of the seed and of the place where it is used. Any sample can be drawn again by
// itself, and threads need not share anything.
//
// Philox 4x32 with ten rounds: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011. A block of 128
// bits, the place, is mixed under a key of 64 bits, the seed; each round multiplies two of its four words by constants and
// exchanges the halves of the products. Integers only: the same bits on every machine.

#include <array>
#include <cstdint>

namespace saltus {

using PhiloxBlock = std::array<std::uint32_t, 4>;
using PhiloxKey = std::array<std::uint32_t, 2>;

[[nodiscard]] PhiloxBlock philox(PhiloxBlock counter, PhiloxKey key);

/// What a random number is for: uses do not meet each other.
enum class RandomUse : std::uint32_t { value, stratum, shift };

/// 64 random bits of the place (use, dimension, number).
[[nodiscard]] std::uint64_t random_bits(std::uint64_t seed, RandomUse use, std::uint32_t dimension, std::uint64_t number);

/// A probability strictly between 0 and 1, and its distance from 1, both exact to the last digit: neither tail is coarser.
struct Probability {
  double below;
  double above;
};

/// The middle of the cell of width 2^-52 that the upper 52 bits name.
[[nodiscard]] Probability probability_of(std::uint64_t bits);

}  // namespace saltus
