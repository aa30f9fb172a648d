// A Feistel network permutes the numbers of 2h bits: in each round one half is changed by a random function of the other, which can be
// undone whatever the function is. Numbers beyond n are shuffled again until one falls below n: following the cycle of a
// permutation leads back to the start, so this ends, and is a permutation of 0 .. n-1 (Black and Rogaway, "Ciphers with arbitrary
// finite domains", 2002). The domain is below 4n, or small, so that few rounds are wasted.

#include "study/permutation.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

#include "study/counter_random.hpp"

namespace saltus {
namespace {

constexpr std::uint64_t rounds = 8;
constexpr unsigned least_half = 3;  // halves of one bit allow too few permutations

}  // namespace

Permutation::Permutation(std::uint64_t n, std::uint64_t seed, std::uint32_t dimension)
    : n_(n), seed_(seed), dimension_(dimension), half_bits_(std::max(least_half, (unsigned(std::bit_width(n - 1)) + 1) / 2)) {
  assert(n >= 1 && n <= std::uint64_t{1} << 62);
}

std::uint64_t Permutation::operator()(std::uint64_t k) const {
  do k = shuffle(k);
  while (k >= n_);
  return k;
}

std::uint64_t Permutation::shuffle(std::uint64_t x) const {
  const std::uint64_t mask = (std::uint64_t{1} << half_bits_) - 1;
  std::uint64_t left = x >> half_bits_, right = x & mask;
  for (std::uint64_t round = 0; round < rounds; ++round) {
    const std::uint64_t changed = left ^ (random_bits(seed_, RandomUse::stratum, dimension_, right | (round << 32)) & mask);
    left = right;
    right = changed;
  }
  return (left << half_bits_) | right;
}

}  // namespace saltus
