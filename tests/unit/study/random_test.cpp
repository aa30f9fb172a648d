// Counter-based random numbers, permutations that are not stored, Sobol's sequence.
// The blocks of Philox are the known answers published with its authors' library (Random123, kat_vectors).

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <vector>

#include "study/counter_random.hpp"
#include "study/low_discrepancy.hpp"
#include "study/permutation.hpp"

namespace saltus {
namespace {

TEST(Philox, GivesThePublishedAnswers) {
  EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}), (PhiloxBlock{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(philox({~0u, ~0u, ~0u, ~0u}, {~0u, ~0u}), (PhiloxBlock{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (PhiloxBlock{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Probability, IsStrictlyInsideAndExactFromBothEnds) {
  const Probability least = probability_of(0), most = probability_of(~std::uint64_t{0});
  EXPECT_EQ(least.below, 0x1p-53);
  EXPECT_EQ(most.above, 0x1p-53);
  EXPECT_LT(least.above, 1.0);
  EXPECT_LT(most.below, 1.0);
  for (std::uint64_t k = 0; k < 1000; ++k) {
    const Probability p = probability_of(random_bits(7, RandomUse::value, 0, k));
    EXPECT_EQ(p.below + p.above, 1.0);
  }
}

TEST(RandomBits, AreEvenlySpreadAndUsesDoNotMeet) {
  constexpr int cells = 64, n = 64000;
  for (const std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{1}, ~std::uint64_t{0}}) {
    std::vector<int> hits(cells);
    double product = 0;
    for (std::uint64_t k = 0; k < n; ++k) {
      const double u = probability_of(random_bits(seed, RandomUse::value, 0, k)).below;
      const double w = probability_of(random_bits(seed, RandomUse::stratum, 0, k)).below;
      ++hits[static_cast<std::size_t>(u * cells)];
      product += (u - 0.5) * (w - 0.5);
    }
    double chi_squared = 0;
    for (const int h : hits) chi_squared += (h - n / cells) * (h - n / cells) / double(n / cells);
    EXPECT_LT(chi_squared, 63 + 5 * std::sqrt(2 * 63.0)) << "seed " << seed;
    EXPECT_LT(std::abs(product) / n, 5 / 12.0 / std::sqrt(double(n))) << "seed " << seed;
  }
}

TEST(Permutation, TakesEachPlaceOnce) {
  for (const std::uint64_t n : {1u, 2u, 3u, 5u, 64u, 65u, 1000u, 4097u}) {
    for (const std::uint32_t dimension : {0u, 1u}) {
      const Permutation order(n, 42, dimension);
      std::set<std::uint64_t> places;
      for (std::uint64_t k = 0; k < n; ++k) {
        EXPECT_LT(order(k), n);
        places.insert(order(k));
      }
      EXPECT_EQ(places.size(), n);
    }
  }
}

TEST(Permutation, ReachesAllOrdersAboutEqually) {
  // Four entries: 24 orders, 24000 seeds, 1000 each; chi squared has 23 degrees of freedom.
  std::vector<int> hits(256);
  for (std::uint64_t seed = 0; seed < 24000; ++seed) {
    const Permutation order(4, seed, 3);
    ++hits[order(0) + 4 * order(1) + 16 * order(2) + 64 * order(3)];
  }
  double chi_squared = 0;
  int orders = 0;
  for (const int h : hits) {
    if (h == 0) continue;
    ++orders;
    chi_squared += (h - 1000) * (h - 1000) / 1000.0;
  }
  EXPECT_EQ(orders, 24);
  EXPECT_LT(chi_squared, 23 + 5 * std::sqrt(2 * 23.0));
}

TEST(Permutation, HoldsNothingOfALongOrder) {
  const std::uint64_t n = (std::uint64_t{1} << 52) - 3;
  const Permutation order(n, 9, 0);
  std::set<std::uint64_t> places;
  for (std::uint64_t k = 0; k < 1000; ++k) places.insert(order(n - 1 - k));
  EXPECT_EQ(places.size(), 1000u);
  EXPECT_LT(*places.rbegin(), n);
}

/// Is every elementary box of volume 2^-(m - t) (2^a by 2^b cells) met by 2^t of the 2^m points from `first` on?
bool is_net(const SobolSequence& s, std::uint64_t first, unsigned m, unsigned t, std::uint32_t x, std::uint32_t y) {
  for (unsigned a = 0; a + t <= m; ++a) {
    const unsigned b = m - t - a;
    std::vector<unsigned> hits(std::size_t{1} << (m - t));
    for (std::uint64_t k = first; k < first + (std::uint64_t{1} << m); ++k) {
      const auto i = static_cast<std::size_t>(std::ldexp(s.coordinate(k, x).below, int(a)));
      const auto j = static_cast<std::size_t>(std::ldexp(s.coordinate(k, y).below, int(b)));
      ++hits[(i << b) | j];
    }
    for (const unsigned h : hits) {
      if (h != 1u << t) return false;
    }
  }
  return true;
}

TEST(Sobol, IsANetInTheFirstTwoDimensionsWhateverTheShift) {
  for (const std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{12345}}) {
    const SobolSequence s(2, seed);
    for (unsigned m = 1; m <= 10; ++m) {
      EXPECT_TRUE(is_net(s, 0, m, 0, 0, 1)) << "m " << m << ", seed " << seed;
      EXPECT_TRUE(is_net(s, 5ull << m, m, 0, 0, 1)) << "m " << m << ", seed " << seed;
    }
  }
}

TEST(Sobol, HasEachCellOfEachAxisOnce) {
  const std::uint32_t dimensions = 40;
  const SobolSequence s(dimensions, 3);
  for (std::uint32_t d = 0; d < dimensions; ++d) {
    std::set<std::size_t> cells;
    for (std::uint64_t k = 1024; k < 2048; ++k) cells.insert(static_cast<std::size_t>(s.coordinate(k, d).below * 1024));
    EXPECT_EQ(cells.size(), 1024u) << "dimension " << d;
  }
}

TEST(Sobol, IntegratesFasterThanChance) {
  // The integral of the product of pi/2 sin(pi x_i) over five dimensions is 1; chance would leave about 1/sqrt(4096) = 0.016.
  const SobolSequence s(5, 1);
  double sum = 0;
  for (std::uint64_t k = 0; k < 4096; ++k) {
    double product = 1;
    for (std::uint32_t d = 0; d < 5; ++d) product *= M_PI / 2 * std::sin(M_PI * s.coordinate(k, d).below);
    sum += product;
  }
  EXPECT_NEAR(sum / 4096, 1, 2e-3);
}

}  // namespace
}  // namespace saltus
