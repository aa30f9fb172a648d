// Lanes give what double gives, lane by lane; dual numbers give the derivative.

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <random>
#include <vector>

#include "number/dual.hpp"
#include "number/lanes.hpp"
#include "number/mpfr.hpp"

namespace saltus {
namespace {

constexpr unsigned seed = 20240607;

template <class L>
class LanesOf : public testing::Test {};
using Widths = testing::Types<Lanes<double, 2>, Lanes<double, 4>, Lanes<double, 8>>;
TYPED_TEST_SUITE(LanesOf, Widths);

template <class L>
L random_lanes(std::mt19937& random, double low, double high) {
  std::uniform_real_distribution<double> uniform(low, high);
  L x;
  for (int i = 0; i < L::lanes; ++i) x.set(i, uniform(random));
  return x;
}

template <class L, class F>
void expect_same_bits(const L& a, const L& b, F f) {
  const L r = f(a, b);
  for (int i = 0; i < L::lanes; ++i)
    EXPECT_EQ(std::bit_cast<std::uint64_t>(r[i]), std::bit_cast<std::uint64_t>(double(f(a[i], b[i])))) << "lane " << i;
}

TYPED_TEST(LanesOf, EqualsDoubleBitForBit) {
  using L = TypeParam;
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  for (int round = 0; round < 200; ++round) {
    const L a = random_lanes<L>(random, -3, 3), b = random_lanes<L>(random, 0.1, 2);
    expect_same_bits(a, b, [](const auto& x, const auto& y) { return x + y * x - y / x; });
    expect_same_bits(a, b, [](const auto& x, const auto& y) { return -x + 2 * y - 1.5; });
    expect_same_bits(a, b, [](const auto& x, const auto& y) { return fma(x, y, x); });
    expect_same_bits(a, b, [](const auto& x, const auto& y) { return abs(x) + floor(x) + sqrt(y); });
    expect_same_bits(a, b, [](const auto& x, const auto& y) {
      return sin(x) + cos(x) + tan(y) + exp(x) + log(y) + atan2(x, y) + pow(y, x);
    });
    expect_same_bits(
        a, b, [](const auto& x, const auto& y) { return sinh(x) + cosh(x) + tanh(y) + atan(x) + asin(y / 2) + acos(y / 2); });
    expect_same_bits(a, b, [](const auto& x, const auto& y) { return select(x < y, x * y, y); });
  }
}

TYPED_TEST(LanesOf, Masks) {
  using L = TypeParam;
  L x(1.0);
  x.set(1, -1.0);
  const auto negative = x < L(0);
  EXPECT_TRUE(negative[1]);
  EXPECT_FALSE(negative[0]);
  EXPECT_TRUE(any(negative));
  EXPECT_FALSE(all(negative));
  EXPECT_TRUE(all(negative | !negative));
  EXPECT_FALSE(any(negative & ~negative));
  EXPECT_TRUE(all(x * x == L(1)));
  EXPECT_TRUE(all(is_finite(x)));
  x.set(0, std::numeric_limits<double>::infinity());
  EXPECT_FALSE(is_finite(x)[0]);
  EXPECT_TRUE(is_finite(x)[1]);
  x.set(0, std::numeric_limits<double>::quiet_NaN());
  EXPECT_TRUE(isnan(x)[0]);
  EXPECT_TRUE(all(value(L(2)) == L(2)));
}

TYPED_TEST(LanesOf, Traits) {
  using L = TypeParam;
  EXPECT_EQ(NumberTraits<L>::from(*Rational::parse("0.1"))[1], 0.1);
  EXPECT_EQ(NumberTraits<L>::pi()[0], NumberTraits<double>::pi());
  EXPECT_TRUE(NumberTraits<L>::text(L(1.5)).starts_with("[1.5, 1.5"));
  std::vector<L> many(5, L(1));
  EXPECT_EQ(many[4][1], 1);
}

/// The derivative of f at x against a central difference quotient of the same function in 60 digits.
template <class F>
void expect_derivative(F f, double x) {
  const PrecisionScope digits(60);
  const Dual<double> d = f(Dual<double>(x, 1.0));
  const Mpfr h(1e-20), at(x);
  const Mpfr quotient = (f(Mpfr(at + h)) - f(Mpfr(at - h))) / (h + h);
  EXPECT_NEAR(d.d(), to_double(quotient), 1e-12 * (1 + std::fabs(d.d()))) << "at " << x;
  EXPECT_NEAR(d.v(), to_double(f(at)), 1e-13 * (1 + std::fabs(d.v())));
  const Dual<Mpfr> precise = f(Dual<Mpfr>(at, Mpfr(1)));
  EXPECT_LT(to_double(abs(precise.d() - quotient)), 1e-35);
}

TEST(DualNumbers, DerivativesOfFunctions) {
  for (const double x : {0.3, 0.7, 0.95}) {
    expect_derivative([](auto y) { return sin(y) * cos(y) + tan(y); }, x);
    expect_derivative([](auto y) { return asin(y) - acos(y) * atan(y); }, x);
    expect_derivative([](auto y) { return sinh(y) / cosh(y) - tanh(y) * exp(y); }, x);
    expect_derivative([](auto y) { return log(y) * sqrt(y) + abs(-y); }, x);
    expect_derivative([](auto y) { return pow(y, y) + pow(y, 3) + pow(2 + 0 * y, y); }, x);
    expect_derivative([](auto y) { return atan2(y, 1 - y) + fma(y, y, y) + floor(y); }, x);
    expect_derivative(
        [](auto y) {
          y *= y;
          y += 1;
          y /= y + 2;
          y -= 3;
          return select(y < 0, y * y, -y);
        },
        x);
  }
}

TEST(DualNumbers, ConstantsHaveNoDerivative) {
  EXPECT_EQ(sqrt(Dual<double>(0)).d(), 0);
  EXPECT_EQ(pow(Dual<double>(0, 1), Dual<double>(2)).d(), 0);
  EXPECT_EQ(pow(Dual<double>(-3, 1), Dual<double>(2)).d(), -6);
  EXPECT_EQ(pow(Dual<double>(0, 1), Dual<double>(0)).d(), 0);
  EXPECT_TRUE(Dual<double>(1, 5) == Dual<double>(1, 6));
  EXPECT_TRUE(is_finite(Dual<double>(1, INFINITY)));
  EXPECT_EQ(value(Dual<double>(2, 1)), 2);
}

TEST(DualNumbers, OverLanes) {
  using L = Lanes<double, 4>;
  const Dual<L> x(L(2), L(1));
  EXPECT_TRUE(all((x * x).d() == L(4)));
  EXPECT_TRUE(all(pow(x, Dual<L>(3)).d() == L(12)));
  EXPECT_TRUE(all(select(x < Dual<L>(3), x, -x).d() == L(1)));
}

}  // namespace
}  // namespace saltus
