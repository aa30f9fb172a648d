// Goal seeking on functions whose solutions are known.

#include "study/seek.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace saltus {
namespace {

using Function = std::function<double(double)>;

Evaluate of(const Function& f) {
  return [f](const std::vector<Candidate>& candidates) {
    std::vector<Evaluation> found;
    for (const Candidate& c : candidates) {
      const double y = f(c[0]);
      found.push_back(std::isnan(y) ? Evaluation{{}, "`y` is missing"} : Evaluation{{y}, {}});
    }
    return found;
  };
}

SeekProblem one(SeekMethod method, double low, double high, double target) {
  return {{{"x", low, high}}, {{"y", target}}, method};
}

constexpr SeekMethod brackets[] = {SeekMethod::toms748, SeekMethod::bisection};
constexpr SeekMethod all[] = {SeekMethod::toms748, SeekMethod::bisection, SeekMethod::secant, SeekMethod::newton};

TEST(Seek, FindsTheVelocityOfTheFourthSphere) {
  for (const SeekMethod method : all) {
    const SeekOutcome out = seek(one(method, 0.3, 1, 0.5), of([](double e) { return std::pow(1 + e, 3) / 8; }));
    ASSERT_EQ(out.end, SeekEnd::met) << out.message;
    EXPECT_NEAR(out.values[0], std::cbrt(4.0) - 1, 3e-16) << int(method);
    EXPECT_NEAR(out.residuals[0], 0, 3e-16);
    EXPECT_LE(out.runs, method == SeekMethod::bisection ? 60u : 20u) << int(method);
  }
}

TEST(Seek, StopsAtTheToleranceAskedFor) {
  for (const SeekMethod method : all) {
    SeekProblem problem = one(method, 0, 2, 0);
    const SeekOutcome exact = seek(problem, of([](double x) { return std::cos(x); }));
    problem.tol = 1e-3;
    const SeekOutcome rough = seek(problem, of([](double x) { return std::cos(x); }));
    EXPECT_NEAR(exact.values[0], M_PI / 2, 1e-15);
    EXPECT_NEAR(rough.values[0], M_PI / 2, 1e-3);
    EXPECT_LT(rough.runs, exact.runs) << int(method);
    EXPECT_LE(rough.widths[0], 1e-3);
  }
}

TEST(Seek, FindsRootsAtEndsAndAtZero) {
  for (const SeekMethod method : brackets) {
    EXPECT_EQ(seek(one(method, 1, 2, 1), of([](double x) { return x * x; })).values[0], 1);
    EXPECT_EQ(seek(one(method, 0, 2, 4), of([](double x) { return x * x; })).values[0], 2);
    const SeekOutcome zero = seek(one(method, -1, 1.5, 0), of([](double x) { return x * x * x; }));
    EXPECT_EQ(zero.end, SeekEnd::met);
    EXPECT_NEAR(zero.values[0], 0, 1e-20);
  }
}

TEST(Seek, NamesAJumpAcrossTheTarget) {
  for (const SeekMethod method : brackets) {
    const SeekOutcome out = seek(one(method, 0, 1, 5.5), of([](double x) { return x < 2 - std::sqrt(3.0) ? 7 : 5; }));
    EXPECT_EQ(out.end, SeekEnd::jump);
    EXPECT_NEAR(out.values[0], 2 - std::sqrt(3.0), 1e-15);
    EXPECT_EQ(out.message.substr(0, 33), "`y` jumps across 5.5, from 7 at x") << out.message;
  }
  EXPECT_EQ(seek(one(SeekMethod::toms748, 1, 2, 0), of([](double x) { return 1 / (x - 1.3); })).end, SeekEnd::failed);
  EXPECT_EQ(seek(one(SeekMethod::toms748, 1, 2, 0), of([](double x) { return std::cbrt(x - 1.3); })).end, SeekEnd::met);
}

TEST(Seek, SaysWhatLiesAtTheEndsAndWhereToLook) {
  for (const SeekMethod method : brackets) {
    const SeekOutcome out = seek(one(method, 0, 3, 0.5), of([](double x) { return std::sin(x); }));
    EXPECT_EQ(out.end, SeekEnd::failed);
    EXPECT_EQ(out.message, "`y` is 0 at x = 0 and 0.1411200081 at 3: both below the target 0.5");
    EXPECT_EQ(out.help, "inside this range it is crossed: from = 0.46875, to = 0.5625; or from = 2.53125, to = 2.625");
  }
  const SeekOutcome out = seek(one(SeekMethod::toms748, 0, 4, -1), of([](double x) { return (x - 1) * (x - 1); }));
  EXPECT_EQ(out.help,
            "at 33 points of the range `y` lies between 0 (at 1) and 9 (at 4); look outside of it, or choose another target");
  EXPECT_EQ(out.values[0], 1);  // the nearest
}

TEST(Seek, SaysWhereARunHasNoValue) {
  const Function f = [](double x) { return x < 0.2 ? NAN : x; };
  const SeekOutcome end = seek(one(SeekMethod::toms748, 0, 1, 0.7), of(f));
  EXPECT_EQ(end.end, SeekEnd::failed);
  EXPECT_EQ(end.message, "at x = 0 `y` is missing");
  EXPECT_EQ(end.help, "choose `from` and `to` of `x` so that all runs between them have `y`");
  const SeekOutcome between = seek(one(SeekMethod::bisection, 0, 1, 0.7), of([](double x) { return x == 0.75 ? NAN : x; }));
  EXPECT_EQ(between.message, "at x = 0.75 `y` is missing");
  SeekProblem newton{{{"x", -INFINITY, INFINITY, 0.1}}, {{"y", 0.7}}, SeekMethod::newton};
  EXPECT_EQ(seek(newton, of(f)).message, "at the start, x = 0.1, `y` is missing");
}

TEST(Seek, StepsBackFromRunsThatFail) {
  // From 3 the tangent of the logarithm leads below 0, where there is none.
  SeekProblem problem{{{"x", -INFINITY, INFINITY, 3}}, {{"y", 0}}, SeekMethod::newton};
  for (const SeekMethod method : {SeekMethod::newton, SeekMethod::secant}) {
    problem.method = method;
    const SeekOutcome out = seek(problem, of([](double x) { return x > 0 ? std::log(x) : NAN; }));
    ASSERT_EQ(out.end, SeekEnd::met) << out.message;
    EXPECT_NEAR(out.values[0], 1, 1e-15);
  }
}

TEST(Seek, DampsWhereFullStepsDiverge) {
  SeekProblem problem{{{"x", -INFINITY, INFINITY, 20}}, {{"y", 0}}, SeekMethod::newton};
  const SeekOutcome out = seek(problem, of([](double x) { return std::atan(x - 1); }));
  ASSERT_EQ(out.end, SeekEnd::met) << out.message;
  EXPECT_NEAR(out.values[0], 1, 1e-15);
}

TEST(Seek, SaysThatNothingDependsOnTheUnknown) {
  SeekProblem problem{{{"x", -INFINITY, INFINITY, 2}}, {{"y", 0}}, SeekMethod::newton};
  EXPECT_EQ(seek(problem, of([](double) { return 1.0; })).message, "no target depends on `x` near x = 2");
  const SeekOutcome never = seek(problem, of([](double x) { return x * x + 1; }));
  EXPECT_EQ(never.end, SeekEnd::failed);
  EXPECT_NE(never.message.find("`y` is 1"), std::string::npos) << never.message;
}

TEST(Seek, StaysInsideTheBounds) {
  SeekProblem problem{{{"x", 0.5, 2, 1}}, {{"y", 9}}, SeekMethod::newton};
  double least = 9, most = -9;
  const SeekOutcome out = seek(problem, of([&](double x) {
                                 least = std::min(least, x), most = std::max(most, x);
                                 return x * x;
                               }));
  EXPECT_EQ(out.end, SeekEnd::failed);
  EXPECT_EQ(out.message, "no step comes nearer to the target: at x = 2, `y` is 4 instead of 9; `x` is held at its bound 2");
  EXPECT_GE(least, 0.5);
  EXPECT_LE(most, 2);
}

/// Noise as of runs with a tolerance, the same at the same place.
double noise(double x) { return 1e-10 * std::sin(1e9 * x); }

TEST(Seek, EndsInTheNoiseOfTheRuns) {
  for (const SeekMethod method : all) {
    const SeekOutcome out = seek(one(method, 0.5, 3, 2), of([](double x) { return x * x + noise(x); }));
    ASSERT_EQ(out.end, SeekEnd::met) << int(method) << " " << out.message;
    EXPECT_NEAR(out.values[0], std::sqrt(2.0), 1e-10);
    EXPECT_LT(out.runs, 100u);
  }
}

TEST(Seek, SaysHowFarAwayAMultipleRootMayBe) {
  for (const SeekMethod method : all) {
    for (const int order : {2, 3, 5}) {
      if (order == 2 && (method == SeekMethod::toms748 || method == SeekMethod::bisection)) continue;  // no change of sign
      const auto problem = SeekProblem{{{"x", -5, 7, 1}}, {{"y", 0}}, method};
      const SeekOutcome zero = seek(problem, of([=](double x) { return std::pow(x, order); }));
      ASSERT_EQ(zero.end, SeekEnd::met) << int(method) << " " << order << ": " << zero.message;
      EXPECT_LE(std::abs(zero.values[0]), 1.2 * zero.widths[0]) << int(method) << " " << order;
      EXPECT_LT(std::abs(zero.values[0]), 1e-10) << int(method) << " " << order;
      const SeekOutcome two = seek(problem, of([=](double x) { return std::pow(x - 2, order); }));
      ASSERT_EQ(two.end, SeekEnd::met) << int(method) << " " << order << ": " << two.message;
      EXPECT_LE(std::abs(two.values[0] - 2), 1.2 * two.widths[0] + 4e-16) << int(method) << " " << order;
    }
    // (x - 2)^3 + 8 by its coefficients: rounding of values near 8 hides the root.
    const SeekOutcome hidden =
        seek({{{"x", -5, 7, 1}}, {{"y", 8}}, method}, of([](double x) { return ((x - 6) * x + 12) * x; }));
    ASSERT_EQ(hidden.end, SeekEnd::met) << int(method) << ": " << hidden.message;
    EXPECT_LE(std::abs(hidden.values[0] - 2), hidden.widths[0] + 4e-16) << int(method);
    EXPECT_LE(hidden.widths[0], 1e-3);
  }
}

TEST(Seek, FindsSeveralUnknowns) {
  // x^2 + y^2 = 4, x y = 1, and sizes that have nothing to do with each other.
  const Evaluate evaluate = [](const std::vector<Candidate>& candidates) {
    std::vector<Evaluation> found;
    for (const Candidate& c : candidates) {
      const double x = c[0] * 1e6, y = c[1] * 1e-6;
      found.push_back({{1e-9 * (x * x + y * y), 1e9 * x * y}, {}});
    }
    return found;
  };
  const SeekProblem problem{{{"a", 0, 1e-5, 3e-6}, {"b", 0, 1e7, 2e5}}, {{"p", 4e-9}, {"q", 1e9}}, SeekMethod::newton};
  const SeekOutcome out = seek(problem, evaluate);
  ASSERT_EQ(out.end, SeekEnd::met) << out.message;
  const double x = out.values[0] * 1e6, y = out.values[1] * 1e-6;
  EXPECT_NEAR(x, (std::sqrt(6.0) + std::sqrt(2.0)) / 2, 1e-14);
  EXPECT_NEAR(y, (std::sqrt(6.0) - std::sqrt(2.0)) / 2, 1e-14);
  const SeekProblem alike{{{"a", 0, 10, 3}, {"b", 0, 10, 2}}, {{"p", 4}, {"q", 1}}, SeekMethod::newton};
  EXPECT_EQ(seek(alike,
                 [](const std::vector<Candidate>& candidates) {
                   std::vector<Evaluation> found;
                   for (const Candidate& c : candidates) found.push_back({{c[0] + c[1], 2 * (c[0] + c[1])}, {}});
                   return found;
                 })
                .message,
            "the targets do not determine the unknowns near a = 3, b = 2");
}

}  // namespace
}  // namespace saltus
