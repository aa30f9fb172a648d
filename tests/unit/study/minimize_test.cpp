// Minimising functions whose least values are known.

#include "study/minimize.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace saltus {
namespace {

using Function = std::function<std::vector<double>(const Candidate&)>;

Evaluate of(const Function& f) {
  return [f](const std::vector<Candidate>& candidates) {
    std::vector<Evaluation> found;
    for (const Candidate& c : candidates) {
      std::vector<double> y = f(c);
      found.push_back(y.empty() ? Evaluation{{}, "the run failed"} : Evaluation{std::move(y), {}});
    }
    return found;
  };
}

std::vector<double> rosenbrock(const Candidate& x) { return {10 * (x[1] - x[0] * x[0]), 1 - x[0]}; }
std::vector<double> valley(const Candidate& x) {
  const std::vector<double> r = rosenbrock(x);
  return {r[0] * r[0] + r[1] * r[1]};
}

TEST(Minimize, FindsTheBottomOfAParabola) {
  const Evaluate f = of([](const Candidate& x) { return std::vector{3 + (x[0] - 0.7) * (x[0] - 0.7)}; });
  for (const Unknown& u :
       {Unknown{"x", 0, 5}, Unknown{"x", 0, 5, 4}, Unknown{"x", -INFINITY, INFINITY, 100}, Unknown{"x", 0, INFINITY, 0}}) {
    const MinimizeOutcome out = minimize({.unknowns = {u}}, f);
    ASSERT_TRUE(out.found) << out.message;
    EXPECT_NEAR(out.values[0], 0.7, 3e-8);
    EXPECT_NEAR(out.objective, 3, 1e-15);
    EXPECT_LT(out.runs, 60u);
    EXPECT_TRUE(out.at_bound.empty());
  }
}

TEST(Minimize, FindsMaxima) {
  const MinimizeOutcome out = minimize({.unknowns = {{"x", 0, 3}}, .maximize = true},
                                       of([](const Candidate& x) { return std::vector{std::sin(x[0])}; }));
  EXPECT_NEAR(out.values[0], M_PI / 2, 3e-8);
  EXPECT_DOUBLE_EQ(out.objective, 1);
}

TEST(Minimize, TakesTheLowerOfTwoValleys) {
  const auto f = [](const Candidate& x) { return std::vector{std::cos(x[0]) + 0.05 * x[0]}; };  // minima near pi and 3 pi
  EXPECT_NEAR(minimize({.unknowns = {{"x", 0, 12}}}, of(f)).values[0], M_PI - std::asin(0.05), 1e-7);
}

TEST(Minimize, SaysThatABoundIsReached) {
  for (const double low : {1.0, -3.0}) {
    const MinimizeOutcome out =
        minimize({.unknowns = {{"x", low, low + 1}}}, of([](const Candidate& x) { return std::vector{x[0]}; }));
    ASSERT_TRUE(out.found);
    EXPECT_EQ(out.values[0], low);
    EXPECT_EQ(out.at_bound, std::vector<std::size_t>{0});
  }
}

TEST(Minimize, KinksAreNoObstacleForBrent) {
  const MinimizeOutcome out =
      minimize({.unknowns = {{"x", -1, 2}}}, of([](const Candidate& x) { return std::vector{std::abs(x[0] - 0.3)}; }));
  EXPECT_NEAR(out.values[0], 0.3, 1e-8);
}

TEST(Minimize, FollowsABananaValleyByEveryMethod) {
  for (const MinimizeMethod method : {MinimizeMethod::bobyqa, MinimizeMethod::nelder_mead}) {
    const MinimizeOutcome out = minimize({.unknowns = {{"x", -2, 2, -1.2}, {"y", -2, 2, 1}}, .method = method}, of(valley));
    ASSERT_TRUE(out.found) << out.message;
    EXPECT_NEAR(out.values[0], 1, 1e-5) << int(method);
    EXPECT_NEAR(out.values[1], 1, 1e-5) << int(method);
  }
  const auto bowl = [](const Candidate& x) { return std::vector{std::cosh(x[0] - 1) + std::cosh(x[1] + 0.5)}; };
  const MinimizeOutcome out =
      minimize({.unknowns = {{"x", -2, 2, 0}, {"y", -2, 2, 0}}, .method = MinimizeMethod::cobyla}, of(bowl));
  ASSERT_TRUE(out.found);
  EXPECT_NEAR(out.values[0], 1, 1e-6);
  EXPECT_NEAR(out.values[1], -0.5, 1e-6);
}

TEST(Minimize, SquaresToTheLastDigits) {
  const MinimizeOutcome out =
      minimize({.unknowns = {{"x", -2, 2, -1.2}, {"y", -2, 2, 1}}, .is_list = true, .method = MinimizeMethod::least_squares},
               of(rosenbrock));
  ASSERT_TRUE(out.found) << out.message;
  EXPECT_NEAR(out.values[0], 1, 1e-13);
  EXPECT_NEAR(out.values[1], 1, 1e-13);
}

TEST(Minimize, SquaresThatDoNotVanishToManyDigits) {
  // The point of the parabola y = x^2 nearest to (0, 2): 2 x^3 - 3 x = 0, x = sqrt(3/2), with the distance sqrt(7)/2.
  for (const double guess : {0.3, 1.0, 5.0}) {
    const MinimizeOutcome out =
        minimize({.unknowns = {{"x", 0.01, 10, guess}}, .is_list = true, .method = MinimizeMethod::least_squares},
                 of([](const Candidate& x) { return std::vector{x[0], x[0] * x[0] - 2}; }));
    ASSERT_TRUE(out.found) << out.message;
    EXPECT_NEAR(out.values[0], std::sqrt(1.5), 1e-12);
    EXPECT_NEAR(out.objective, 1.75, 1e-14);
    EXPECT_LT(out.runs, 100u);
  }
}

TEST(Minimize, SquaresStayInsideTheBounds) {
  const MinimizeOutcome out =
      minimize({.unknowns = {{"x", -2, 0.5, -1}, {"y", -2, 2, 1}}, .is_list = true, .method = MinimizeMethod::least_squares},
               of(rosenbrock));
  ASSERT_TRUE(out.found) << out.message;
  EXPECT_EQ(out.values[0], 0.5);
  EXPECT_NEAR(out.values[1], 0.25, 1e-12);
  EXPECT_EQ(out.at_bound, std::vector<std::size_t>{0});
}

TEST(Minimize, SaysWhereARunFails) {
  const Evaluate f = of([](const Candidate& x) { return x[0] > 1.9 ? std::vector<double>{} : std::vector{-x[0]}; });
  const MinimizeOutcome out = minimize({.unknowns = {{"x", 0, 10, 1}}}, f);
  EXPECT_FALSE(out.found);
  EXPECT_NE(out.message.find("the run failed"), std::string::npos);
  EXPECT_EQ(out.message.substr(0, 7), "at x = ");
  const Evaluate list = of([](const Candidate& x) { return std::vector<double>(x[0] > 0.5 ? 3 : 2, x[0]); });
  const MinimizeOutcome changed = minimize(
      {.unknowns = {{"x", 0.1, 3, 2}}, .objective = "hits", .is_list = true, .method = MinimizeMethod::least_squares}, list);
  EXPECT_FALSE(changed.found);
  EXPECT_TRUE(changed.message.ends_with("there are 2 values, not 3")) << changed.message;
}

TEST(Minimize, ListsKeepTheirLength) {
  // The shorter list would have the smaller sum.
  const Evaluate list = of([](const Candidate& x) { return std::vector<double>(x[0] > 0.5 ? 3 : 1, 1 + x[0]); });
  const MinimizeOutcome out =
      minimize({.unknowns = {{"x", 0, 3, 2}}, .objective = "hits", .is_list = true, .method = MinimizeMethod::brent}, list);
  EXPECT_FALSE(out.found);
  EXPECT_NE(out.message.find("`hits` has 1 entries, not 3"), std::string::npos) << out.message;
}

TEST(Minimize, GoesRoundFailuresWithASimplex) {
  const Evaluate f = of([](const Candidate& x) {
    return x[0] + x[1] > 1 ? std::vector<double>{} : std::vector{(x[0] - 1) * (x[0] - 1) + (x[1] - 1) * (x[1] - 1)};
  });
  const MinimizeOutcome out =
      minimize({.unknowns = {{"x", -1, 2, -0.5}, {"y", -1, 2, -0.4}}, .method = MinimizeMethod::nelder_mead}, f);
  ASSERT_TRUE(out.found) << out.message;
  EXPECT_NEAR(out.values[0] + out.values[1], 1, 1e-3);
}

TEST(Minimize, RefusesWhatMethodsCannotDo) {
  EXPECT_EQ(fault_of({.unknowns = {{"x"}}, .method = MinimizeMethod::bobyqa}), "bobyqa needs two unknowns or more");
  EXPECT_EQ(fault_of({.unknowns = {{"x"}, {"y"}}}), "brent finds one unknown");
  EXPECT_EQ(fault_of({.unknowns = {{"x"}}, .method = MinimizeMethod::least_squares}), "least-squares needs a list");
  EXPECT_EQ(minimize_method_named("nelder-mead"), MinimizeMethod::nelder_mead);
  EXPECT_FALSE(minimize_method_named("simplex"));
}

}  // namespace
}  // namespace saltus
