// The own sine and cosine: against MPFR, and the same bits in lanes.

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <random>
#include <vector>

#include "number/lanes.hpp"
#include "number/mpfr.hpp"

namespace saltus {
namespace {

std::vector<double> arguments() {
  std::mt19937_64 random(20261116);
  std::vector<double> result = {0.0, -0.0, 1e-310, -1e-20, 1e-8, std::numbers::pi / 4, std::numbers::pi / 2, 99999.9};
  for (const double range : {0.1, 0.7853, 0.7855, 3.2, 100.0, 1e5})
    for (int i = 0; i < 5000; ++i) result.push_back(std::uniform_real_distribution<double>(-range, range)(random));
  for (int k = 1; k < 63000; k += 7) {  // where nearly all digits cancel
    const double x = k * (std::numbers::pi / 2);
    for (const double near : {x, std::nextafter(x, 0.0), std::nextafter(x, 1e6)}) result.push_back(near);
  }
  return result;
}

/// In units of the last place of the exact value.
double error(double found, const Mpfr& exact) {
  const double size = std::abs(to_double(exact));
  if (size == 0) return found == 0 ? 0 : 1;
  int exponent = 0;
  std::frexp(size, &exponent);
  const double unit = std::max(std::ldexp(1.0, exponent - 53), std::numeric_limits<double>::denorm_min());
  return std::abs(to_double(Mpfr(found) - exact)) / unit;
}

TEST(SineCosine, IsWithinAUnitOfTheLastPlace) {
  for (const double x : arguments()) {
    const SineCosine<double> found = sine_cosine(x);
    EXPECT_LT(error(found.sine, sin(Mpfr(x))), 0.9) << x;
    EXPECT_LT(error(found.cosine, cos(Mpfr(x))), 0.9) << x;
  }
}

TEST(SineCosine, KeepsSignsAndAnswersLargeArguments) {
  EXPECT_TRUE(std::signbit(sine_cosine(-0.0).sine));
  EXPECT_FALSE(std::signbit(sine_cosine(0.0).sine));
  EXPECT_EQ(sine_cosine(1e22).sine, std::sin(1e22));
  EXPECT_EQ(sine_cosine(-3e7).cosine, std::cos(-3e7));
  EXPECT_TRUE(std::isnan(sine_cosine(std::numeric_limits<double>::infinity()).sine));
  EXPECT_TRUE(std::isnan(sine_cosine(std::numeric_limits<double>::quiet_NaN()).cosine));
}

std::uint64_t bits(double x) { return std::bit_cast<std::uint64_t>(x); }

TEST(SineCosine, HasTheSameBitsInLanes) {
  std::vector<double> xs = arguments();
  xs.push_back(1e9);
  while (xs.size() % 8 != 0) xs.push_back(0.5);
  std::mt19937_64 random(5);
  std::shuffle(xs.begin() + 20, xs.end(), random);
  for (std::size_t i = 0; i < xs.size(); i += 8) {
    Lanes<double, 8> x;
    for (int k = 0; k < 8; ++k) x.set(k, xs[i + static_cast<std::size_t>(k)]);
    const SineCosine<Lanes<double, 8>> found = sine_cosine(x);
    for (int k = 0; k < 8; ++k) {
      const SineCosine<double> alone = sine_cosine(x[k]);
      EXPECT_EQ(bits(found.sine[k]), bits(alone.sine)) << x[k];
      EXPECT_EQ(bits(found.cosine[k]), bits(alone.cosine)) << x[k];
    }
  }
}

}  // namespace
}  // namespace saltus
