// Pairs of doubles against numbers of 60 digits.

#include "number/double_double.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <vector>

#include "number/mpfr.hpp"

namespace saltus {
namespace {

using Traits = NumberTraits<DoubleDouble>;

/// In numbers of the thread's precision.
Mpfr exact(const DoubleDouble& x) { return Mpfr(x.high()) + Mpfr(x.low()); }

/// Relative, in units of the roundoff.
double error(const DoubleDouble& x, const Mpfr& reference) {
  return to_double(abs(exact(x) - reference) / abs(reference)) / to_double(Traits::epsilon());
}

DoubleDouble random_number(std::mt19937_64& engine) {
  std::uniform_real_distribution<double> unit(-1, 1);
  const double high = std::ldexp(unit(engine), static_cast<int>(engine() % 40) - 20);
  return DoubleDouble::joined(high, unit(engine) * high * 0x1p-53);
}

TEST(DoubleDouble, KnownDigits) {
  EXPECT_EQ(Traits::text(Traits::pi()), "3.14159265358979323846264338328");
  EXPECT_EQ(Traits::text(exp(DoubleDouble(1))), "2.718281828459045235360287471353");
  EXPECT_EQ(Traits::text(sqrt(DoubleDouble(2))), "1.41421356237309504880168872421");
  EXPECT_EQ(Traits::text(Traits::from(*Rational::parse("0.1"))), "0.1");
  EXPECT_EQ(Traits::text(DoubleDouble(1) / 3), "0.3333333333333333333333333333333");
  EXPECT_EQ(Traits::text(DoubleDouble(1) / 0), "Infinity");
  EXPECT_EQ(Traits::text(DoubleDouble(9007199254740993LL)), "9007199254740993");
}

TEST(DoubleDouble, ArithmeticIsGoodToAFewRoundings) {
  const PrecisionScope scope(60);
  std::mt19937_64 engine(1);
  for (int i = 0; i < 20000; ++i) {
    const DoubleDouble a = random_number(engine), b = random_number(engine);
    EXPECT_LT(error(a * b, exact(a) * exact(b)), 2);
    EXPECT_LT(error(a / b, exact(a) / exact(b)), 4);
    EXPECT_LT(error(a + b, exact(a) + exact(b)), 2);
    EXPECT_LT(error(sqrt(abs(a)), sqrt(abs(exact(a)))), 2);
    EXPECT_EQ(a < b, exact(a) < exact(b));
    EXPECT_EQ(to_double(floor(a)), to_double(floor(exact(a))));
  }
}

TEST(DoubleDouble, NeighboursDifferInTheLowPart) {
  const DoubleDouble one(1), next = one + DoubleDouble(0x1p-80);
  EXPECT_TRUE(one < next && next > one && next != one && one <= next && !(next <= one));
  EXPECT_EQ(next - one, DoubleDouble(0x1p-80));
  EXPECT_EQ(to_double(floor(one - DoubleDouble(0x1p-80))), 0);
  EXPECT_EQ(ceil(next), DoubleDouble(2));
}

TEST(DoubleDouble, FunctionsAgreeWithNumbersOfChosenPrecision) {
  const PrecisionScope scope(60);
  std::mt19937_64 engine(2);
  using One = std::pair<DoubleDouble (*)(const DoubleDouble&), Mpfr (*)(const Mpfr&)>;
  const std::vector<One> anywhere = {{sin, sin},   {cos, cos},   {tan, tan},   {atan, atan},
                                     {sinh, sinh}, {cosh, cosh}, {tanh, tanh}, {exp, exp}};
  const std::vector<One> inside = {{asin, asin}, {acos, acos}};
  for (int i = 0; i < 200; ++i) {
    const DoubleDouble x = random_number(engine) / 65536;
    for (const auto& [ours, theirs] : anywhere) EXPECT_LT(error(ours(x), theirs(exact(x))), 8);
    const DoubleDouble y = x / 32;
    for (const auto& [ours, theirs] : inside) EXPECT_LT(error(ours(y), theirs(exact(y))), 8);
    EXPECT_LT(error(log(abs(x)), log(abs(exact(x)))), 8);
    EXPECT_LT(error(pow(abs(x), y), pow(abs(exact(x)), exact(y))), 8);
    EXPECT_LT(error(atan2(x, y), atan2(exact(x), exact(y))), 8);
  }
}

TEST(DoubleDouble, WhatIsInfiniteStaysInfinite) {
  const double infinity = std::numeric_limits<double>::infinity(), most = std::numeric_limits<double>::max();
  EXPECT_EQ(DoubleDouble(infinity) + 1, DoubleDouble(infinity));
  EXPECT_EQ(DoubleDouble(infinity) * 2, DoubleDouble(infinity));
  EXPECT_EQ(DoubleDouble(1) / DoubleDouble(infinity), DoubleDouble(0));
  EXPECT_EQ(DoubleDouble(most) * 2, DoubleDouble(infinity));
  EXPECT_EQ(DoubleDouble(most) * 0.5, DoubleDouble(most / 2));
  EXPECT_TRUE(isnan(DoubleDouble(infinity) - DoubleDouble(infinity)));
  EXPECT_TRUE(isnan(sqrt(DoubleDouble(-1))));
  EXPECT_FALSE(is_finite(exp(DoubleDouble(800))));
}

}  // namespace
}  // namespace saltus
