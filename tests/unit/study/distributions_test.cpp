// Quantiles against closed forms, and against the complementary error function of MPFR with 200 bits.

#include "study/distributions.hpp"

#include <gtest/gtest.h>
#include <mpfr.h>

#include <cmath>

#include "study/sample.hpp"

namespace saltus {
namespace {

using Kind = Distribution::Kind;

Probability at(double below) { return {below, 1 - below}; }
Probability from_above(double above) { return {1 - above, above}; }

/// The probability of z' > z, over that of z' > low (whose logarithm may be far below the range of doubles).
double upper_share(double z, double low) {
  mpfr_t a, b, root;
  mpfr_inits2(200, a, b, root, nullptr);
  mpfr_sqrt_ui(root, 2, MPFR_RNDN);
  mpfr_d_div(a, z, root, MPFR_RNDN);
  mpfr_d_div(b, low, root, MPFR_RNDN);
  mpfr_erfc(a, a, MPFR_RNDN);
  mpfr_erfc(b, b, MPFR_RNDN);
  mpfr_div(a, a, b, MPFR_RNDN);
  const double share = mpfr_get_d(a, MPFR_RNDN);
  mpfr_clears(a, b, root, nullptr);
  return share;
}

TEST(Normal, HasTheTabulatedQuantiles) {
  const Distribution d{Kind::normal, 0, 1};
  EXPECT_EQ(quantile(d, at(0.5)), 0);
  EXPECT_NEAR(quantile(d, at(0.975)), 1.9599639845400545, 1e-15);
  EXPECT_NEAR(quantile(d, at(0.025)), -1.9599639845400545, 1e-15);
  EXPECT_EQ(quantile(d, at(0.25)), -quantile(d, at(0.75)));
  EXPECT_NEAR(quantile({Kind::normal, 3, 2}, at(0.975)), 3 + 2 * 1.9599639845400545, 1e-14);
}

TEST(Normal, IsAccurateInBothTails) {
  const Distribution d{Kind::normal, 0, 1};
  for (const double q : {0.4, 0.1, 1e-3, 1e-8, 0x1p-53, 1e-100, 1e-300}) {
    const double z = quantile(d, from_above(q));
    EXPECT_NEAR(upper_share(z, 0) / 2 / q, 1, 4e-16 * (1 + z * z)) << q;  // a relative error of z counts z^2 times
    EXPECT_EQ(quantile(d, at(q)), -z);
  }
}

TEST(Normal, TruncatedFarOutKeepsItsShape) {
  for (const double low : {0.0, 1.0, 5.0, 9.9, 10.0, 10.1, 37.0, 50.0, 300.0, 5000.0}) {
    const double high = low + 3 / (low + 1);
    const double whole = 1 - upper_share(high, low);
    for (const double u : {0x1p-53, 1e-6, 0.1, 0.5, 0.9, 1 - 1e-6}) {
      const Distribution upper{Kind::normal, 0, 1, 1, low, high}, lower{Kind::normal, 0, 1, 1, -high, -low};
      const double z = quantile(upper, {u, 1 - u});
      EXPECT_NEAR((1 - upper_share(z, low)) / whole, u, 1e-15 * (1 + low * low)) << low << " " << u;
      EXPECT_EQ(quantile(lower, {1 - u, u}), -z);
      EXPECT_GE(z, low);
      EXPECT_LE(z, high);
    }
  }
  const double open = quantile({Kind::normal, 0, 1, 1, 100.0}, at(0.5));  // no upper limit
  EXPECT_NEAR(upper_share(open, 100), 0.5, 1e-12);
}

TEST(Normal, TruncatedToANarrowRangeIsUniform) {
  const Distribution d{Kind::normal, 0, 1, 1, -1e-9, 2e-9};
  for (const double u : {0.1, 1.0 / 3, 0.5, 0.9}) EXPECT_NEAR(quantile(d, at(u)), -1e-9 + 3e-9 * u, 1e-23);
}

TEST(Normal, TruncatedAcrossTheCentreIsConsistent) {
  const Distribution d{Kind::normal, 0.5, 0.25, 1, 0, 1};
  const double left = upper_share(-2, 0) / 2, right = upper_share(2, 0) / 2;
  for (const double u : {1e-12, 0.01, 0.3, 0.5, 0.7, 0.99}) {
    const double z = (quantile(d, at(u)) - 0.5) / 0.25;
    EXPECT_NEAR((left - upper_share(z, 0) / 2) / (left - right), u, 1e-15);
  }
}

TEST(Lognormal, IsTheExponential) {
  EXPECT_NEAR(quantile({Kind::lognormal, 1, 0.5}, at(0.5)), std::exp(1.0), 1e-15);
  EXPECT_NEAR(quantile({Kind::lognormal, 0, 1}, at(0.975)), std::exp(1.9599639845400545), 1e-13);
  const Distribution cut{Kind::lognormal, 0, 1, 1, -1, 2};  // below 0 there is nothing anyway
  EXPECT_NEAR(quantile(cut, from_above(1e-15)), 2, 1e-13);
  EXPECT_GT(quantile(cut, at(1e-300)), 0);
}

TEST(Uniform, IsLinear) {
  EXPECT_NEAR(quantile({Kind::uniform, -1, 3}, at(0.25)), 0, 1e-15);
  EXPECT_NEAR(quantile({Kind::uniform, -1, 3, 1, 0, 2}, at(0.25)), 0.5, 1e-15);
}

TEST(Triangular, HasItsClosedForm) {
  const Distribution d{Kind::triangular, 1, 2, 5};
  EXPECT_NEAR(quantile(d, at(0.25)), 2, 1e-15);  // the share left of the top is (2 - 1)/(5 - 1)
  EXPECT_NEAR(quantile(d, at(0.0625)), 1.5, 1e-15);
  EXPECT_NEAR(quantile(d, at(0.8125)), 3.5, 1e-15);
  EXPECT_NEAR(quantile({Kind::triangular, 0, 0, 1}, at(0.75)), 0.5, 1e-15);
  EXPECT_NEAR(quantile({Kind::triangular, 0, 1, 1}, at(0.25)), 0.5, 1e-15);
}

TEST(Triangular, TruncatedMeetsItsShare) {
  const auto share = [](double x) { return x <= 2 ? (x - 1) * (x - 1) / 4 : 1 - (5 - x) * (5 - x) / 12; };
  for (const auto& [low, high] : {std::pair{1.2, 1.9}, {1.5, 3.0}, {2.0, 4.0}, {3.0, 9.0}, {-7.0, 2.0}}) {
    const Distribution d{Kind::triangular, 1, 2, 5, low, high};
    const double from = share(std::max(low, 1.0)), to = share(std::min(high, 5.0));
    for (const double u : {0.001, 0.3, 0.5, 0.999}) EXPECT_NEAR((share(quantile(d, at(u))) - from) / (to - from), u, 2e-15);
  }
}

TEST(Distribution, SaysWhatIsWrong) {
  EXPECT_EQ(fault_of({Kind::normal, 0, 1, 1, 50, 60}), "");
  EXPECT_EQ(fault_of({Kind::normal, 0, 0}), "the standard deviation has to be positive");
  EXPECT_EQ(fault_of({Kind::lognormal, 0, -1}), "the standard deviation has to be positive");
  EXPECT_EQ(fault_of({Kind::uniform, 1, 1}), "the lower end has to be below the upper end");
  EXPECT_EQ(fault_of({Kind::triangular, 0, 2, 1}), "the most likely value has to lie between the ends");
  EXPECT_EQ(fault_of({Kind::normal, 0, 1, 1, 2, 1}), "`within` has to go from a lower to a higher value");
  EXPECT_EQ(fault_of({Kind::uniform, 0, 1, 1, 1, 2}), "nothing of it lies `within` the range");
  EXPECT_EQ(fault_of({Kind::normal, NAN, 1}), "its numbers have to be finite");
}

TEST(Sampler, DrawsEachSampleByItself) {
  for (const SampleMethod method : {SampleMethod::plain, SampleMethod::latin, SampleMethod::sobol}) {
    const SamplePlan plan{1000, 17, method, {{Kind::normal, 0, 1}, {Kind::uniform, 0, 1}}};
    const Sampler all(plan);
    std::vector<Point> points;
    for (std::uint64_t k = 1; k <= 1000; ++k) points.push_back(all.point(k));
    EXPECT_EQ(Sampler(plan).point(617).values[1].value, points[616].values[1].value);
    EXPECT_EQ(points[616].number, 617u);
  }
}

TEST(Sampler, KeepsPlainSamplesWhenTheCountGrows) {
  const Distribution d{Kind::normal, 0, 1};
  EXPECT_EQ(Sampler({10, 5, SampleMethod::plain, {d}}).value(7, 0), Sampler({100, 5, SampleMethod::plain, {d}}).value(7, 0));
  EXPECT_NE(Sampler({10, 5, SampleMethod::plain, {d}}).value(7, 0), Sampler({10, 6, SampleMethod::plain, {d}}).value(7, 0));
}

TEST(Sampler, MeetsMeanAndVariance) {
  // Means of n samples of variance 1: within 5/sqrt(n) plainly; evenly spread ones are far closer.
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    for (const auto& [method, bound] :
         {std::pair{SampleMethod::plain, 0.05}, {SampleMethod::latin, 1e-3}, {SampleMethod::sobol, 2e-3}}) {
      const Sampler s({10000, seed, method, {{Kind::normal, 0, 1}, {Kind::normal, 0, 1}}});
      double sum = 0, squares = 0, product = 0;
      for (std::uint64_t k = 1; k <= 10000; ++k) {
        const double x = s.value(k, 0), y = s.value(k, 1);
        sum += y;
        squares += y * y;
        product += x * y;
      }
      EXPECT_NEAR(sum / 10000, 0, bound) << "seed " << seed << ", method " << int(method);
      EXPECT_NEAR(squares / 10000, 1, 2 * bound) << "seed " << seed << ", method " << int(method);
      EXPECT_NEAR(product / 10000, 0, 0.05) << "seed " << seed << ", method " << int(method);
    }
  }
}

TEST(Sampler, LatinHasOneSampleInEachRange) {
  const Sampler s({500, 8, SampleMethod::latin, {{Kind::uniform, 0, 1}}});
  std::vector<int> hits(500);
  for (std::uint64_t k = 1; k <= 500; ++k) ++hits[static_cast<std::size_t>(s.value(k, 0) * 500)];
  EXPECT_EQ(hits, std::vector<int>(500, 1));
}

}  // namespace
}  // namespace saltus
