// Fixed-step methods on x'' = -x: their own values at the ends of steps, and their order inside.

#include "solve/fixed_step.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace saltus {
namespace {

class Oscillator final : public OdeSystem<double> {
 public:
  std::vector<double> x{1, 0};
  [[nodiscard]] std::size_t size() const override { return 2; }
  [[nodiscard]] std::span<const double> state() const override { return x; }
  [[nodiscard]] double scale(std::size_t) const override { return 1; }
  void derivative(const double&, std::span<const double> y, std::span<double> out) override {
    out[0] = y[1];
    out[1] = -y[0];
  }
  void jacobian(const double&, std::span<const double>, std::span<double>) override {}
  [[nodiscard]] double operations() const override { return 2; }
};

/// Errors at t = 1 after steps of 1/n: at the end of the last step, and in its middle (at 1 - 1/(2n)).
struct Errors {
  double end = 0, inside = 0;
};
Errors errors(FixedStepFormula formula, int n) {
  Oscillator system;
  FixedStepMethod<double> method(formula, 1.0 / n);
  StatePolynomials<double> p;
  p.reserve(2, method.degree());
  for (int i = 0; i < n; ++i) {
    EXPECT_TRUE(method.step(system, i > 0, 0, 10, p));
    EXPECT_EQ(p.length, 1.0 / n);
    if (i + 1 < n) system.x = {p.at(0, p.length), p.at(1, p.length)};
  }
  return {std::abs(p.at(0, p.length) - std::cos(1.0)), std::abs(p.at(0, p.length / 2) - std::cos(1 - 0.5 / n))};
}

double measured_order(double coarse, double fine) { return std::log2(coarse / fine); }

TEST(FixedStep, OrderAtTheEndAndInside) {
  const std::pair<FixedStepFormula, double> cases[] = {
      {FixedStepFormula::euler, 1}, {FixedStepFormula::heun, 2}, {FixedStepFormula::rk4, 4}};
  for (const auto& [formula, order] : cases) {
    const Errors coarse = errors(formula, 64), fine = errors(formula, 128);
    EXPECT_NEAR(measured_order(coarse.end, fine.end), order, 0.1) << order;
    EXPECT_NEAR(measured_order(coarse.inside, fine.inside), order, 0.1) << order;
  }
}

TEST(FixedStep, ShorterThanTheStepIfAsked) {
  Oscillator system;
  FixedStepMethod<double> euler(FixedStepFormula::euler, 0.5);
  StatePolynomials<double> p;
  p.reserve(2, euler.degree());
  ASSERT_TRUE(euler.step(system, false, 0, 0.125, p));
  EXPECT_EQ(p.length, 0.125);
  EXPECT_EQ(p.at(1, p.length), -0.125);
}

TEST(StatePolynomials, ShiftKeepsTheCurve) {
  StatePolynomials<double> p;
  p.reserve(1, 3);
  p.degree = 3;
  p.length = 2;
  for (int k = 0; k < 4; ++k) p.of(0)[k] = k + 1;
  const double before = p.at(0, 1.75);
  p.shift(0.5);
  EXPECT_EQ(p.length, 1.5);
  EXPECT_NEAR(p.at(0, 1.25), before, 1e-14);
}

}  // namespace
}  // namespace saltus
