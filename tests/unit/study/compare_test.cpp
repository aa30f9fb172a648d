// Runs side by side: events that have partners, and trajectories that jump at slightly different times.

#include "study/compare.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace saltus {
namespace {

using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

TEST(MatchTimes, PairsInOrderWhereCountsAgree) {
  EXPECT_EQ(match_times(std::vector<double>{1, 2, 3}, std::vector<double>{1.9, 2.9, 3.9}), (Pairs{{0, 0}, {1, 1}, {2, 2}}));
  EXPECT_TRUE(match_times(std::vector<double>{}, std::vector<double>{1}).empty());
}

TEST(MatchTimes, LeavesOutWhatFitsLeast) {
  EXPECT_EQ(match_times(std::vector<double>{1, 2, 3, 4}, std::vector<double>{1.01, 3.02, 4}), (Pairs{{0, 0}, {2, 1}, {3, 2}}));
  EXPECT_EQ(match_times(std::vector<double>{3}, std::vector<double>{1, 2, 2.9, 4}), (Pairs{{0, 2}}));
  EXPECT_EQ(match_times(std::vector<double>{1, 5}, std::vector<double>{1, 2, 3, 4, 5}), (Pairs{{0, 0}, {1, 4}}));
}

/// A sawtooth x = t - (time of the last drop), dropping at the given times, on the given times.
RunResult sawtooth(const std::vector<double>& drops, const std::vector<double>& times) {
  RunResult run;
  run.series.columns = {{.name = "time"}, {.name = "x", .unit = "m"}, {.name = "der(x)"}};
  const auto row = [&](double t, double x, RowKind kind) {
    run.series.columns[0].values.push_back(t);
    run.series.columns[1].values.push_back(x);
    run.series.columns[2].values.push_back(1);
    run.series.rows.push_back({kind});
  };
  double last = 0;
  std::size_t next = 0;
  for (const double t : times) {
    if (next < drops.size() && drops[next] == t) {
      row(t, t - last, RowKind::before_events);
      last = drops[next++];
      row(t, 0, RowKind::after_events);
      run.events.push_back({.time = Value::real(t), .instant = std::uint32_t(next), .name = "drop"});
    } else {
      row(t, t - last, RowKind::point);
    }
  }
  return run;
}

RunResult events_only(const std::vector<double>& drops) { return sawtooth(drops, drops); }

std::vector<double> times_for(const std::vector<double>& a, const std::vector<double>& b) {
  const RunResult one = events_only(a), two = events_only(b);
  return common_times(0, 4, {&one, &two}, 100);
}

TEST(CompareRuns, LeavesOutWhatLiesBetweenTheTimesOfAnEvent) {
  const std::vector<double> a = {1, 2, 3}, b = {1, 2.001, 3.002};
  const std::vector<double> times = times_for(a, b);
  const RunComparison c = compare_runs(sawtooth(a, times), sawtooth(b, times), times, {});
  EXPECT_EQ(c.events.counts.size(), 1u);
  EXPECT_EQ(c.events.counts[0].other, 3u);
  ASSERT_EQ(c.events.events.size(), 3u);
  EXPECT_EQ(*c.events.events[1].other, 2.001);
  ASSERT_EQ(c.deviations.size(), 1u);  // der(x) is left out
  EXPECT_EQ(c.deviations[0].unit, "m");
  // Between the drops x differs by 0.001, and after the last one by 0.002, where it is first seen at 3.002.
  EXPECT_NEAR(c.deviations[0].largest, 0.002, 1e-12);
  EXPECT_GE(c.deviations[0].time, 3.002);
  EXPECT_NEAR(c.left_out, 0.003, 1e-12);
  EXPECT_NEAR(c.deviations[0].range, 1, 1e-12);
}

TEST(CompareRuns, ShowsEventsWithoutPartners) {
  const std::vector<double> a = {1, 2, 3}, b = {1, 3};
  const std::vector<double> times = times_for(a, b);
  const RunComparison c = compare_runs(sawtooth(a, times), sawtooth(b, times), times, {"x"});
  ASSERT_EQ(c.events.events.size(), 3u);
  EXPECT_EQ(*c.events.events[1].reference, 2);
  EXPECT_FALSE(c.events.events[1].other);
  EXPECT_NEAR(c.deviations[0].largest, 1, 1e-12);  // after 2
  EXPECT_EQ(c.deviations[0].time, 2);
}

TEST(CompareRuns, ComparesWhatDoesNotJumpEverywhere) {
  const std::vector<double> a = {1}, b = {3}, times = times_for(a, b);
  RunResult one = sawtooth(a, times), two = sawtooth(b, times);
  for (RunResult* run : {&one, &two}) {
    const double sign = run == &one ? 1 : -1;
    Column bump{.name = "bump"};
    for (const double t : run->series.columns[0].values) bump.values.push_back(sign * std::exp(-(t - 2) * (t - 2)));
    run->series.columns.push_back(bump);
  }
  const RunComparison c = compare_runs(one, two, times, {});
  ASSERT_EQ(c.deviations.size(), 2u);
  EXPECT_TRUE(c.deviations[0].jumps);
  EXPECT_FALSE(c.deviations[1].jumps);
  EXPECT_EQ(c.deviations[1].largest, 2);  // in the middle of what is left out for x
  EXPECT_EQ(c.deviations[1].time, 2);
}

TEST(CompareRuns, EqualRunsDoNotDeviate) {
  const std::vector<double> a = {1, 2, 3}, times = times_for(a, a);
  const RunComparison c = compare_runs(sawtooth(a, times), sawtooth(a, times), times, {});
  EXPECT_EQ(c.deviations[0].largest, 0);
  EXPECT_EQ(c.left_out, 0);
  EXPECT_EQ(c.times, times.size());
}

TEST(CompareRuns, SaysWhereOnlyOneHasTheVariable) {
  const std::vector<double> times = times_for({}, {});
  RunResult a = sawtooth({}, times), b = a;
  for (std::size_t i = 50; i < times.size(); ++i) b.series.columns[1].values[i] = NAN;
  const RunComparison c = compare_runs(a, b, times, {});
  EXPECT_EQ(c.deviations[0].alone, 2);
  EXPECT_EQ(c.deviations[0].largest, 0);
}

TEST(CommonTimes, HoldTheGridAndTheEvents) {
  const RunResult run = events_only({0.25, 0.3});
  EXPECT_EQ(common_times(0, 1, {&run}, 4), (std::vector<double>{0, 0.25, 0.3, 0.5, 0.75, 1}));
  EXPECT_EQ(common_times(0, 1, {&run}, 2, 1), (std::vector<double>{0, 0.5, 1}));
}

}  // namespace
}  // namespace saltus
