#include "structure/transversal.hpp"

#include <algorithm>
#include <numeric>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "structure/blocks.hpp"
#include "structure/offsets.hpp"

namespace saltus {
namespace {

constexpr int none = -1;

SignatureMatrix dense(const std::vector<std::vector<int>>& orders) {
  SignatureMatrix sigma;
  sigma.variables = orders.empty() ? 0 : orders[0].size();
  for (const auto& row : orders) {
    for (std::size_t j = 0; j < row.size(); ++j) {
      if (row[j] != none) sigma.smooth.push({static_cast<std::uint32_t>(j), row[j]});
    }
    sigma.smooth.end_row();
    sigma.discrete.end_row();
  }
  return sigma;
}

/// By trying all permutations; `none` if there is no transversal.
std::int64_t best_by_trial(const std::vector<std::vector<int>>& orders) {
  std::vector<std::size_t> columns(orders.size());
  std::iota(columns.begin(), columns.end(), 0U);
  std::int64_t best = none;
  do {
    std::int64_t value = 0;
    for (std::size_t i = 0; i < orders.size() && value != none; ++i) {
      const int order = orders[i][columns[i]];
      value = order == none ? none : value + order;
    }
    best = std::max(best, value);
  } while (std::next_permutation(columns.begin(), columns.end()));
  return best;
}

void expect_valid_offsets(const SignatureMatrix& sigma, const Transversal& t, const Offsets& o) {
  for (std::uint32_t i = 0; i < sigma.equations(); ++i) {
    EXPECT_GE(o.c[i], 0);
    for (const SignatureEntry& e : sigma.smooth[i]) {
      EXPECT_GE(o.d[e.variable] - o.c[i], e.order);
      if (t.matching.variable_of[i] == e.variable) {
        EXPECT_EQ(o.d[e.variable] - o.c[i], e.order);
      }
    }
  }
  EXPECT_EQ(o.degrees_of_freedom, t.value);
}

/// Pryce's fixed-point iteration.
std::vector<std::int64_t> smallest_by_iteration(const SignatureMatrix& sigma, const Transversal& t) {
  std::vector<std::int64_t> c(sigma.equations(), 0), before;
  while (c != before) {
    before = c;
    std::vector<std::int64_t> d(sigma.variables, 0);
    for (std::uint32_t i = 0; i < sigma.equations(); ++i) {
      for (const SignatureEntry& e : sigma.smooth[i]) d[e.variable] = std::max(d[e.variable], e.order + c[i]);
    }
    for (std::uint32_t i = 0; i < sigma.equations(); ++i) {
      c[i] = d[t.matching.variable_of[i]] - order_at(sigma, i, t.matching.variable_of[i]);
    }
  }
  return c;
}

TEST(Transversal, AgreesWithTrialOfAllPermutations) {
  std::mt19937 random(7);
  int singular = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    const std::size_t n = 1 + random() % 6;
    std::vector<std::vector<int>> orders(n, std::vector<int>(n, none));
    for (auto& row : orders) {
      for (int& order : row) order = random() % 2 ? none : static_cast<int>(random() % 4);
    }
    const SignatureMatrix sigma = dense(orders);
    const auto transversal = highest_value_transversal(sigma);
    const std::int64_t best = best_by_trial(orders);
    ASSERT_EQ(transversal.has_value(), best != none);
    singular += best == none;
    if (!transversal) continue;
    EXPECT_EQ(transversal->value, best);
    EXPECT_TRUE(transversal->matching.perfect());
    const Offsets offsets = canonical_offsets(sigma, *transversal);
    expect_valid_offsets(sigma, *transversal, offsets);
    EXPECT_EQ(offsets.c, smallest_by_iteration(sigma, *transversal));
  }
  EXPECT_GT(singular, 100);
}

TEST(Transversal, IsAbsentForOtherShapes) {
  EXPECT_FALSE(highest_value_transversal(dense({{0, 0}})));
  EXPECT_FALSE(highest_value_transversal(dense({{0}, {0}})));
  EXPECT_TRUE(highest_value_transversal(SignatureMatrix{}));
}

// The pendulum in Cartesian coordinates, Pryce's first example: x'' + x*lambda = 0, y'' + y*lambda + g = 0, x^2 + y^2 = l^2.
TEST(Offsets, OfTheCartesianPendulum) {
  const SignatureMatrix sigma = dense({{2, none, 0}, {none, 2, 0}, {0, 0, none}});
  const auto transversal = highest_value_transversal(sigma);
  ASSERT_TRUE(transversal);
  const Offsets offsets = canonical_offsets(sigma, *transversal);
  EXPECT_EQ(offsets.c, (std::vector<std::int64_t>{0, 0, 2}));
  EXPECT_EQ(offsets.d, (std::vector<std::int64_t>{2, 2, 0}));
  EXPECT_EQ(offsets.index, 3);
  EXPECT_EQ(offsets.degrees_of_freedom, 2);
}

TEST(Offsets, OfAnOdeAreZeroAndOne) {
  const SignatureMatrix sigma = dense({{1, 0}, {0, 1}});
  const Offsets offsets = canonical_offsets(sigma, *highest_value_transversal(sigma));
  EXPECT_EQ(offsets.c, (std::vector<std::int64_t>{0, 0}));
  EXPECT_EQ(offsets.index, 0);
}

/// n equations with a hidden transversal and a few further entries each, orders 0 and 1.
SignatureMatrix large(std::size_t n, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<std::uint32_t> hidden(n);
  std::iota(hidden.begin(), hidden.end(), 0U);
  std::ranges::shuffle(hidden, random);
  SignatureMatrix sigma;
  sigma.variables = n;
  for (std::size_t i = 0; i < n; ++i) {
    std::set<std::uint32_t> columns{hidden[i]};
    for (int k = 0; k < 3; ++k) columns.insert(static_cast<std::uint32_t>(random() % n));
    for (const std::uint32_t j : columns) sigma.smooth.push({j, static_cast<std::int32_t>(random() % 2)});
    sigma.smooth.end_row();
    sigma.discrete.end_row();
  }
  return sigma;
}

TEST(Transversal, OfAHundredThousandEquations) {
  const SignatureMatrix sigma = large(100'000, 1);
  const auto transversal = highest_value_transversal(sigma);
  ASSERT_TRUE(transversal);
  expect_valid_offsets(sigma, *transversal, canonical_offsets(sigma, *transversal));
}

// A chain in which each equation uses the derivative of the variable before it: the index is the length.
TEST(Offsets, OfALongChainOfDerivatives) {
  const std::size_t n = 100'000;
  SignatureMatrix sigma;
  sigma.variables = n;
  for (std::uint32_t i = 0; i < n; ++i) {
    if (i > 0) sigma.smooth.push({i - 1, 1});
    sigma.smooth.push({i, 0});
    sigma.smooth.end_row();
    sigma.discrete.end_row();
  }
  const Offsets offsets = canonical_offsets(sigma, *highest_value_transversal(sigma));
  EXPECT_EQ(offsets.c[0], static_cast<std::int64_t>(n) - 1);
  EXPECT_EQ(offsets.degrees_of_freedom, 0);
}

TEST(Blocks, ComeInAnOrderOfEvaluation) {
  Rows<std::uint32_t> needs;
  for (const std::vector<std::uint32_t>& row : std::vector<std::vector<std::uint32_t>>{{2}, {0, 3}, {}, {1}}) {
    for (const std::uint32_t i : row) needs.push(i);
    needs.end_row();
  }
  EXPECT_EQ(blocks_in_order(needs), (std::vector<std::vector<std::uint32_t>>{{2}, {0}, {1, 3}}));
}

TEST(Blocks, OfAMillionInARowNeedNoStack) {
  Rows<std::uint32_t> needs;
  const std::uint32_t n = 1'000'000;
  for (std::uint32_t i = 0; i < n; ++i) {
    if (i + 1 < n) needs.push(i + 1);
    needs.end_row();
  }
  const auto blocks = blocks_in_order(needs);
  ASSERT_EQ(blocks.size(), n);
  EXPECT_EQ(blocks[0][0], n - 1);
}

}  // namespace
}  // namespace saltus
