// Minimising by gradients: objectives of all sizes, from all kinds of starts; what has no minimum is not found.

#include <gtest/gtest.h>

#include <cmath>

#include "study/counter_random.hpp"
#include "study/minimize.hpp"

namespace saltus {
namespace {

constexpr MinimizeMethod by_gradient[] = {MinimizeMethod::slsqp, MinimizeMethod::lbfgs};

/// A function of one unknown, and its derivative.
struct Curve {
  std::function<double(double)> f, slope;
};

Evaluate values(const Curve& c) {
  return [c](const std::vector<Candidate>& candidates) {
    std::vector<Evaluation> found;
    for (const Candidate& x : candidates) found.push_back({{c.f(x[0])}, {}});
    return found;
  };
}

Differentiate slopes(const Curve& c) {
  return [c](const Candidate& x) { return Derivatives{.by_unknown = {{c.slope(x[0])}}, .runs = 1}; };
}

MinimizeOutcome least(const Curve& c, MinimizeMethod method, Unknown u) {
  return minimize({.unknowns = {std::move(u)}, .objective = "f", .method = method}, values(c), slopes(c));
}

MinimizeOutcome without_slopes(const Curve& c, MinimizeMethod method, Unknown u) {
  return minimize({.unknowns = {std::move(u)}, .objective = "f", .method = method}, values(c));
}

Curve parabola(double size, double place, double base = 0) {
  return {[=](double x) { return size * (x - place) * (x - place) + base; }, [=](double x) { return 2 * size * (x - place); }};
}

Unknown anywhere(double guess) { return {"x", -INFINITY, INFINITY, guess}; }

TEST(MinimizeByGradient, FindsTheBottomOfParabolasOfAllSizes) {
  for (const MinimizeMethod method : by_gradient) {
    for (const double size : {1e-200, 1e-24, 1e-12, 1.0, 1e12, 1e15, 1e24, 1e200}) {
      for (const double place : {1e-12, 1.0, 1e12}) {
        for (const double guess : {0.3, -2.0, 40.0}) {
          for (const bool bounded : {false, true}) {
            Unknown u = anywhere(guess * place);
            if (bounded) u.low = -50 * place, u.high = 50 * place;
            const MinimizeOutcome out = least(parabola(size, place), method, u);
            ASSERT_TRUE(out.found) << int(method) << " " << size << " " << place << " " << guess << ": " << out.message;
            EXPECT_NEAR(out.values[0], place, 1e-13 * place) << int(method) << " " << size << " " << guess << " " << bounded;
            EXPECT_LE(out.runs, 40u) << int(method) << " " << size << " " << place << " " << guess << " " << bounded;
            const MinimizeOutcome rough = without_slopes(parabola(size, place), method, u);
            ASSERT_TRUE(rough.found) << int(method) << " " << size << " " << place << " " << guess << ": " << rough.message;
            EXPECT_NEAR(rough.values[0], place, 1e-9 * place) << int(method) << " " << size << " " << guess << " " << bounded;
          }
        }
      }
    }
  }
}

TEST(MinimizeByGradient, AStartAtTheMinimumIsTheMinimum) {
  for (const MinimizeMethod method : by_gradient) {
    for (const double guess : {2.0, std::nextafter(2.0, 3.0), std::nextafter(2.0, 1.0)}) {
      const MinimizeOutcome out = least(parabola(1, 2, 0.5), method, {"x", -5, 5, guess});
      ASSERT_TRUE(out.found) << out.message;
      EXPECT_NEAR(out.values[0], 2, 1e-15);
      EXPECT_EQ(out.objective, 0.5);
      EXPECT_LE(out.runs, 30u);
    }
    const Curve flat{[](double) { return 3.0; }, [](double) { return 0.0; }};
    const MinimizeOutcome out = least(flat, method, anywhere(1));
    EXPECT_FALSE(out.found);
    EXPECT_EQ(out.message, "`f` does not depend on `x`: it is 3 wherever it was looked at");
  }
}

TEST(MinimizeByGradient, LeavesAMaximum) {
  const Curve wave{[](double x) { return std::cos(x); }, [](double x) { return -std::sin(x); }};
  for (const MinimizeMethod method : by_gradient) {
    const MinimizeOutcome out = least(wave, method, {"x", -4, 5, 0});
    ASSERT_TRUE(out.found) << out.message;
    EXPECT_NEAR(std::abs(out.values[0]), M_PI, 1e-13);
  }
}

TEST(MinimizeByGradient, GoesOnUntilTheSlopeSaysSo) {
  const Curve fourth{[](double x) { return x * x * x * x; }, [](double x) { return 4 * x * x * x; }};
  for (const MinimizeMethod method : by_gradient) {
    const MinimizeOutcome out = least(fourth, method, {"x", -5, 5, 1.3});
    ASSERT_TRUE(out.found) << out.message;
    EXPECT_NEAR(out.values[0], 0, 1e-13) << int(method);
  }
}

TEST(MinimizeByGradient, SaysHowWideAFlatBottomIs) {
  // Where x^4 is less than the rounding of 1000 values say nothing; the slope leads on.
  const Curve high{[](double x) { return 1000 + x * x * x * x; }, [](double x) { return 4 * x * x * x; }};
  for (const MinimizeMethod method : by_gradient) {
    const MinimizeOutcome out = least(high, method, {"x", -5, 5, 1.3});
    ASSERT_TRUE(out.found) << out.message;
    EXPECT_NEAR(out.values[0], 0, out.widths.empty() ? 1e-13 : out.widths[0]) << int(method);
  }
}

TEST(MinimizeByGradient, RescalesOnTheWay) {
  // The slope at the start is 1e-43, near the minimum 1.
  const Curve well{[](double x) { return -std::exp(-(x - 10) * (x - 10)); },
                   [](double x) { return 2 * (x - 10) * std::exp(-(x - 10) * (x - 10)); }};
  const Curve steep{[](double x) { return std::pow(x - 1, 10); }, [](double x) { return 10 * std::pow(x - 1, 9); }};
  for (const MinimizeMethod method : by_gradient) {
    const MinimizeOutcome out = least(well, method, anywhere(0));
    ASSERT_TRUE(out.found) << out.message;
    EXPECT_NEAR(out.values[0], 10, 1e-12) << int(method);
    const MinimizeOutcome low = least(steep, method, anywhere(100));
    ASSERT_TRUE(low.found) << low.message;
    EXPECT_NEAR(low.values[0], 1, 1e-12) << int(method);
  }
}

TEST(MinimizeByGradient, LeavesARidge) {
  // By symmetry y has no slope anywhere on the way.
  const auto f = [](const Candidate& x) { return x[0] * x[0] - x[1] * x[1] + 0.1 * std::pow(x[1], 4); };
  const Evaluate evaluate = [&](const std::vector<Candidate>& candidates) {
    std::vector<Evaluation> found;
    for (const Candidate& x : candidates) found.push_back({{f(x)}, {}});
    return found;
  };
  const Differentiate differentiate = [](const Candidate& x) {
    return Derivatives{.by_unknown = {{2 * x[0]}, {-2 * x[1] + 0.4 * std::pow(x[1], 3)}}, .runs = 2};
  };
  for (const MinimizeMethod method : by_gradient) {
    const MinimizeOutcome out = minimize({.unknowns = {anywhere(1), anywhere(0)}, .method = method}, evaluate, differentiate);
    ASSERT_TRUE(out.found) << out.message;
    EXPECT_NEAR(std::abs(out.values[1]), std::sqrt(5.0), 1e-13) << int(method);
    EXPECT_NEAR(out.objective, -2.5, 1e-15) << int(method);
  }
}

TEST(MinimizeByGradient, AKinkIsAMinimumToo) {
  const Curve kink{[](double x) { return std::abs(x - 2) + 0.5; }, [](double x) { return x < 2 ? -1.0 : 1.0; }};
  for (const MinimizeMethod method : by_gradient) {
    const MinimizeOutcome out = least(kink, method, {"x", -5, 5, 0.3});
    ASSERT_TRUE(out.found) << out.message;
    EXPECT_NEAR(out.values[0], 2, out.widths.empty() ? 1e-15 : out.widths[0]) << int(method);
    EXPECT_NEAR(out.values[0], 2, 1e-10) << int(method);
  }
}

TEST(MinimizeByGradient, OneWrongSlopeIsNoEnd) {
  // At the start the derivative has the wrong sign.
  const Curve wrong{[](double x) { return (x - 0.5) * (x - 0.5); }, [](double x) { return x == 1 ? -1.0 : 2 * (x - 0.5); }};
  for (const MinimizeMethod method : by_gradient) {
    const MinimizeOutcome out = least(wrong, method, anywhere(1));
    ASSERT_TRUE(out.found) << out.message;
    EXPECT_NEAR(out.values[0], 0.5, 1e-13) << int(method);
  }
}

TEST(Minimize, WhatHasNoMinimumIsNotFound) {
  const Curve falling{[](double x) { return std::exp(-x); }, [](double x) { return -std::exp(-x); }};
  const Curve hyperbola{[](double x) { return 1 / x; }, [](double x) { return -1 / (x * x); }};
  for (const MinimizeMethod method : {MinimizeMethod::slsqp, MinimizeMethod::lbfgs, MinimizeMethod::brent,
                                      MinimizeMethod::cobyla, MinimizeMethod::nelder_mead}) {
    for (const Curve& c : {falling, hyperbola}) {
      for (const MinimizeOutcome& out : {least(c, method, anywhere(1.3)), without_slopes(c, method, anywhere(1.3))}) {
        EXPECT_FALSE(out.found) << int(method) << " at " << out.values[0];
        EXPECT_NE(out.message.find("goes"), std::string::npos) << out.message;
        EXPECT_EQ(out.help, "give `x` bounds with `from` and `to`");
      }
    }
    const MinimizeOutcome bounded = least(falling, method, {"x", 0, 10, 1.3});
    ASSERT_TRUE(bounded.found) << int(method) << bounded.message;
    EXPECT_EQ(bounded.values[0], 10) << int(method);
    EXPECT_EQ(bounded.at_bound, std::vector<std::size_t>{0});
  }
}

/// Uniform in [-1, 1].
double random(std::uint64_t seed, std::uint64_t k) {
  return 2 * probability_of(random_bits(seed, RandomUse::value, 0, k)).below - 1;
}

TEST(MinimizeByGradient, FindsTheBottomOfRandomBowls) {
  // size (sum of (c . (x - place)/width)^2 + base) with as many directions c as unknowns, of which each unknown has its own width.
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const std::size_t n = 1 + seed % 5;
    const double size = std::pow(10, 30 * random(seed, 0)), base = std::abs(random(seed, 1));
    std::vector<double> place, width;
    std::vector<std::vector<double>> c(n);
    std::vector<Unknown> unknowns;
    for (std::size_t j = 0; j < n; ++j) {
      width.push_back(std::pow(10, 12 * random(seed, 10 + j)));
      place.push_back(2 * width[j] * random(seed, 20 + j));
      for (std::size_t k = 0; k < n; ++k) c[j].push_back((j == k ? 2 : 0) + random(seed, 100 + 10 * j + k));
      unknowns.push_back({"x", -INFINITY, INFINITY, width[j] * (1 + random(seed, 30 + j))});
    }
    const auto along = [&](const Candidate& x, std::size_t j) {
      double sum = 0;
      for (std::size_t k = 0; k < n; ++k) sum += c[j][k] * ((x[k] - place[k]) / width[k]);
      return sum;
    };
    const Evaluate evaluate = [&](const std::vector<Candidate>& candidates) {
      std::vector<Evaluation> found;
      for (const Candidate& x : candidates) {
        double f = base;
        for (std::size_t j = 0; j < n; ++j) f += along(x, j) * along(x, j);
        found.push_back({{size * f}, {}});
      }
      return found;
    };
    const Differentiate differentiate = [&](const Candidate& x) {
      Derivatives d{.by_unknown = std::vector(n, std::vector<double>{0}), .runs = n};
      for (std::size_t j = 0; j < n; ++j)
        for (std::size_t k = 0; k < n; ++k) d.by_unknown[k][0] += 2 * size * along(x, j) * c[j][k] / width[k];
      return d;
    };
    for (const MinimizeMethod method : by_gradient) {
      for (const Differentiate& slopes : {differentiate, Differentiate{}}) {
        const MinimizeOutcome out = minimize({.unknowns = unknowns, .objective = "f", .method = method}, evaluate, slopes);
        ASSERT_TRUE(out.found) << int(method) << " seed " << seed << ": " << out.message;
        for (std::size_t j = 0; j < n; ++j)
          EXPECT_NEAR(out.values[j], place[j], (slopes ? 1e-11 : 1e-6) * width[j]) << int(method) << " seed " << seed;
        EXPECT_LE(out.runs, slopes ? 150u : 2500u) << int(method) << " seed " << seed;
      }
    }
  }
}

TEST(Minimize, BrentSaysHowWideAFlatBottomIs) {
  const Curve fourth{[](double x) { return std::pow(x - 0.1, 4); }, [](double x) { return 4 * std::pow(x - 0.1, 3); }};
  const Curve high{[](double x) { return 1000 + std::pow(x - 0.1, 4); }, [](double x) { return 4 * std::pow(x - 0.1, 3); }};
  const Curve kink{[](double x) { return std::abs(x - 0.1) + 0.5; }, [](double x) { return x < 0.1 ? -1.0 : 1.0; }};
  for (const Curve& c : {fourth, high, kink}) {
    for (const Unknown& u : {Unknown{"x", -5, 5, 1.3}, Unknown{"x", -5, 5}, anywhere(1.3), anywhere(-70)}) {
      for (const MinimizeOutcome& out : {least(c, MinimizeMethod::brent, u), without_slopes(c, MinimizeMethod::brent, u)}) {
        ASSERT_TRUE(out.found) << out.message;
        EXPECT_NEAR(out.values[0], 0.1, out.widths[0] + 1e-16);
        EXPECT_LE(out.widths[0], 1e-2);
      }
    }
  }
  const MinimizeOutcome sharp = least(kink, MinimizeMethod::brent, {"x", -5, 5, 1.3});
  EXPECT_TRUE(sharp.kink);
  EXPECT_LE(sharp.widths[0], 1e-14);
  EXPECT_FALSE(least(fourth, MinimizeMethod::brent, {"x", -5, 5, 1.3}).kink);
}

TEST(Minimize, OneOfTwoUnknownsHasNoMinimum) {
  const auto f = [](const Candidate& x) { return std::exp(-x[0]) + x[1] * x[1]; };
  const Evaluate evaluate = [&](const std::vector<Candidate>& candidates) {
    std::vector<Evaluation> found;
    for (const Candidate& x : candidates) found.push_back({{f(x)}, {}});
    return found;
  };
  for (const MinimizeMethod method :
       {MinimizeMethod::slsqp, MinimizeMethod::lbfgs, MinimizeMethod::bobyqa, MinimizeMethod::nelder_mead}) {
    const MinimizeOutcome out =
        minimize({.unknowns = {{"x", -INFINITY, INFINITY, 1}, {"y", -INFINITY, INFINITY, 0.7}}, .method = method}, evaluate);
    EXPECT_FALSE(out.found) << int(method);
  }
}

TEST(MinimizeByGradient, FollowsTheBananaValley) {
  const auto f = [](const Candidate& x) {
    const double a = x[1] - x[0] * x[0], b = 1 - x[0];
    return 100 * a * a + b * b;
  };
  const Evaluate evaluate = [&](const std::vector<Candidate>& candidates) {
    std::vector<Evaluation> found;
    for (const Candidate& x : candidates) found.push_back({{1e9 * f(x)}, {}});
    return found;
  };
  const Differentiate differentiate = [](const Candidate& x) {
    const double a = x[1] - x[0] * x[0], b = 1 - x[0];
    return Derivatives{.by_unknown = {{1e9 * (-400 * x[0] * a - 2 * b)}, {1e9 * 200 * a}}, .runs = 2};
  };
  for (const MinimizeMethod method : by_gradient) {
    const MinimizeOutcome out =
        minimize({.unknowns = {anywhere(-1.2), anywhere(1)}, .method = method}, evaluate, differentiate);
    ASSERT_TRUE(out.found) << out.message;
    EXPECT_NEAR(out.values[0], 1, 1e-13) << int(method);
    EXPECT_NEAR(out.values[1], 1, 1e-13) << int(method);
    EXPECT_LE(out.runs, 100u) << int(method);
    const MinimizeOutcome bounded =
        minimize({.unknowns = {{"x", -2, 0.5, -1.2}, {"y", -2, 2, 1}}, .method = method}, evaluate, differentiate);
    ASSERT_TRUE(bounded.found) << bounded.message;
    EXPECT_EQ(bounded.values[0], 0.5) << int(method);
    EXPECT_NEAR(bounded.values[1], 0.25, 1e-14) << int(method);
    EXPECT_EQ(bounded.at_bound, std::vector<std::size_t>{0});
  }
}

}  // namespace
}  // namespace saltus
