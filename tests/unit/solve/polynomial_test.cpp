// Polynomials with error bounds, time points, the restart rule.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>
#include <vector>

#include "solve/local_time.hpp"
#include "solve/polynomial.hpp"
#include "solve/restart.hpp"

namespace saltus {
namespace {

using Series = std::vector<double>;

std::span<const double> view(const Series& q) { return q; }

TEST(Polynomial, SumsOfSizesInOnePassHaveTheSameBits) {
  std::mt19937 engine(3);
  std::uniform_real_distribution<double> coefficient(-1, 1);
  for (std::size_t n = 0; n < 20; ++n) {
    std::vector<double> q(n);
    for (double& c : q) c = coefficient(engine);
    const double s = 0.3 + 0.1 * static_cast<double>(n);
    double terms = 0, slopes = 0, power = 1;
    for (std::size_t j = 1; j < n; ++j, power *= s) {
      terms += std::abs(q[j]) * power;
      slopes += static_cast<double>(j) * std::abs(q[j]) * power;
    }
    const std::span<const double> all(q);
    const AbsoluteSums<double> sums = absolute_sums(all, s);
    EXPECT_NEAR(sums.terms, terms, 1e-14 * terms);
    EXPECT_NEAR(sums.slopes, slopes, 1e-14 * slopes);
    if (n > 1) {
      EXPECT_EQ(sums.terms, absolute_sum(all.subspan(1), s));
    }
    EXPECT_EQ(sums.slopes, absolute_slope_sum(all, s));
  }
}

TEST(Polynomial, ValuesSlopesAndSums) {
  const Series q{1, -2, 3, -4};
  EXPECT_DOUBLE_EQ(horner(view(q), 2.0), 1 - 4 + 12 - 32);
  EXPECT_DOUBLE_EQ(derivative_value(view(q), 2.0), -2 + 12 - 48);
  EXPECT_DOUBLE_EQ(absolute_sum(view(q), 2.0), 1 + 4 + 12 + 32);
  EXPECT_DOUBLE_EQ(absolute_slope_sum(view(q), 2.0), 2 + 12 + 48);
  const auto v = horner_with_bound(view(q), 0.1);
  EXPECT_LE(std::fabs(v.value - 0.826), v.error);
}

TEST(Polynomial, ShiftKeepsValues) {
  Series q{1, -2, 3, -4, 5};
  const Series original = q;
  shift_to(std::span<double>(q), 0.75);
  EXPECT_NEAR(horner(view(q), 0.5), horner(view(original), 1.25), 1e-13);
}

TEST(Polynomial, TruncationBoundOfExactPolynomialIsZero) {
  EXPECT_EQ(truncation_bound(view({1, 2, 3, 0, 0, 0}), 7.0), 0.0);
  EXPECT_DOUBLE_EQ(truncation_bound(view({1, 2, 3, 4, 5}), 0.5), 0.5);
  EXPECT_GT(truncation_bound(view({1, 2, 3, 4, 0, 0}), 0.5), 0.0);
}

TEST(TimePoint, StepsBelowTheRoundingOfTimeAddUp) {
  TimePoint<double> t(27.0);
  const TimePoint<double> start = t;
  for (int i = 0; i < 1000; ++i) t.advance(1e-20);
  EXPECT_EQ(t.value(), 27.0);
  EXPECT_NEAR(t - start, 1e-17, 1e-29);
  EXPECT_LT(start, t);
  EXPECT_GE(t, start);
  EXPECT_EQ(start.after(0.5) - start, 0.5);
}

TEST(TimePoint, TenthsSumToOneWithinTheLastBits) {
  TimePoint<double> t(0.0);
  for (int i = 0; i < 10'000'000; ++i) t.advance(0.1);
  EXPECT_NEAR((t - TimePoint<double>(1e6)), 1e7 * (0.1L - 0.1L) + 1e7 * 5.551115123125783e-18, 1e-20);
}

LeadingSign rule(const Series& q, double value_rounding, double delta) {
  return leading_sign(view(q), value_rounding, 1e-15, delta);
}

TEST(Restart, BallLeavesTheFloor) {
  EXPECT_EQ(rule({-3e-17, 4.5, -4.9}, 1e-16, 1e-16), (LeadingSign{1, 1}));
  EXPECT_EQ(rule({3e-17, -4.5, -4.9}, 1e-16, 1e-16), (LeadingSign{-1, 1}));
}

TEST(Restart, BallThatRestsIsIdenticallyZero) {
  EXPECT_EQ(rule({0, 0, 0}, 0, 0), (LeadingSign{0, 3}));
  EXPECT_EQ(rule({1e-17, 0, 0}, 1e-16, 0), (LeadingSign{0, 3}));
}

TEST(Restart, ClearValueDecides) { EXPECT_EQ(rule({-1e-9, 4, 5}, 1e-16, 1e-12), (LeadingSign{-1, 0})); }

TEST(Restart, TinyNumbersAreTreatedLikeOnes) {
  EXPECT_EQ(rule({1e-300, -1e-301}, 1e-315, 1e-16), (LeadingSign{1, 0}));
  EXPECT_EQ(rule({1e-317, -1e-301}, 1e-316, 1e-17), (LeadingSign{-1, 1}));
}

TEST(Restart, TripleRootLocatedToItsUncertainty) {
  const double e = 3e-6;  // (e + s)^3: the event is taken 3e-6 late
  EXPECT_EQ(rule({e * e * e, 3 * e * e, 3 * e, 1}, 1e-16, 5e-6), (LeadingSign{1, 3}));
}

TEST(Restart, RopeGuardWithThreeVanishingCoefficients) {
  const Series q{2e-16, -3e-15, 4e-14, 12.0, 3.0};  // x^2 + y^2 - l^2 at release, l = 1, rates of about 10
  Series bounds(5);
  rounding_bounds(view(q), 1.0, 8 * 1.2e-16, std::span<double>(bounds), 10.0);
  EXPECT_EQ(leading_sign(view(q), view(bounds), 0.0), (LeadingSign{1, 3}));
  EXPECT_GT(bounds[1], 1e-15);
  EXPECT_LT(bounds[3], 1e-11);
}

TEST(Restart, BoundsWithoutScaleAreRelative) {
  const Series q{0, 1e-300};
  Series bounds(2);
  rounding_bounds(view(q), 0.0, 1e-15, std::span<double>(bounds));
  EXPECT_EQ(leading_sign(view(q), view(bounds), 0.0), (LeadingSign{1, 1}));
}

TEST(Polynomial, QuickHornerIsHorner) {
  for (std::size_t size = 1; size < 24; ++size) {
    std::vector<double> q(size);
    for (std::size_t j = 0; j < size; ++j) q[j] = std::cos(static_cast<double>(3 * j)) / static_cast<double>(j + 1);
    for (const double s : {0.0, 1e-200, 1e-3, 0.3, 0.9})
      EXPECT_NEAR(quick_horner(std::span<const double>(q), s), horner(std::span<const double>(q), s), 1e-15)
          << size << " " << s;
  }
}

TEST(Polynomial, AbsoluteSumsInPairsAreThoseOneByOne) {
  for (std::size_t size = 0; size < 24; ++size) {
    std::vector<double> q(size + 1);  // begins at an odd place, too
    for (std::size_t j = 0; j < q.size(); ++j) q[j] = std::cos(static_cast<double>(3 * j)) / static_cast<double>(j + 1);
    for (const std::size_t first : {0, 1}) {
      const std::span<const double> part(q.data() + first, size);
      for (const double s : {0.0, 1e-200, 0.3, 0.9}) {
        double even = 0, odd = 0;
        for (std::size_t j = size; j-- > 0;)
          (j % 2 == 0 ? even : odd) = (j % 2 == 0 ? even : odd) * (s * s) + std::fabs(part[j]);
        EXPECT_EQ(absolute_sum(part, s), even + s * odd) << size << " " << s;
      }
    }
  }
}

}  // namespace
}  // namespace saltus
