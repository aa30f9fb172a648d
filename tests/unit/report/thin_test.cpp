#include "report/thin.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace saltus {
namespace {

TEST(Thin, KeepsExtremesOfManyPoints) {
  std::vector<PixelPoint> points;
  for (int i = 0; i < 200000; ++i) points.push_back({i / 250.0, std::sin(i * 0.37) * 100});
  points[123456].y = 777;
  const auto few = thinned(points);
  EXPECT_LT(few.size(), 8000u);
  EXPECT_TRUE(std::any_of(few.begin(), few.end(), [](const PixelPoint& p) { return p.y == 777; }));
  EXPECT_EQ(few.front().x, points.front().x);
  EXPECT_EQ(few.back().x, points.back().x);
}

TEST(Thin, AStraightLineHasTwoPointsAndAJumpStaysAJump) {
  std::vector<PixelPoint> points;
  for (int i = 0; i <= 50; ++i) points.push_back({i * 2.0, 10});
  for (int i = 50; i <= 100; ++i) points.push_back({i * 2.0, 30});
  const auto few = thinned(points);
  ASSERT_EQ(few.size(), 4u);
  EXPECT_EQ(few[1].x, few[2].x);
}

TEST(Thin, GapsStayAndAreNeverAtTheEnds) {
  const PixelPoint gap{NAN, NAN};
  const auto few = thinned({gap, {0, 0}, {1, 5}, gap, gap, {2, 5}, {3, 0}, gap});
  ASSERT_EQ(few.size(), 5u);
  EXPECT_TRUE(std::isnan(few[2].x));
}

TEST(Thin, ACircleDrawnManyTimesStaysACircle) {
  std::vector<PixelPoint> points;
  for (int i = 0; i < 20000; ++i) points.push_back({100 * std::cos(i * 0.01), 100 * std::sin(i * 0.01)});
  for (const PixelPoint& p : thinned(points)) EXPECT_NEAR(std::hypot(p.x, p.y), 100, 1e-9);
  const auto few = thinned(points);
  for (std::size_t i = 1; i < few.size(); ++i)
    EXPECT_GT(std::hypot(few[i].x + few[i - 1].x, few[i].y + few[i - 1].y) / 2, 100 - 0.05);
}

TEST(Thin, ACloudLosesOnlyPointsOnOneSpot) { EXPECT_EQ(thinned_cloud({{1, 1}, {1.01, 1}, {2, 1}, {NAN, 1}}).size(), 2u); }

}  // namespace
}  // namespace saltus
