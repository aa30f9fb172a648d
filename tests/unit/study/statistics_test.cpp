// Statistics in one pass against closed forms, against the sums written out, and against each other.

#include "study/statistics.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "study/counter_random.hpp"
#include "study/order_statistics.hpp"
#include "study/sample_statistics.hpp"

namespace saltus {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

double uniform(std::uint64_t k, std::uint32_t dimension = 0) {
  return probability_of(random_bits(11, RandomUse::value, dimension, k)).below;
}

TEST(Moments, OfTheFirstWholeNumbers) {
  Moments m;
  for (int k = 1; k <= 100; ++k) m.add(k);
  m.add(nan);
  EXPECT_EQ(m.count(), 100u);
  EXPECT_EQ(m.missing(), 1u);
  EXPECT_DOUBLE_EQ(m.mean(), 50.5);
  EXPECT_DOUBLE_EQ(m.variance(), 100 * 101 / 12.0);
  EXPECT_EQ(m.min(), 1);
  EXPECT_EQ(m.max(), 100);
}

TEST(Moments, KeepTheSpreadOfLargeNumbers) {
  Moments m;  // a million values 10^9 + (0, 1, 2, ..., 9): the variance is 8.25 n/(n - 1)
  for (int k = 0; k < 1000000; ++k) m.add(1e9 + k % 10);
  EXPECT_NEAR(m.mean(), 1e9 + 4.5, 1e-7);
  EXPECT_NEAR(m.variance(), 8.25 * 1e6 / (1e6 - 1), 1e-12);
}

TEST(Moments, DoNotShowTheOrderOfAMillionValues) {
  Moments forwards, backwards, parts[7];
  for (std::uint64_t k = 0; k < 1000000; ++k) {
    forwards.add(uniform(k));
    backwards.add(uniform(999999 - k));
    parts[k % 7].add(uniform(k));
  }
  Moments merged;
  for (const Moments& part : parts) merged.merge(part);
  for (const Moments& other : {backwards, merged}) {
    EXPECT_NEAR(other.mean(), forwards.mean(), 1e-16);
    EXPECT_NEAR(other.variance(), forwards.variance(), 1e-16);
    EXPECT_EQ(other.count(), forwards.count());
    EXPECT_EQ(other.min(), forwards.min());
  }
  EXPECT_NEAR(forwards.variance(), 1 / 12.0, 5 / std::sqrt(180e6));
}

TEST(Moments, OfTooFewValuesAreMissing) {
  Moments m;
  EXPECT_TRUE(std::isnan(m.mean()) && std::isnan(m.min()) && std::isnan(m.max()));
  m.add(3);
  EXPECT_EQ(m.mean(), 3);
  EXPECT_TRUE(std::isnan(m.variance()));
  EXPECT_TRUE(std::isnan(confidence_of_mean(m).low));
}

TEST(ConfidenceOfMean, UsesStudentsT) {
  Moments m;  // five values, standard deviation sqrt(2.5); the 97.5 % quantile of t with 4 degrees of freedom is 2.776445105198
  for (const double x : {1, 2, 3, 4, 5}) m.add(x);
  const Interval i = confidence_of_mean(m);
  EXPECT_NEAR(i.high - 3, 2.776445105198 * std::sqrt(0.5), 1e-11);
  EXPECT_NEAR(3 - i.low, i.high - 3, 1e-15);
}

TEST(Correlation, OfALineAndOfAParabola) {
  Correlation line, parabola, halves[2], varies_not;
  for (int k = -50; k <= 50; ++k) {
    line.add(k, 3 - 2.0 * k);
    parabola.add(k, double(k) * k);
    halves[k > 0].add(k, std::sin(k));
    varies_not.add(k, 1);
  }
  line.add(nan, 5);
  EXPECT_DOUBLE_EQ(line.value(), -1);
  EXPECT_NEAR(parabola.value(), 0, 1e-15);
  EXPECT_TRUE(std::isnan(varies_not.value()));
  Correlation whole;
  for (int k = -50; k <= 50; ++k) whole.add(k, std::sin(k));
  halves[0].merge(halves[1]);
  EXPECT_NEAR(halves[0].value(), whole.value(), 1e-15);
}

TEST(Quantiles, LieBetweenOrderStatistics) {
  std::vector<double> values = {4, 1, nan, 3, 2};
  EXPECT_EQ(quantiles(values, std::vector<double>{0, 0.25, 0.5, 0.75, 1}), (std::vector<double>{1, 1.75, 2.5, 3.25, 4}));
  std::vector<double> none = {nan};
  EXPECT_TRUE(std::isnan(quantiles(none, std::vector<double>{0.5})[0]));
}

TEST(Quantiles, ByPassesAreTheSame) {
  const std::vector<double> probabilities = {0, 1e-4, 0.1, 0.25, 0.5, 0.75, 0.999, 1};
  std::vector<double> values;
  for (std::uint64_t k = 0; k < 20011; ++k) values.push_back(std::tan(3 * (uniform(k) - 0.5)) * (k % 3 ? 1 : 1e-200));
  for (int k = 0; k < 3000; ++k) values.push_back(k % 2 ? 0.0 : -0.0);
  values.push_back(nan);
  values.push_back(-std::numeric_limits<double>::infinity());
  const std::vector<double> found =
      quantiles_by_passes([&](const auto& see) { std::for_each(values.begin(), values.end(), see); }, probabilities);
  EXPECT_EQ(found, quantiles(values, probabilities));
}

TEST(RankCorrelation, SeesWhatGrowsTogether) {
  const std::vector<double> x = {1, 2, 3, 4, nan}, y = {std::exp(1), std::exp(2), std::exp(3), std::exp(9), 1};
  EXPECT_DOUBLE_EQ(rank_correlation(x, y), 1);
  // With ties: ranks 1, 2.5, 2.5, 4 against 1, 2, 3, 4.
  EXPECT_NEAR(rank_correlation(std::vector<double>{1, 2, 2, 3}, std::vector<double>{1, 2, 3, 4}), 4.5 / std::sqrt(4.5 * 5),
              1e-15);
}

TEST(Histogram, CountsAllValuesOnce) {
  Histogram h(0, 1, 4);
  for (const double x : {0.0, 0.2, 0.25, 0.5, 0.99, 1.0, nan, 2.0}) h.add(x);
  EXPECT_EQ(h.counts, (std::vector<std::uint64_t>{2, 1, 1, 2}));
  EXPECT_EQ(fitting_bins(1000, 0, 1, 0.25, 0.75), 10u);
  EXPECT_EQ(fitting_bins(1000, 0, 1, 0.5, 0.5), 32u);
  EXPECT_EQ(fitting_bins(1, 0, 0, 0, 0), 1u);
  EXPECT_NEAR(normal_density(1, 2, 1), 0.19947114020071635, 1e-16);
}

TEST(SampleStatistics, AreTheSameWhetherNumbersAreHeldOrNot) {
  std::vector<RunRecord> records;
  for (std::uint64_t k = 1; k <= 5000; ++k) {
    RunRecord r{.point = {k, {{uniform(k, 0), {}}, {uniform(k, 1), {}}}}};
    const double x = r.point.values[0].value;
    r.measures.push_back({.number = x * x * x});
    r.measures.push_back({.number = k % 10 == 0 ? nan : uniform(k, 2)});
    if (k % 1000 == 0) r.status = StatusCode::failed;
    records.push_back(r);
  }
  const RecordVisitor visit = [&](const auto& see) { std::for_each(records.begin(), records.end(), see); };
  const std::vector<std::size_t> measures = {0, 1};
  const std::vector<MeasureStatistics> held = sample_statistics(visit, measures),
                                       again = sample_statistics(visit, measures, {.held = 100});
  ASSERT_EQ(held.size(), 2u);
  EXPECT_EQ(held[0].moments.missing(), 5u);
  EXPECT_EQ(held[1].moments.missing(), 500u);
  EXPECT_NEAR(held[0].rank_correlations[0], 1, 1e-15);
  EXPECT_NEAR(held[0].correlations[0], std::sqrt(21) / 5, 0.01);  // of x and x^3: (1/20)/sqrt(1/12 * 9/112)
  EXPECT_NEAR(held[0].correlations[1], 0, 0.05);
  EXPECT_NEAR(*statistic_named(held[0], "mean"), 0.25, 5 * std::sqrt(9 / 112.0 / 5000));
  EXPECT_NEAR(*statistic_named(held[0], "median"), 0.125, 0.02);
  EXPECT_FALSE(statistic_named(held[0], "fashion"));
  for (const std::string& name : statistic_names()) EXPECT_TRUE(statistic_named(held[0], name)) << name;
  for (std::size_t m = 0; m < 2; ++m) {
    EXPECT_EQ(held[m].quantiles, again[m].quantiles);
    EXPECT_EQ(held[m].histogram.counts, again[m].histogram.counts);
    EXPECT_EQ(held[m].moments.mean(), again[m].moments.mean());
    EXPECT_EQ(held[m].correlations, again[m].correlations);
    EXPECT_TRUE(again[m].rank_correlations.empty());
  }
}

}  // namespace
}  // namespace saltus
