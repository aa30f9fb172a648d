// Derivatives of measures: against closed forms, and against differences of sixth order.

#include <gtest/gtest.h>

#include <cmath>

#include "study/ensemble.hpp"
#include "text_model.hpp"

namespace saltus {
namespace {

constexpr const char* ball = R"(
model Ball
  parameter Real g = 10;
  parameter Real e = 0.8;
  parameter Real h0 = 1;
  parameter Real w = 0;
  Real h(start = h0, fixed = true), v(start = w, fixed = true);
equation
  der(h) = v;
  der(v) = -g;
  when h < 0 then
    reinit(v, -e*pre(v));
  end when "bounce";
  annotation(experiment(StopTime = 1.1, Tolerance = 1e-14));
end Ball;
)";

std::unique_ptr<Ensemble> make(const char* text, std::vector<std::string> varied, std::vector<MeasureText> measures) {
  Diagnostics diagnostics;
  auto ensemble = Ensemble::make(of_text(text, std::move(varied), std::move(measures)), diagnostics);
  EXPECT_TRUE(ensemble) << (diagnostics.all().empty() ? "" : diagnostics.all()[0].message);
  return ensemble;
}

/// The derivative of the only entry of each measure.
std::vector<double> numbers(const MeasureSlopes& found) {
  std::vector<double> slopes;
  for (const auto& s : found.slopes) slopes.push_back(s.at(0));
  return slopes;
}

TEST(Slopes, OfTheBouncingBallByClosedForms) {
  const double t1 = std::sqrt(0.2), v1 = std::sqrt(20.0), e = 0.8;
  const auto by_e =
      numbers(make(ball, {"h0", "e"}, {{"first", "time(\"bounce\", 1)"}, {"fastest", "max(v)"}, {"n", "count(\"bounce\")"}})
                  ->slopes({1, {{1, "1"}, {0.8, "0.8"}}}, 1));
  EXPECT_EQ(by_e[0], 0);
  EXPECT_NEAR(by_e[1], v1, 1e-13);
  EXPECT_EQ(by_e[2], 0);
  const auto by_start = numbers(make(ball, {"h.start"},
                                     {{"first", "time(\"bounce\", 1)"},
                                      {"fastest", "max(v)"},
                                      {"slowest", "min(v)"},
                                      {"place", "time_of_max(v)"},
                                      {"end", "final(v)"},
                                      {"area", "integral(h)"},
                                      {"left", "before(\"bounce\", 1, v)"},
                                      {"right", "after(\"bounce\", 1, v)"}})
                                    ->slopes({1, {{1, "1"}}}, 0));
  EXPECT_NEAR(by_start[0], t1 / 2, 1e-14);
  EXPECT_NEAR(by_start[1], e * v1 / 2, 1e-13);
  EXPECT_NEAR(by_start[2], -v1 / 2, 1e-13);
  EXPECT_NEAR(by_start[3], t1 / 2, 1e-14);
  EXPECT_NEAR(by_start[4], 10 * (1 + e) * t1 / 2, 1e-13);  // v = (1 + e) g t1 - g t
  EXPECT_NEAR(by_start[6], -v1 / 2, 1e-13);
  EXPECT_NEAR(by_start[7], e * v1 / 2, 1e-13);
  // h = 1 - 5 t^2, then e v1 s - 5 s^2 for s = T - t1: its integral by h0.
  const double s = 1.1 - t1;
  EXPECT_NEAR(by_start[5], t1 + e * v1 / 2 * s * s / 2 - (e * v1 * s - 5 * s * s) * t1 / 2, 1e-12);
}

TEST(Slopes, OfAThrowWhoseTopLiesBetweenSteps) {
  const auto ensemble = make(
      ball, {"w"}, {{"top", "max(h)"}, {"place", "time_of_max(h)"}, {"energy", "max(10*h + v^2/2)"}, {"later", "place^2"}});
  const auto by_w = numbers(ensemble->slopes({1, {{3, "3"}}}, 0));
  EXPECT_NEAR(by_w[0], 0.3, 1e-14);
  EXPECT_NEAR(by_w[1], 0.1, 1e-13);
  EXPECT_NEAR(by_w[2], 3, 1e-11);
  EXPECT_NEAR(by_w[3], 2 * 0.3 * 0.1, 1e-13);
}

TEST(Slopes, AgreeWithDifferences) {
  const std::vector<MeasureText> measures = {{"wave", "max(sin(3*h)*exp(-v/10))"},
                                             {"place", "time_of_min(sin(3*h)*exp(-v/10))"},
                                             {"mean", "integral(abs(v - 1))"},
                                             {"late", "value(h, 0.9)"},
                                             {"sum", "sum(times(\"bounce\")) + norm({final(h), final(v)})"}};
  const auto ensemble = make(ball, {"h0", "e", "g", "w"}, measures);
  const std::vector<double> at = {0.9, 0.7, 9.5, 0.4};
  const auto point = [&](std::size_t name, double shift) {
    Point p{1, {}};
    for (const double x : at) p.values.push_back({x, {}});
    p.values[name].value += shift;
    return p;
  };
  for (std::size_t name = 0; name < at.size(); ++name) {
    const MeasureSlopes found = ensemble->slopes(point(name, 0), name);
    ASSERT_EQ(found.problem, "");
    const double h = 1e-3;
    std::vector<std::vector<MeasuredValue>> f;
    for (const int k : {-3, -2, -1, 1, 2, 3}) f.push_back(ensemble->run(point(name, k * h)).measures);
    for (std::size_t m = 0; m < measures.size(); ++m) {
      const auto d = [&](std::size_t k) { return f[2 + k][m].number - f[3 - k][m].number; };
      const double slope = (45 * d(1) - 9 * d(2) + d(3)) / (60 * h);
      EXPECT_NEAR(found.slopes[m].at(0), slope, 3e-9 * (1 + std::abs(slope))) << measures[m].name << " by " << name;
    }
  }
}

TEST(Slopes, OfAJumpInAWatchedExpressionDoNotExist) {
  const auto ensemble = make(ball, {"h0"}, {{"above", "integral(if h > 0.5 then 1 else 0)"}, {"first", "time(\"bounce\", 1)"}});
  const MeasureSlopes found = ensemble->slopes({1, {{1, "1"}}}, 0);
  ASSERT_EQ(found.slopes.size(), 2u);
  EXPECT_TRUE(std::isnan(found.slopes[0][0]));
  EXPECT_NEAR(found.slopes[1][0], std::sqrt(0.2) / 2, 1e-14);
}

TEST(Slopes, SayWhyThereAreNone) {
  constexpr const char* row = R"(
model Row
  parameter Integer n = 2;
  parameter Real k = 1;
  Real x[n](each start = 1, each fixed = true);
equation
  for i in 1:n loop
    der(x[i]) = -k*x[i];
  end for;
end Row;
)";
  const auto ensemble = make(row, {"n", "k"}, {{"x", "final(x[1])"}});
  const Point at{1, {{3, "3"}, {1, "1"}}};
  EXPECT_EQ(ensemble->slopes(at, 0).problem, "`n` decides the structure of the model");
  EXPECT_NEAR(numbers(ensemble->slopes(at, 1)).at(0), -std::exp(-1.0), 1e-9);
}

}  // namespace
}  // namespace saltus
