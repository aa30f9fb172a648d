// Property: every crossing of a fast oscillating guard is found, whatever its level, frequency and phase.

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>
#include <vector>

#include "api/saltus.hpp"

namespace {

constexpr const char* waves = R"(
model Waves
  parameter Real amplitude = 1, frequency = 50, phase = 0, level = 0;
  Real y(start = 1, fixed = true);
  discrete Integer crossings(start = 0, fixed = true);
equation
  der(y) = -y;
  when {amplitude*sin(frequency*time + phase) > level, amplitude*sin(frequency*time + phase) < level} then
    crossings = pre(crossings) + 1;
  end when "crossing";
end Waves;
)";

// Roots of amplitude*sin(frequency*t + phase) = level in (0, stop), in order.
std::vector<double> roots(double amplitude, double frequency, double phase, double level, double stop) {
  constexpr double pi = std::numbers::pi;
  const double rising = std::asin(level / amplitude);
  std::vector<double> times;
  for (int k = -2; (2 * k * pi + rising - phase) / frequency < stop; ++k) {
    for (const double angle : {2 * k * pi + rising, (2 * k + 1) * pi - rising}) {
      const double t = (angle - phase) / frequency;
      if (t > 0 && t < stop) times.push_back(t);
    }
  }
  return times;
}

TEST(Waves, AllCrossingsOfHundredSeededGuards) {
  std::mt19937_64 random(20240506);
  const auto between = [&](double low, double high) {
    return low + (high - low) * static_cast<double>(random() >> 11) * 0x1p-53;
  };
  const auto model = saltus::Model::parse(waves);
  for (int run = 0; run < 100; ++run) {
    const double amplitude = between(0.1, 10), frequency = between(1, 80), phase = between(0, 6.28);
    // Half of the levels lie close below the crest, where the two crossings of a period nearly meet.
    const double level = amplitude * (run % 2 == 0 ? between(-0.95, 0.95) : 1 - std::pow(10.0, between(-8, -2)));
    SCOPED_TRACE(fmt::format("{}*sin({}*time + {}) = {}", amplitude, frequency, phase, level));
    const auto expected = roots(amplitude, frequency, phase, level, 10);
    const auto result = saltus::run(
        model, {.set = {{"amplitude", amplitude}, {"frequency", frequency}, {"phase", phase}, {"level", level}}, .stop = 10});
    const auto times = result.times("crossing");
    ASSERT_EQ(times.size(), expected.size());
    const double slope = frequency * std::sqrt(amplitude * amplitude - level * level);
    for (std::size_t i = 0; i < times.size(); ++i) {
      EXPECT_NEAR(times[i], expected[i], 1e-12 + 1e-13 * frequency * amplitude / slope);
    }
  }
}

}  // namespace
