#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>

#include <fmt/format.h>

#include "number/number.hpp"

namespace saltus {
namespace {

Rational r(const char* digits) { return *Rational::parse(digits); }

TEST(RationalTest, ParsesModelicaNumbers) {
  EXPECT_EQ(r("12"), Rational(12));
  EXPECT_EQ(r("0.2"), *Rational::ratio(1, 5));
  EXPECT_EQ(r("1e-3"), *Rational::ratio(1, 1000));
  EXPECT_EQ(r("3."), Rational(3));
  EXPECT_EQ(r("1.5E+3"), Rational(1500));
  EXPECT_EQ(r("-0.5"), *Rational::ratio(-1, 2));
  for (const char* bad :
       {"", ".", ".5", "e3", "1e", "1e+", "1x", "0x10", "1 ", " 1", "--1", "1e401", "1e-99999999999999999999", "inf"})
    EXPECT_FALSE(Rational::parse(bad)) << bad;
  EXPECT_FALSE(Rational::parse(std::string(100000, '7')));
}

TEST(RationalTest, Text) {
  EXPECT_EQ(r("0.2").text(), "0.2");
  EXPECT_EQ(r("-12.50").text(), "-12.5");
  EXPECT_EQ(Rational(0).text(), "0");
  EXPECT_EQ(Rational(1200).text(), "1200");
  EXPECT_EQ(r("1e300").text(), "1e300");
  EXPECT_EQ(r("1.25e-30").text(), "1.25e-30");
  EXPECT_EQ(r("0.0001").text(), "0.0001");
  EXPECT_EQ(Rational::ratio(1, 3)->text(), "1/3");
  EXPECT_TRUE(r("0.1").has_short_decimal());
  EXPECT_FALSE(Rational::from_double(0.1).has_short_decimal());
}

TEST(RationalTest, Arithmetic) {
  EXPECT_EQ(*Rational::add(r("0.1"), r("0.2")), r("0.3"));
  EXPECT_EQ(*Rational::sub(r("0.1"), r("0.2")), r("-0.1"));
  EXPECT_EQ(*Rational::mul(r("0.5"), r("-4")), Rational(-2));
  EXPECT_EQ(*Rational::div(1, 8), r("0.125"));
  EXPECT_FALSE(Rational::div(1, 0));
  EXPECT_EQ(r("-0.5").floor(), Rational(-1));
  EXPECT_EQ(r("2.5").floor(), Rational(2));
  EXPECT_LT(r("0.1"), r("0.2"));
  EXPECT_EQ(r("7").to_integer(), 7);
  EXPECT_FALSE(r("7.5").to_integer());
  EXPECT_FALSE(r("1e30").to_integer());
  EXPECT_TRUE(r("7").is(7));
  EXPECT_FALSE(r("7.1").is(7));
  EXPECT_EQ(r("0.25").hash(), Rational::ratio(1, 4)->hash());
  EXPECT_EQ(Rational(std::numeric_limits<long long>::min()).to_integer(), std::numeric_limits<long long>::min());
}

// Integers of a machine word are kept apart from all others; a value has one form, however it was made.
TEST(RationalTest, CrossesTheEndsOfAWord) {
  const Rational largest(std::numeric_limits<long long>::max()), least(std::numeric_limits<long long>::min());
  EXPECT_EQ(Rational::add(largest, 1)->text(), "9223372036854775808");
  EXPECT_EQ(Rational::sub(*Rational::add(largest, 1), 1), largest);
  EXPECT_EQ(Rational::sub(*Rational::add(largest, 1), 1)->hash(), largest.hash());
  EXPECT_EQ(Rational::sub(least, 1)->text(), "-9223372036854775809");
  EXPECT_EQ(Rational::mul(largest, largest)->text(), "8.5070591730234615847396907784232501249e37");
  EXPECT_EQ(least.negated().text(), "9223372036854775808");
  EXPECT_EQ(least.negated().negated(), least);
  EXPECT_FALSE(least.negated().to_integer());
  EXPECT_EQ(least.to_integer(), std::numeric_limits<long long>::min());
  EXPECT_LT(largest, *Rational::add(largest, 1));
  EXPECT_LT(*Rational::ratio(1, 3), Rational(1));
  EXPECT_EQ(Rational::mul(*Rational::ratio(2, 3), 3), Rational(2));
  EXPECT_TRUE(Rational::mul(*Rational::ratio(2, 3), 3)->is(2));
  EXPECT_FALSE(Rational::ratio(1, 2)->is(0));
  EXPECT_TRUE(Rational::ratio(4, 2)->is_integer());
  EXPECT_EQ(Rational::ratio(-7, 2)->floor(), Rational(-4));
  EXPECT_EQ(Rational(1LL << 62).to_double(), 0x1p62);
  EXPECT_EQ(Rational((1LL << 53) + 1).to_double(), 0x1p53);
}

TEST(RationalTest, PowersAreBounded) {
  EXPECT_EQ(*Rational::pow(2, 10), Rational(1024));
  EXPECT_EQ(*Rational::pow(r("0.5"), -3), Rational(8));
  EXPECT_EQ(*Rational::pow(-2, 3), Rational(-8));
  EXPECT_EQ(*Rational::pow(-1, 1000000000001), Rational(-1));
  EXPECT_EQ(*Rational::pow(0, 0), Rational(1));
  EXPECT_FALSE(Rational::pow(0, -1));
  EXPECT_FALSE(Rational::pow(2, r("0.5")));
  EXPECT_FALSE(Rational::pow(2, 1000000000));
  EXPECT_FALSE(Rational::pow(2, r("1e300")));
  EXPECT_FALSE(Rational::pow(3, 4000));
  EXPECT_TRUE(Rational::pow(2, 4000));
  const Rational large = *Rational::pow(2, 4000);
  EXPECT_FALSE(Rational::mul(large, large));
  EXPECT_FALSE(Rational::pow(2, std::numeric_limits<long long>::min()));
}

TEST(RationalTest, ToDoubleIsCorrectlyRounded) {
  for (const char* digits : {"0.1", "1e23", "8.5e-324", "2.4703282292062327e-324", "2.4703282292062328e-324", "4.9e-324",
                             "1e-330", "2.2250738585072011e-308", "2.2250738585072014e-308", "1.7976931348623157e308",
                             "9007199254740993", "1.7976931348623159e308", "-3.3e-310", "123456789012345678901234567890"})
    EXPECT_EQ(r(digits).to_double(), std::strtod(digits, nullptr)) << digits;
  const unsigned seed = 7;
  SCOPED_TRACE(seed);
  std::mt19937_64 random(seed);
  for (int i = 0; i < 3000; ++i) {
    const auto mantissa = random();
    const int exponent = static_cast<int>(random() % 660) - 345;
    const std::string digits = fmt::format("{}.{}e{}", mantissa % 10, mantissa / 10, exponent);
    EXPECT_EQ(r(digits.c_str()).to_double(), std::strtod(digits.c_str(), nullptr)) << digits;
  }
}

TEST(RationalTest, FromDoubleIsExact) {
  for (const double x : {0.1, 1e300, 5e-324, -2.5}) EXPECT_EQ(Rational::from_double(x).to_double(), x);
  EXPECT_NE(Rational::from_double(0.1), r("0.1"));
}

TEST(DoubleText, ShortestThatReadsBack) {
  EXPECT_EQ(NumberTraits<double>::text(3), "3");
  EXPECT_EQ(NumberTraits<double>::text(0.1), "0.1");
  EXPECT_EQ(NumberTraits<double>::text(1.0 / 3), "0.3333333333333333");
  EXPECT_EQ(NumberTraits<double>::text(std::nan("")), "NaN");
  EXPECT_EQ(NumberTraits<double>::text(INFINITY), "Infinity");
  EXPECT_EQ(NumberTraits<double>::text(-INFINITY), "-Infinity");
  EXPECT_EQ(NumberTraits<double>::text(5e-324), "5e-324");
}

}  // namespace
}  // namespace saltus
