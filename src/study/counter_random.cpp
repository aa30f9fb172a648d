#include "study/counter_random.hpp"

namespace saltus {
namespace {

constexpr std::uint32_t multiplier_0 = 0xD2511F53, multiplier_1 = 0xCD9E8D57;
constexpr std::uint32_t golden_ratio = 0x9E3779B9, root_of_three = 0xBB67AE85;  // their fractional parts: key increments
constexpr int rounds = 10;

constexpr std::uint32_t high(std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32); }
constexpr std::uint32_t low(std::uint64_t x) { return static_cast<std::uint32_t>(x); }

}  // namespace

PhiloxBlock philox(PhiloxBlock x, PhiloxKey key) {
  for (int round = 0; round < rounds; ++round) {
    const std::uint64_t a = std::uint64_t{multiplier_0} * x[0], b = std::uint64_t{multiplier_1} * x[2];
    x = {high(b) ^ x[1] ^ key[0], low(b), high(a) ^ x[3] ^ key[1], low(a)};
    key = {key[0] + golden_ratio, key[1] + root_of_three};
  }
  return x;
}

std::uint64_t random_bits(std::uint64_t seed, RandomUse use, std::uint32_t dimension, std::uint64_t number) {
  const PhiloxBlock block =
      philox({low(number), high(number), dimension, static_cast<std::uint32_t>(use)}, {low(seed), high(seed)});
  return (std::uint64_t{block[1]} << 32) | block[0];
}

Probability probability_of(std::uint64_t bits) {
  constexpr double cell = 0x1p-52;
  const std::uint64_t index = bits >> 12, last = (std::uint64_t{1} << 52) - 1;
  return {(static_cast<double>(index) + 0.5) * cell, (static_cast<double>(last - index) + 0.5) * cell};
}

}  // namespace saltus
