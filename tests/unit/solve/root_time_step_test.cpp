#include "solve/root_time_step.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace saltus {
namespace {

/// One state that starts at 0.
class FromZero final : public OdeSystem<double> {
 public:
  explicit FromZero(std::function<double(double)> slope) : slope_(std::move(slope)) {}
  [[nodiscard]] std::size_t size() const override { return 1; }
  [[nodiscard]] std::span<const double> state() const override { return {&zero_, 1}; }
  [[nodiscard]] double scale(std::size_t) const override { return 1; }
  void derivative(const double&, std::span<const double> x, std::span<double> out) override { out[0] = slope_(x[0]); }
  void jacobian(const double&, std::span<const double>, std::span<double>) override {}
  [[nodiscard]] double operations() const override { return 1; }

 private:
  std::function<double(double)> slope_;
  double zero_ = 0;
};

/// When x' = 1 - sqrt(x), from 0, comes to x.
double time_of(double x) {
  const double w = std::sqrt(x);
  return -2 * (w + std::log1p(-w));
}

TEST(RootTimeStep, FillsAnEmptyTank) {
  for (const double tolerance : {1e-6, 1e-9}) {
    FromZero tank([](double x) { return 1 - std::sqrt(x); });
    RootTimeStep<double> step(tolerance);
    ASSERT_TRUE(step.step(tank, 1.0));
    EXPECT_GT(step.length(), tolerance);
    EXPECT_NEAR(time_of(step.late()[0]), step.length(), 2 * tolerance);
    EXPECT_NEAR(time_of(step.early()[0]), step.length() / 4, 2 * tolerance);
  }
}

TEST(RootTimeStep, NoFartherThanAsked) {
  FromZero line([](double) { return 2.0; });
  RootTimeStep<double> step(1e-9);
  ASSERT_TRUE(step.step(line, 0.5));
  EXPECT_EQ(step.length(), 0.5);
  EXPECT_NEAR(step.late()[0], 1.0, 1e-14);
}

TEST(RootTimeStep, NowhereToGo) {
  FromZero falls([](double x) { return -1 + std::sqrt(x); });
  RootTimeStep<double> step(1e-9);
  EXPECT_FALSE(step.step(falls, 1.0));
}

}  // namespace
}  // namespace saltus
