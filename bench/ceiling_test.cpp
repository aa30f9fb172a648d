// The hand-written programs give what is known from elsewhere: they are what others are measured by.

#include <gtest/gtest.h>

#include <vector>

#include "ceiling/ball.hpp"
#include "ceiling/c12_positions.hpp"
#include "ceiling/c7_lanes.hpp"
#include "ceiling/c7_taylor.hpp"
#include "ceiling/pendulum_row.hpp"

namespace saltus::bench {
namespace {

TEST(Ceiling, CopiesBesideGrazingAnglesHaveTheRightEvents) {
  const std::vector<double> angles = c7::start_angles(100);
  std::vector<c7::Copy> alone(angles.size()), lanes(angles.size()), exact(angles.size());
  c7::taylor_copies(angles, alone);
  c7::two_lanes(angles, lanes);
  c7::exact_copies(angles, exact);
  for (std::size_t i = 0; i < 16; ++i) {
    const c7::Grazing& graze = c7::grazing[i / 4];
    const int right = angles[i] < graze.angle ? graze.below : graze.above;
    EXPECT_EQ(alone[i].events, right) << angles[i];
    EXPECT_EQ(lanes[i].events, right) << angles[i];
    EXPECT_EQ(exact[i].events, right) << angles[i];
  }
  for (std::size_t i = 16; i < angles.size(); ++i) EXPECT_NEAR(lanes[i].phi, exact[i].phi, 1e-9) << angles[i];
}

TEST(Ceiling, LongDoubleAgreesWithSixtyDigits) {
  const double angle[] = {c7::phi0};
  c7::Copy copy[1];
  c7::exact_copies(angle, copy);
  EXPECT_EQ(copy[0].events, 8);
  EXPECT_NEAR(copy[0].last_event, c7::event_times.back(), 1e-14);
  EXPECT_NEAR(copy[0].phi, c7::phi_end, 1e-15);
  EXPECT_NEAR(copy[0].w, c7::w_end, 1e-15);
}

/// Rational arithmetic has 13 hits at e = 0.2 until t = 15; from 2 - sqrt(3) on the last sphere has (1 + e)^3/8.
TEST(Ceiling, SpheresHitAsRationalArithmeticSays) {
  const auto rows = c12::by_positions({0.2, 0.5, 1});
  EXPECT_EQ(rows[0].hits, 13);
  const double v[] = {0.24974780416, 0.24993030144, 0.2501074944, 0.2502144};
  for (int k = 0; k < 4; ++k) EXPECT_NEAR(rows[0].v[k], v[k], 1e-15);
  EXPECT_NEAR(rows[1].v[3], 1.5 * 1.5 * 1.5 / 8, 1e-15);
  EXPECT_EQ(rows[2].hits, 3);
  EXPECT_EQ(rows[2].v[3], 1);
}

/// The tenth and the hundredth bounce, by an independent solution.
TEST(Ceiling, BallBouncesAsInClosedForm) {
  ball::Log log;
  ball::by_quadratics(ball::stop_time(false), log);
  EXPECT_LT(judge(log, ball::exact(false)).error, 1e-13);
  EXPECT_NEAR(log.bounces[9].time, 17.171857079419798, 1e-13);
  ball::by_taylor(ball::stop_time(true), log);
  EXPECT_LT(judge(log, ball::exact(true)).error, 1e-9);
  EXPECT_NEAR(ball::exact(true).bounces[9].time, 16.431194993640382, 1e-13);
  EXPECT_NEAR(ball::exact(true).bounces[99].time, 25.588762437580904, 1e-13);
}

TEST(Ceiling, PendulumsInARowAgreeWithFortyDigits) {
  const pendulum_row::EndState exact = pendulum_row::solve(pendulum_row::in_long_double, 25);
  EXPECT_NEAR(exact.x[0], 0.5429753686815102164961164519529, 1e-15);
  EXPECT_LT(judge(pendulum_row::solve(pendulum_row::by_hand, 25), exact).error, 1e-10);
  EXPECT_LT(judge(pendulum_row::solve(pendulum_row::by_hand_scalar, 25), exact).error, 1e-10);
}

}  // namespace
}  // namespace saltus::bench
