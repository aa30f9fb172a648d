// Extremes and integrals of what follows from states, where it is far sharper or faster than they are.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "study/ensemble.hpp"
#include "text_model.hpp"

namespace saltus {
namespace {

constexpr double pi = std::numbers::pi;

/// A run of a model, with the measures in order.
struct Seen {
  RunRecord record;
  [[nodiscard]] double operator[](std::size_t i) const { return record.measures[i].number; }
};

Seen watch(const std::string& text, const char* stop, const std::vector<std::string>& measures, const char* solver = "taylor",
           int precision = 0) {
  ExprPool pool;
  EnsembleOptions options = of_text(text);
  options.run.stop = pool.number(*Rational::parse(stop));
  options.run.solver = solver;
  options.run.precision = precision;
  for (std::size_t i = 0; i < measures.size(); ++i) options.measures.push_back({"m" + std::to_string(i), measures[i]});
  Diagnostics diagnostics;
  const auto ensemble = Ensemble::make(options, diagnostics);
  if (!ensemble) throw std::runtime_error(render(diagnostics, *options.model.sources));
  return {ensemble->run({1, {}})};
}

constexpr const char* ramp = "model Ramp Real x(start = 0, fixed = true); equation der(x) = 1; end Ramp;";

std::string text(double x) { return Rational::from_double(x).text(); }

TEST(WatchedCurves, GaussianPeaksOfAnyWidth) {
  std::mt19937_64 random(17);
  std::uniform_real_distribution<double> place(1, 9), width(0, 7);
  for (int i = 0; i < 40; ++i) {
    const double at = place(random), w = std::pow(10, -width(random)) / 8;
    const std::string peak = "exp(-((x - (" + text(at) + "))/(" + text(w) + "))^2)";
    const Seen s = watch(ramp, "10", {"max(" + peak + ")", "time_of_max(" + peak + ")", "integral(" + peak + ")"});
    SCOPED_TRACE(peak);
    EXPECT_NEAR(s[0], 1, 1e-12);
    EXPECT_NEAR(s[1], at, 1e-9 * w + 4e-15);
    // The rounding of x counts for narrow peaks.
    EXPECT_NEAR(s[2] / (w * std::sqrt(pi)), 1, 1e-11 + 1e-15 / w);
  }
}

TEST(WatchedCurves, RationalPeaksOfAnyWidth) {
  std::mt19937_64 random(18);
  std::uniform_real_distribution<double> place(1, 9), width(0, 7);
  for (int i = 0; i < 40; ++i) {
    const double at = place(random), w = std::pow(10, -width(random)) / 8;
    const std::string peak = "1/(1 + ((x - (" + text(at) + "))/(" + text(w) + "))^2)";
    const Seen s = watch(ramp, "10", {"max(" + peak + ")", "time_of_max(" + peak + ")", "integral(" + peak + ")"});
    SCOPED_TRACE(peak);
    EXPECT_NEAR(s[0], 1, 1e-12);
    EXPECT_NEAR(s[1], at, 1e-9 * w + 4e-15);
    EXPECT_NEAR(s[2] / (w * (std::atan((10 - at) / w) + std::atan(at / w))), 1, 1e-11 + 1e-15 / w);
  }
}

TEST(WatchedCurves, FastAngles) {
  for (const double rate : {7.0, 131.0, 2500.0}) {
    const std::string a = text(rate) + "*x";
    const Seen s = watch(ramp, "10",
                         {"max(sin(" + a + "))", "time_of_max(sin(" + a + "))", "integral(sin(" + a + ")^2)",
                          "integral(abs(sin(" + a + ")))", "min(x*cos(" + a + "))"});
    SCOPED_TRACE(rate);
    EXPECT_NEAR(s[0], 1, 1e-14);
    // Which of many equal ones is the highest is up to rounding.
    EXPECT_NEAR(std::sin(rate * s[1]), 1, 1e-12);
    EXPECT_NEAR(s[2], 5 - std::sin(20 * rate) / (4 * rate), 1e-10);
    const double turns = std::floor(10 * rate / pi), rest = 10 * rate - turns * pi;
    EXPECT_NEAR(s[3], (2 * turns + 1 - std::cos(rest)) / rate, 1e-10);
    EXPECT_LT(s[4], -10 + 2 * pi / rate);
  }
}

// x = cos t, v = -sin t: products, roots, steps and kinks of them.
TEST(WatchedCurves, ProductsOfStatesWithAllSolvers) {
  const char* model =
      "model Circle Real x(start = 1, fixed = true), v(start = 0, fixed = true); "
      "equation der(x) = v; der(v) = -x; end Circle;";
  for (const char* solver : {"taylor", "radau", "cvode-bdf"}) {
    const double tolerance = solver == std::string_view("taylor") ? 1e-9 : 1e-5;
    const Seen s = watch(model, "10",
                         {"max(x*v)", "time_of_max(x*v)", "integral(x^2*v^2)", "max(exp(-1000*(x - 1/2)^2))",
                          "time_of_max(exp(-1000*(x - 1/2)^2))", "integral(abs(x*v))", "integral(if x > 1/2 then 1 else 0)",
                          "max(max(x, v))", "min(sqrt(x^2 + v^2))"},
                         solver);
    SCOPED_TRACE(solver);
    EXPECT_NEAR(s[0], 0.5, tolerance);
    EXPECT_NEAR(std::sin(2 * s[1]), -1, tolerance);
    EXPECT_NEAR(s[2], 10.0 / 8 - std::sin(40.0) / 32, 10 * tolerance);
    EXPECT_NEAR(s[3], 1, tolerance);
    EXPECT_NEAR(std::cos(s[4]), 0.5, tolerance);
    const double rest = 10 - 3 * pi;  // a third of a half turn past 6 quarters
    EXPECT_NEAR(s[5], 6 * 0.5 + std::sin(rest) * std::sin(rest) / 2, 10 * tolerance);
    EXPECT_NEAR(s[6], pi / 3 + 2 * pi / 3, 10 * tolerance);
    EXPECT_NEAR(s[7], 1, tolerance);
    EXPECT_NEAR(s[8], 1, tolerance);
  }
}

TEST(WatchedCurves, DigitsOfAChosenPrecision) {
  const Seen s =
      watch(ramp, "10", {"integral(exp(-100*(x - 3)^2))*10/sqrt(pi)", "time_of_max(1/(1 + (x - 1/3)^2))"}, "taylor", 40);
  const std::string& area = s.record.measures[0].digits;
  EXPECT_TRUE(area == "1" || area.starts_with("1.00000000000000000000000000000000000") ||
              area.starts_with("0.99999999999999999999999999999999999"))
      << area;
  EXPECT_TRUE(s.record.measures[1].digits.starts_with("0.333333333333333333333333333333")) << s.record.measures[1].digits;
}

// Singular, but good: the sum of the pieces has a limit.
TEST(WatchedCurves, IntegrableSingularities) {
  const Seen s = watch(ramp, "1", {"integral(1/sqrt(x))", "integral(log(x))", "integral(sin(x)/x)", "max(sin(x)/x)"});
  EXPECT_NEAR(s[0], 2, 1e-6);
  EXPECT_NEAR(s[1], -1, 1e-10);
  EXPECT_NEAR(s[2], 0.946083070367183, 1e-12);
  EXPECT_NEAR(s[3], 1, 1e-12);
}

TEST(WatchedCurves, WhatHasNoValueIsNoFailure) {
  const Seen s = watch(ramp, "2",
                       {"max(1/(x - 1))", "min(1/(x - 1))", "integral(1/(x - 1)^2)", "final(x)", "max(log(1 - x))",
                        "initial(log(x))", "max(abs(1/(x - 1)))"});
  EXPECT_EQ(s.record.status, StatusCode::finished);
  EXPECT_EQ(s[0], HUGE_VAL);
  EXPECT_EQ(s[1], -HUGE_VAL);
  EXPECT_EQ(s[2], HUGE_VAL);
  EXPECT_EQ(s[3], 2);
  EXPECT_TRUE(std::isnan(s[4]));
  EXPECT_EQ(s[5], -HUGE_VAL);
  EXPECT_EQ(s[6], HUGE_VAL);
}

TEST(WatchedCurves, TheRunIsTheSameWithoutThem) {
  const char* model =
      "model Swing Real a(start = 2, fixed = true), w(start = 0, fixed = true); "
      "equation der(a) = w; der(w) = -sin(a); end Swing;";
  const Seen plain = watch(model, "20", {"final(a)"});
  const Seen watched = watch(
      model, "20",
      {"final(a)", "max(abs(a))", "integral(if w > 0 then w else 0)", "min(floor(10*a))", "max(1/a)", "max(exp(-1e6*a^2))"});
  EXPECT_EQ(plain[0], watched[0]);
  EXPECT_EQ(plain.record.steps, watched.record.steps);
  EXPECT_EQ(plain.record.events, watched.record.events);
  EXPECT_NEAR(watched[1], 2, 1e-9);
  EXPECT_EQ(watched[3], -20);
}

}  // namespace
}  // namespace saltus
