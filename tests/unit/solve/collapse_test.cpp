#include "solve/collapse.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace saltus {
namespace {

TEST(CollapseWatch, ShrinkingIntervalsBelowTheResolutionOfTime) {
  CollapseWatch<double> watch;
  double interval = 1e-17;
  int events = 0;
  while (events < 2000 && !watch.observe(interval, 6.0)) {
    interval *= events % 3 == 0 ? 0.9 : 0.6;  // the order does not matter
    ++events;
  }
  EXPECT_LE(events, 32 * 10);
}

TEST(CollapseWatch, IntervalsThatAlsoGrowOnTheWay) {
  CollapseWatch<double> watch;
  double interval = 1e-17;
  int events = 0;
  while (events < 5000 && !watch.observe(interval, 6.0)) {
    interval *= events / 40 % 2 == 0 ? 0.8 : 1.2;
    ++events;
  }
  EXPECT_GT(events, 32 * 10);
  EXPECT_LE(events, 256 * 10);
}

TEST(CollapseWatch, LongPartsThatDoublesHaveNoRoomFor) {
  CollapseWatch<double> watch;
  double interval = 1e-17;
  int events = 0;
  while (events < 5000 && !watch.observe(interval, 6.0)) {
    interval *= events / 40 % 2 == 0 ? 0.1 : 1.2;
    ++events;
  }
  EXPECT_LE(events, 256);
}

TEST(CollapseWatch, NotWhileTimeMoves) {
  CollapseWatch<double> watch;
  double now = 1, interval = 0.5;
  for (int i = 0; i < 900; ++i) {
    now = std::nextafter(now, 2.0);
    interval *= 0.5;
    EXPECT_FALSE(watch.observe(interval, now));
  }
}

TEST(CollapseWatch, NotForPowersOfTheNumberOfEvents) {
  CollapseWatch<double> watch;
  for (int k = 1000; k < 100000; ++k) ASSERT_FALSE(watch.observe(std::pow(k, -6.0), 6.0));
}

TEST(CollapseWatch, NotForEqualOrVanishingIntervals) {
  CollapseWatch<double> equal, none;
  for (int i = 0; i < 10000; ++i) {
    ASSERT_FALSE(equal.observe(1e-18, 6.0));
    ASSERT_FALSE(none.observe(0.0, 6.0));
  }
}

}  // namespace
}  // namespace saltus
