// Roots of polynomials whose roots are known.

#include "solve/root_isolator.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "number/mpfr.hpp"
#include "solve/sign_scan.hpp"

namespace saltus {
namespace {

using Series = std::vector<double>;

/// factor * product (1 - s/r): well scaled for roots of any size.
Series product(const std::vector<long double>& roots, long double factor = 1) {
  std::vector<long double> q{factor};
  for (const long double r : roots) {
    q.push_back(0);
    for (std::size_t j = q.size() - 1; j > 0; --j) q[j] -= q[j - 1] / r;
  }
  return {q.begin(), q.end()};
}

struct Found {
  Outcome outcome;
  std::vector<Root<double>> roots;
  std::vector<Touch<double>> touches;
};

Found all(const Series& q, double length, int zeros = 0, double tail = 0) {
  RootIsolator<double> isolator(40);
  Found f;
  f.outcome = isolator.all_crossings({q, length, zeros, tail}, f.roots, &f.touches);
  return f;
}

Search<double> first(const Series& q, double length, int zeros = 0, double tail = 0) {
  RootIsolator<double> isolator(40);
  return isolator.first_crossing({q, length, zeros, tail});
}

TEST(Linear, AnySize) {
  for (const double size : {1e-300, 1e-10, 1.0, 1e10, 1e300}) {
    const auto r = first({size * 0.3, -size}, 1);
    ASSERT_EQ(r.outcome, Outcome::crossing);
    EXPECT_NEAR(r.root.at, 0.3, 1e-16);
    EXPECT_EQ(r.root.direction, -1);
    EXPECT_LT(r.root.uncertainty, 1e-14);
    EXPECT_EQ(first({size, size}, 1).outcome, Outcome::none);
  }
  EXPECT_EQ(first({1e-300, -1}, 1).root.at, 1e-300);
}

TEST(Linear, TheEndBelongsToTheStretch) {
  EXPECT_EQ(first({-1, 1}, 1).outcome, Outcome::crossing);
  EXPECT_EQ(first({-1 - 4e-16, 1}, 1).outcome, Outcome::crossing);
  EXPECT_EQ(first({-1 - 4e-16, 1}, 1).root.at, 1.0);
  EXPECT_EQ(first({-1 - 1e-14, 1}, 1).outcome, Outcome::none);
}

TEST(Quadratic, ThrownBall) {
  const auto r = first({0, 4.5, -4.905}, 10, 1);  // leaves the floor
  ASSERT_EQ(r.outcome, Outcome::crossing);
  EXPECT_DOUBLE_EQ(r.root.at, 4.5 / 4.905);
  const auto drop = first({10, 0, -4.905}, 10);
  ASSERT_EQ(drop.outcome, Outcome::crossing);
  EXPECT_DOUBLE_EQ(drop.root.at, std::sqrt(10 / 4.905));
}

TEST(Quadratic, CancellationAndScales) {
  for (const double time : {1e-100, 1e-20, 1.0, 1e20, 1e100})
    for (const double size : {1e-100, 1e-20, 1.0, 1e20}) {
      const auto q = product({1e-9L * time, 1e3L * time}, size);
      const auto f = all(q, 1e4 * time);
      ASSERT_EQ(f.roots.size(), 2U) << time << ' ' << size;
      EXPECT_NEAR(f.roots[0].at / (1e-9 * time), 1, 1e-15);
      EXPECT_NEAR(f.roots[1].at / (1e3 * time), 1, 1e-15);
      EXPECT_EQ(f.roots[0].direction, -1);
      EXPECT_EQ(f.roots[1].direction, 1);
    }
}

TEST(Quadratic, DoubleRootIsATouch) {
  const auto f = all({1, -2, 1}, 3);
  EXPECT_EQ(f.outcome, Outcome::none);
  ASSERT_EQ(f.touches.size(), 1U);
  EXPECT_DOUBLE_EQ(f.touches[0].at, 1);
  EXPECT_LT(f.touches[0].distance, 1e-15);
}

TEST(Quadratic, PairAtTheLimitOfDouble) {
  const auto f = all({1 - 1e-14, -2, 1}, 3);  // roots at 1 -+ 1e-7
  ASSERT_EQ(f.roots.size(), 2U);
  EXPECT_NEAR(f.roots[0].at, 1 - 1e-7, 1e-9);
  EXPECT_LT(std::fabs(f.roots[0].at - (1 - 1e-7)), f.roots[0].uncertainty + 1e-9);
}

TEST(Multiplicity, TripleRootIsOneCrossing) {
  for (const double length : {1.0, 1.5, 2.0, 3.0, 1e3}) {
    const auto f = all({-1, 3, -3, 1}, length);
    ASSERT_EQ(f.roots.size(), 1U) << length;
    EXPECT_NEAR(f.roots[0].at, 1, 1e-10);
    EXPECT_EQ(f.roots[0].direction, 1);
    EXPECT_EQ(f.roots[0].multiplicity, 3);
    EXPECT_GT(f.roots[0].uncertainty, 1e-6);
    EXPECT_LT(f.roots[0].uncertainty, 1e-3);
  }
}

TEST(Multiplicity, TripleRootInALongSeries) {
  // (s - 1)^3 exp(s), cut after degree 24
  Series e(25), q(25, 0.0);
  e[0] = 1;
  for (std::size_t k = 1; k < e.size(); ++k) e[k] = e[k - 1] / static_cast<double>(k);
  const double cube[] = {-1, 3, -3, 1};
  for (std::size_t k = 0; k < q.size(); ++k)
    for (std::size_t i = 0; i < 4 && i <= k; ++i) q[k] += cube[i] * e[k - i];
  const auto f = all(q, 1.75, 0, 1e-17);
  ASSERT_EQ(f.roots.size(), 1U);
  EXPECT_NEAR(f.roots[0].at, 1, 1e-9);
  EXPECT_EQ(f.roots[0].multiplicity, 3);
}

TEST(Multiplicity, FifthOrderAndFourthOrder) {
  const auto f5 = all(product({0.3L, 0.3L, 0.3L, 0.3L, 0.3L, 0.8L}), 1);
  ASSERT_EQ(f5.roots.size(), 2U);
  EXPECT_NEAR(f5.roots[0].at, 0.3, 1e-8);
  EXPECT_EQ(f5.roots[0].multiplicity, 5);
  const auto f4 = all(product({0.3L, 0.3L, 0.3L, 0.3L, 0.8L}), 1);
  ASSERT_EQ(f4.roots.size(), 1U);
  EXPECT_NEAR(f4.roots[0].at, 0.8, 1e-14);
  ASSERT_EQ(f4.touches.size(), 1U);
  EXPECT_NEAR(f4.touches[0].at, 0.3, 1e-8);
}

TEST(Multiplicity, TouchAtADyadicPointAndAtTheEnd) {
  for (const long double at : {0.25L, 0.5L, 1.0L, 0.7L}) {
    const auto f = all(product({at, at, 2.0L, 3.0L}), 1);
    EXPECT_EQ(f.roots.size(), 0U) << at;
    ASSERT_EQ(f.touches.size(), 1U) << at;
    EXPECT_NEAR(f.touches[0].at, static_cast<double>(at), 1e-7);
  }
}

TEST(Isolation, FromRest) {
  for (const double sign : {1.0, -1.0}) {
    std::vector<double> cosine;
    double c = sign;
    for (int k = 0; k < 22; c = k % 2 == 1 ? -c / (k * (k + 1)) : c, ++k) cosine.push_back(k % 2 == 0 ? c : 0.0);
    RootIsolator<double> isolator(22);
    const auto found = isolator.first_crossing({std::span<const double>(cosine), 2.0});
    ASSERT_EQ(found.outcome, Outcome::crossing);
    EXPECT_NEAR(found.root.at, std::acos(0.0), 4e-16);
    EXPECT_EQ(found.root.direction, -static_cast<int>(sign));
    EXPECT_EQ(isolator.first_crossing({std::span<const double>(cosine), 1.5}).outcome, Outcome::none);
  }
}

TEST(Isolation, RootsAtDyadicPointsAndAtTheEnd) {
  const auto f = all(product({0.25L, 0.5L, 0.75L, 1.0L, 1.7L}), 1);
  ASSERT_EQ(f.roots.size(), 4U);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(f.roots[i].at, 0.25 * static_cast<double>(i + 1), 1e-13);
}

TEST(Isolation, Chebyshev) {
  // T_n(1 - 2 s): roots (1 - cos((2k-1) pi/(2n)))/2 in (0, 1)
  const double pi = std::acos(-1.0);
  for (std::size_t n = 2; n <= 16; ++n) {
    std::vector<std::vector<long double>> t{{1}, {1, -2}};
    for (std::size_t k = 2; k <= n; ++k) {
      std::vector<long double> next(k + 1, 0);
      for (std::size_t j = 0; j < k; ++j) {
        next[j] += 2 * t[k - 1][j];
        next[j + 1] -= 4 * t[k - 1][j];
      }
      for (std::size_t j = 0; j + 2 <= k; ++j) next[j] -= t[k - 2][j];
      t.push_back(next);
    }
    const auto f = all(Series(t[n].begin(), t[n].end()), 1);
    if (n > 12) continue;  // the monomial form loses two thirds of a digit a degree: only termination is asked for
    ASSERT_EQ(f.roots.size(), n);
    for (std::size_t k = 1; k <= n; ++k) {
      const double exact = std::pow(std::sin((2 * static_cast<double>(k) - 1) * pi / (4 * static_cast<double>(n))), 2);
      EXPECT_NEAR(f.roots[k - 1].at, exact, f.roots[k - 1].uncertainty + 1e-15) << n;
    }
  }
}

TEST(Isolation, RandomProductsOfLinearFactors) {
  const unsigned seed = 20240611;
  RecordProperty("seed", static_cast<int>(seed));
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> uniform(0, 1);
  RootIsolator<double> isolator(40);
  for (int degree = 1; degree <= 10; ++degree)
    for (int sample = 0; sample < 1000; ++sample) {
      const double time = std::pow(10.0, -18 + 36 * uniform(random));
      const double size = std::pow(10.0, -60 + 120 * uniform(random));
      std::vector<long double> inside, roots;
      for (int i = 0; i < degree; ++i) {
        const double kind = uniform(random);
        const long double r = kind < 0.6 ? uniform(random) : (kind < 0.8 ? -uniform(random) : 1.05 + uniform(random));
        roots.push_back(r * time);
        if (kind < 0.6) inside.push_back(r * time);
      }
      std::sort(inside.begin(), inside.end());
      bool separated = true;
      for (std::size_t i = 1; i < inside.size(); ++i) separated = separated && inside[i] - inside[i - 1] > 2e-2 * time;
      const Series q = product(roots, sample % 2 == 0 ? size : -size);
      std::vector<Root<double>> found;
      isolator.all_crossings({q, time}, found);
      // close roots are lost in the rounding of the coefficients; the parity of their number is not
      EXPECT_EQ(found.size() % 2, inside.size() % 2) << "seed " << seed << " degree " << degree << " sample " << sample;
      if (!separated) continue;
      ASSERT_EQ(found.size(), inside.size()) << "seed " << seed << " degree " << degree << " sample " << sample;
      for (std::size_t i = 0; i < inside.size(); ++i)
        EXPECT_LE(std::fabs(found[i].at - static_cast<double>(inside[i])), found[i].uncertainty) << degree << ' ' << sample;
      const auto leftmost = isolator.first_crossing({q, time});
      ASSERT_EQ(leftmost.outcome == Outcome::crossing, !inside.empty());
      if (!inside.empty()) {
        EXPECT_NEAR(leftmost.root.at, found[0].at, std::min(leftmost.root.uncertainty, found[0].uncertainty));
      }
    }
}

TEST(Isolation, ClosePairs) {
  for (const double gap : {1e-2, 1e-4, 1e-6}) {
    const auto f = all(product({0.4L, 0.4L + gap, 1.3L, -2.0L, 3.0L}), 1);
    ASSERT_EQ(f.roots.size(), 2U) << gap;
    EXPECT_NEAR(f.roots[1].at - f.roots[0].at, gap, 1e-8);
  }
}

TEST(Isolation, RootManyOrdersBeforeTheEnd) {
  for (const double root : {1e-3, 1e-12, 1e-30, 1e-200}) {
    // not monotone on the stretch: further roots at 0.5 and 0.9
    const auto f = all(product({static_cast<long double>(root), 0.5L, 0.9L, -3.0L, 4.0L}, root), 1);
    ASSERT_EQ(f.roots.size(), 3U) << root;
    EXPECT_NEAR(f.roots[0].at / root, 1, 1e-14);
    EXPECT_NEAR(f.roots[1].at, 0.5, 1e-14);
  }
}

TEST(Isolation, Wilkinson) {
  std::vector<long double> roots;
  for (int k = 1; k <= 10; ++k) roots.push_back(k);
  const auto f = all(product(roots), 10.5);
  ASSERT_EQ(f.roots.size(), 10U);
  for (std::size_t k = 0; k < 10; ++k) EXPECT_NEAR(f.roots[k].at, static_cast<double>(k + 1), f.roots[k].uncertainty);
}

TEST(Isolation, ZerosAtTheStartAreNotReported) {
  // s^3 (1 - s)(2 - s) with noise in the coefficients the restart rule set to zero
  const Series q{1e-17, -2e-17, 1e-17, 2, -3, 1};
  const auto f = all(q, 3, 3);
  ASSERT_EQ(f.roots.size(), 2U);
  EXPECT_DOUBLE_EQ(f.roots[0].at, 1);
  EXPECT_DOUBLE_EQ(f.roots[1].at, 2);
  EXPECT_EQ(all(q, 0.9, 3).outcome, Outcome::none);
  EXPECT_EQ(all({1e-17, 0, 0}, 1, 3).outcome, Outcome::none);
}

TEST(Isolation, CoefficientsTakenAsZeroStillPlaceLaterRoots) {
  // an event located 2e-10 late: q_0 is not zero, and the next root must not be off by it
  const Series q{-5e-10, -2.25, 1250, 0.5, 0.25};
  const auto r = first(q, 0.01, 1);
  ASSERT_EQ(r.outcome, Outcome::crossing);
  EXPECT_NEAR(horner(std::span<const double>(q), r.root.at), 0, 1e-17);
}

/// 1 - d - cos(s - 1) about s = 0, degree n.
Series cosine_dip(double d, int n) {
  Series q;
  long double factorial = 1;
  const long double c = cosl(1.0L), s = sinl(1.0L);  // cos(1 - s) = c cos s + s sin s
  for (int k = 0; k <= n; ++k) {
    if (k > 0) factorial *= k;
    const long double term = k % 4 == 0 ? c : (k % 4 == 1 ? s : (k % 4 == 2 ? -c : -s));
    q.push_back(static_cast<double>((k == 0 ? 1 - static_cast<long double>(d) : 0.0L) - term / factorial));
  }
  return q;
}

TEST(Isolation, BothCrossingsOfADipDownTo1e10) {
  for (const double d : {1e-2, 1e-4, 1e-6, 1e-8, 1e-10}) {
    const auto q = cosine_dip(d, 24);
    const double tail = truncation_bound(std::span<const double>(q), 1.5);
    const auto f = all(q, 1.5, 0, tail);
    ASSERT_EQ(f.outcome, Outcome::crossing) << d;
    ASSERT_EQ(f.roots.size(), 2U) << d;
    const double half = std::acos(1 - d);
    EXPECT_NEAR(f.roots[0].at, 1 - half, 1e-5 * half + f.roots[0].uncertainty);
    EXPECT_NEAR(f.roots[1].at, 1 + half, 1e-5 * half + f.roots[1].uncertainty);
  }
}

TEST(Isolation, TruncationThatCouldHideAPairIsUnsure) {
  const auto q = cosine_dip(1e-6, 9);
  const double tail = truncation_bound(std::span<const double>(q), 1.5);
  ASSERT_GT(tail, 1e-6);
  EXPECT_EQ(first(q, 1.5, 0, tail).outcome, Outcome::unsure);
  EXPECT_EQ(first(q, 0.75, 0, tail * std::pow(0.5, 10)).outcome, Outcome::none);
  const auto no_dip = cosine_dip(-1e-6, 9);  // stays above by 1e-6
  EXPECT_EQ(first(no_dip, 1.5, 0, tail).outcome, Outcome::unsure);
  EXPECT_EQ(first(cosine_dip(-1e-6, 24), 1.5, 0, 1e-18).outcome, Outcome::none);
}

TEST(Isolation, ACertainCrossingBeforeTheDoubtIsFound) {
  // crossing at 0.2, touch at 0.9, truncation of 1e-4 at the end
  const auto q = product({0.2L, 0.9L, 0.9L, -5.0L});
  const auto r = first(q, 1, 0, 1e-4);
  ASSERT_EQ(r.outcome, Outcome::crossing);
  EXPECT_NEAR(r.root.at, 0.2, 1e-14);
}

TEST(Isolation, TinyAndHugeNumbersAreTreatedLikeOnes) {
  const std::vector<long double> roots{0.2L, 0.5L, 0.7L, -1.0L, 2.0L};
  const auto ones = all(product(roots), 1);
  ASSERT_EQ(ones.roots.size(), 3U);
  for (const double size : {0x1p-990, 0x1p-500, 0x1p500, 0x1p1000}) {
    const auto f = all(product(roots, size), 1);
    ASSERT_EQ(f.roots.size(), 3U) << size;
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(f.roots[i].at, ones.roots[i].at, 1e-14) << size;
  }
}

TEST(Isolation, NoiseDoesNotCross) {
  // a guard that is zero but for rounding, as the length of a rope that is held: no event, whatever its coefficients are
  const Series q{1e-17, -3e-17, 2e-17, 4e-17, -5e-17, 1e-17};
  RootIsolator<double> isolator(10);
  GuardSeries<double> h{q, 1.0};
  h.noise = 1e-15;
  EXPECT_EQ(isolator.first_crossing(h).outcome, Outcome::none);
}

TEST(Isolation, ATouchBeforeACrossingIsReportedWithIt) {
  const auto q = product({0.3L, 0.3L, 0.301L, 1.5L, -1.0L});
  RootIsolator<double> isolator(10);
  std::vector<Touch<double>> touches;
  const auto r = isolator.first_crossing({q, 1.0}, &touches);
  ASSERT_EQ(r.outcome, Outcome::crossing);
  EXPECT_NEAR(r.root.at, 0.301, 1e-9);
  ASSERT_EQ(touches.size(), 1U);
  EXPECT_NEAR(touches[0].at, 0.3, 1e-6);
}

TEST(Isolation, FiftyDigits) {
  PrecisionScope digits(50);
  RootIsolator<Mpfr> isolator(12);
  const unsigned seed = 5;
  std::mt19937_64 random(seed);
  for (int sample = 0; sample < 20; ++sample) {
    std::vector<Mpfr> roots, q{Mpfr(1)};
    for (int i = 0; i < 5; ++i) {
      roots.emplace_back(static_cast<double>(random() >> 11U) * 0x1p-53);
      if (i % 2 == 1) roots.back() = roots[roots.size() - 2] + Mpfr(1e-14);  // close pairs
    }
    for (const Mpfr& r : roots) {
      q.emplace_back(0);
      for (std::size_t j = q.size() - 1; j > 0; --j) q[j] = q[j] - q[j - 1] / r;
    }
    std::sort(roots.begin(), roots.end());
    std::vector<Root<Mpfr>> found;
    ASSERT_EQ(isolator.all_crossings({q, Mpfr(1)}, found), Outcome::crossing);
    ASSERT_EQ(found.size(), 5U) << "seed " << seed << " sample " << sample;
    for (std::size_t i = 0; i < 5; ++i) {
      EXPECT_LE(to_double(abs(found[i].at - roots[i])), to_double(found[i].uncertainty));
      EXPECT_LT(to_double(found[i].uncertainty), 1e-28);
    }
  }
}

TEST(ClosestApproach, FindsTheDistanceOfANearMiss) {
  RootIsolator<double> isolator(40);
  const auto q = cosine_dip(-1e-4, 24);
  const auto miss = isolator.closest_approach({q, 1.5}, 1.5, 1e-3);
  ASSERT_TRUE(miss.has_value());
  EXPECT_NEAR(miss->at, 1, 1e-10);
  EXPECT_NEAR(miss->distance, 1e-4, 1e-15);
  EXPECT_FALSE(isolator.closest_approach({q, 1.5}, 1.5, 1e-5).has_value());
  EXPECT_FALSE(isolator.closest_approach({q, 1.5}, 0.5, 1e-3).has_value());
}

TEST(SignScan, LosesPairsAndFindsSingleCrossings) {
  const auto q = cosine_dip(1e-2, 24);
  EXPECT_EQ(sign_scan<double>({q, 1.5}).outcome, Outcome::none);
  const auto r = sign_scan<double>({q, 1.0});
  ASSERT_EQ(r.outcome, Outcome::crossing);
  EXPECT_NEAR(r.root.at, 1 - std::acos(1 - 1e-2), 1e-13);
  EXPECT_EQ(r.root.direction, -1);
}

}  // namespace
}  // namespace saltus
