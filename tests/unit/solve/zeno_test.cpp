// Zeno sequences and sequences that only look like them.
// Reference values: 1500-bit and 400-bit MPFR computations of the sphere rows, exact recursion of the ball with drag.

#include "solve/zeno.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "number/mpfr.hpp"
#include "solve/local_time.hpp"

namespace saltus {
namespace {

template <class T>
struct Outcome {
  long hits = 0;
  bool parted = false;
  std::optional<ZenoLimit<T>> limit;
  T time{};
};

/// A row of equal spheres by gaps and relative velocities: the first moves with velocity 1, all gaps are 1.
template <class T>
Outcome<T> row(int spheres, const T& e, const T& tol, long most) {
  const auto pairs = static_cast<std::size_t>(spheres - 1);
  std::vector<T> gap(pairs, T(1)), velocity(pairs, T(0));
  velocity[0] = T(-1);
  const T share = (T(1) + e) * T(0.5);
  ZenoRecogniser<T> zeno(tol);
  TimePoint<T> now(T(0));
  Outcome<T> out;
  while (out.hits < most) {
    std::size_t next = pairs;
    T wait(0);
    for (std::size_t i = 0; i < pairs; ++i) {
      if (!(velocity[i] < T(0))) continue;
      const T t = -gap[i] / velocity[i];
      if (next == pairs || t < wait) {
        next = i;
        wait = t;
      }
    }
    if (next == pairs) {
      out.parted = true;
      break;
    }
    for (std::size_t i = 0; i < pairs; ++i) gap[i] = i == next ? T(0) : T(gap[i] + velocity[i] * wait);
    const T impact = velocity[next];
    velocity[next] = -e * impact;
    if (next > 0) velocity[next - 1] = velocity[next - 1] + share * impact;
    if (next + 1 < pairs) velocity[next + 1] = velocity[next + 1] + share * impact;
    now.advance(wait);
    ++out.hits;
    out.limit = zeno.observe(next, wait, now.value());
    if (out.limit) break;
  }
  out.time = now.value();
  return out;
}

Mpfr decimal(const char* text) { return Mpfr(*Rational::parse(text)); }

TEST(Zeno, NearCriticalRowsAreNotFooledBy) {
  PrecisionScope digits(40);
  struct Case {
    const char* e;
    long hits;
  };
  for (const auto& c : {Case{"0.172", 115}, Case{"0.1716", 452}, Case{"0.1715763", 1263}, Case{"0.1715729", 14770}})
    for (const char* tol : {"1e-6", "1e-9", "1e-12"}) {
      const auto out = row<Mpfr>(4, decimal(c.e), decimal(tol), 20000);
      EXPECT_TRUE(out.parted) << c.e << ' ' << tol;
      EXPECT_EQ(out.hits, c.hits) << c.e << ' ' << tol;
    }
}

TEST(Zeno, RowsBelowTheCriticalRestitutionCollapse) {
  PrecisionScope digits(40);
  struct Case {
    const char* e;
    const char* limit;
  };
  for (const auto& c :
       {Case{"0.1715", "10.02599340506172901004014327184993159457"}, Case{"0.171", "9.62061330067642661979929869695732930313"},
        Case{"0.15", "7.223948085158418958306058875075722967974"}, Case{"0.1", "6.054359977935181991382103682933077538365"},
        Case{"0.08", "6.000374802361711507464565396298061224043"}, Case{"0.0717", "4.609071949472761084636008913033252094778"},
        Case{"0.06", "3.731354298653609635040584370063330618380"}, Case{"0.05", "3.500000000000000000000000000000000000000"}}) {
    for (const char* tol : {"1e-9", "1e-12", "1e-20"}) {
      const auto out = row<Mpfr>(4, decimal(c.e), decimal(tol), 5000);
      ASSERT_TRUE(out.limit.has_value()) << c.e << ' ' << tol;
      const double error = to_double(abs(out.time + out.limit->remaining - decimal(c.limit)));
      EXPECT_LT(error, 10 * to_double(decimal(tol))) << c.e << " after " << out.hits;
      EXPECT_LT(error, to_double(out.limit->error) + 1e-2 * to_double(decimal(tol)));
    }
  }
}

TEST(Zeno, NoFalseAlarmAnywhereAboveTheCriticalRestitution) {
  const double critical = 3 - 2 * std::numbers::sqrt2;
  for (int k = 0; k < 200; ++k) {
    const double e = critical + std::pow(10.0, -0.5 - 0.025 * k);  // down to 3e-6 above
    for (const double tol : {1e-4, 1e-9}) EXPECT_FALSE(row<double>(4, e, tol, 3000).limit.has_value()) << e << ' ' << tol;
  }
}

TEST(Zeno, AperiodicCollapseStaysUndecided) {
  PrecisionScope digits(40);  // e = 0.12: the spheres collapse, but the order of hits never repeats
  const auto out = row<Mpfr>(4, decimal("0.12"), decimal("1e-9"), 3000);
  EXPECT_FALSE(out.parted);
  EXPECT_FALSE(out.limit.has_value());
}

TEST(Zeno, ThreeSpheresCollapseToTheClosedForm) {
  // e < 7 - 4 sqrt 3: the first three of four spheres collapse at 1 + 4/(1 + e + sqrt(1 - 14 e + e^2))
  const double e = 0.05;
  const auto out = row<double>(4, e, 1e-9, 5000);
  ASSERT_TRUE(out.limit.has_value());
  const double exact = 1 + 4 / (1 + e + std::sqrt(1 - 14 * e + e * e));
  EXPECT_NEAR(out.time + out.limit->remaining, exact, 1e-9);
  EXPECT_LE(out.limit->pattern.size(), 2U);
}

TEST(Zeno, BouncingBall) {
  ZenoRecogniser<double> zeno(1e-12);
  TimePoint<double> now(0.0);
  const double g = 9.81, mu = 0.9;
  now.advance(std::sqrt(2 * 10 / g));
  double v = mu * std::sqrt(2 * 10 * g);
  auto limit = zeno.observe(0, now.value(), now.value());
  int bounces = 1;
  while (!limit && bounces < 2000) {
    now.advance(2 * v / g);
    limit = zeno.observe(0, 2 * v / g, now.value());
    v *= mu;
    ++bounces;
  }
  ASSERT_TRUE(limit.has_value());
  EXPECT_GT(bounces, 100);
  EXPECT_NEAR(now.value() + limit->remaining, 27.12901933561422, 1e-12);
  EXPECT_NEAR(limit->ratio, 0.9, 1e-12);
}

TEST(Zeno, BouncingBallWithDrag) {
  // x'' = -g - beta v|v| has the exact recursion 1/v_impact^2 = 1/v_up^2 + beta/g
  for (const double tol : {1e-9, 1e-12}) {
    ZenoRecogniser<double> zeno(tol);
    TimePoint<double> now(0.0);
    const double g = 9.81, mu = 0.9, beta = 0.002, vt = std::sqrt(g / beta);
    const double fall = std::acosh(std::exp(beta * 10)) / std::sqrt(g * beta);
    double v = mu * vt * std::tanh(fall * std::sqrt(g * beta));
    now.advance(fall);
    auto limit = zeno.observe(0, fall, fall);
    double exact = fall;
    for (double w = v, d = 1; d > 1e-20;) {
      const double impact = 1 / std::sqrt(1 / (w * w) + beta / g);
      d = (std::atan(w / vt) + std::atanh(impact / vt)) / std::sqrt(g * beta);
      exact += d;
      w = mu * impact;
    }
    for (int i = 0; i < 2000 && !limit; ++i) {
      const double impact = 1 / std::sqrt(1 / (v * v) + beta / g);
      const double flight = (std::atan(v / vt) + std::atanh(impact / vt)) / std::sqrt(g * beta);
      now.advance(flight);
      limit = zeno.observe(0, flight, now.value());
      v = mu * impact;
    }
    ASSERT_TRUE(limit.has_value());
    EXPECT_NEAR(now.value() + limit->remaining, exact, tol);
    EXPECT_NEAR(exact, 25.58945757011712, 1e-11);
  }
}

TEST(Zeno, HarmonicAndPowerLawIntervalsAreNoLimit) {
  for (const double power : {1.0, 2.0, 3.0}) {
    ZenoRecogniser<double> zeno(1e-3);
    double t = 0;
    for (int k = 1; k < 5000; ++k) {
      const double d = std::pow(k, -power);
      t += d;
      ASSERT_FALSE(zeno.observe(0, d, t).has_value()) << power << ' ' << k;
    }
  }
}

TEST(Zeno, EqualAndGrowingIntervalsAreNoLimit) {
  ZenoRecogniser<double> zeno(1e-3);
  double t = 0;
  for (int k = 0; k < 1000; ++k) ASSERT_FALSE(zeno.observe(0, 1e-6, t += 1e-6).has_value());
  zeno.reset();
  double d = 1e-30;
  for (int k = 0; k < 100; ++k) {
    d *= 1.5;
    t += d;
    ASSERT_FALSE(zeno.observe(0, d, t).has_value());
  }
}

TEST(Zeno, RandomOrderIsNoPattern) {
  std::mt19937 random(7);
  ZenoRecogniser<double> zeno(1e-3);
  double t = 0, d = 1;
  for (int k = 0; k < 500; ++k) {
    d *= 0.9;
    t += d;
    ASSERT_FALSE(zeno.observe(random() % 5, d, t).has_value());
  }
}

TEST(Zeno, EventsThatCommuteCountAsASet) {
  ZenoRecogniser<double> zeno(1e-9);
  std::mt19937 random(11);
  double t = 0, d = 1;
  std::optional<ZenoLimit<double>> limit;
  for (int k = 0; k < 200 && !limit; ++k) {
    const bool swapped = random() % 2 == 0;
    const std::size_t order[] = {1, swapped ? 3U : 2U, swapped ? 2U : 3U};
    for (const std::size_t id : order) {
      t += d / 3;
      limit = zeno.observe(id, d / 3, t);
      if (limit) break;
    }
    d *= 0.5;
  }
  ASSERT_TRUE(limit.has_value());
  EXPECT_EQ(limit->pattern.size(), 3U);
  EXPECT_NEAR(limit->ratio, 0.5, 1e-12);
  EXPECT_NEAR(t + limit->remaining, 2, 1e-12);
}

}  // namespace
}  // namespace saltus
