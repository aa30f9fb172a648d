#include <gtest/gtest.h>

#include <thread>
#include <type_traits>
#include <vector>

#include "number/mpfr.hpp"

namespace saltus {
namespace {

using Traits = NumberTraits<Mpfr>;

static_assert(std::is_nothrow_move_constructible_v<Mpfr> && std::is_nothrow_move_assignable_v<Mpfr>);

TEST(MpfrTest, KnownDigits) {
  const PrecisionScope digits(50);
  EXPECT_EQ(Traits::text(Traits::pi()), "3.1415926535897932384626433832795028841971693993751");
  EXPECT_EQ(Traits::text(exp(Mpfr(1))), "2.7182818284590452353602874713526624977572470937");  // ...69995 rounds to ...7000
  EXPECT_EQ(Traits::text(sqrt(Mpfr(2))), "1.4142135623730950488016887242096980785696718753769");
}

TEST(MpfrTest, Text) {
  const PrecisionScope digits(30);
  EXPECT_EQ(Traits::text(Mpfr(0.25)), "0.25");
  EXPECT_EQ(Traits::text(Mpfr(3)), "3");
  EXPECT_EQ(Traits::text(Mpfr(1200)), "1200");
  EXPECT_EQ(Traits::text(Traits::from(*Rational::parse("1.5e-30"))), "1.5e-30");
  EXPECT_EQ(Traits::text(Traits::from(*Rational::parse("0.1"))), "0.1");
  EXPECT_EQ(Traits::text(Mpfr(0.1)), "0.100000000000000005551115123126") << "a double is its binary value";
  EXPECT_EQ(Traits::text(Mpfr(0)), "0");
  EXPECT_EQ(Traits::text(Mpfr(-1) / Mpfr(0)), "-Infinity");
  EXPECT_EQ(Traits::text(sqrt(Mpfr(-1))), "NaN");
  EXPECT_EQ(Traits::text(pow(Mpfr(10), Mpfr(1000000000))), "1e1000000000") << "far beyond double";
}

TEST(MpfrTest, PrecisionBelongsToTheScopeAndTheThread) {
  const PrecisionScope outer(40);
  {
    const PrecisionScope inner(200);
    EXPECT_EQ(Mpfr::digits(), 200);
    EXPECT_EQ(Traits::epsilon(), ldexp(Mpfr(1), -static_cast<long>(Mpfr::bits())));
  }
  EXPECT_EQ(Mpfr::digits(), 40);
  int elsewhere = 0;
  std::thread([&] { elsewhere = Mpfr::digits(); }).join();
  EXPECT_EQ(elsewhere, 50);
}

TEST(MpfrTest, EpsilonIsTheUnitRoundoff) {
  const Mpfr one(1), e = Traits::epsilon();
  EXPECT_EQ(one + e, one);
  EXPECT_GT(one + e * 2, one);
}

TEST(MpfrTest, NumbersOfAnotherPrecisionAreRoundedWhenUsed) {
  Mpfr wide;
  {
    const PrecisionScope digits(100);
    wide = Mpfr(1) / 3;
  }
  const PrecisionScope digits(20);
  const Mpfr third = Mpfr(1) / 3;
  EXPECT_EQ(Mpfr(wide), third);
  Mpfr sum = wide;
  sum += 0;
  EXPECT_EQ(mpfr_get_prec(sum.get()), Mpfr::bits());
  wide *= 1;
  EXPECT_EQ(wide, third);
}

TEST(MpfrTest, Operators) {
  const Mpfr a(7), b(2);
  EXPECT_EQ(a + b, Mpfr(9));
  EXPECT_EQ(a - 2, Mpfr(5));
  EXPECT_EQ(2 * a, Mpfr(14));
  EXPECT_EQ(a / b, Mpfr(3.5));
  EXPECT_EQ(a * b + a / b - b * b, Mpfr(13.5));
  EXPECT_EQ(-a, Mpfr(-7));
  EXPECT_EQ(1 / (a + 1), Mpfr(0.125));
  EXPECT_TRUE(a > b && b < a && a >= 7 && a <= 7LL && a != b);
  const Mpfr nan = sqrt(Mpfr(-1));
  EXPECT_FALSE(nan == nan || nan < a || nan > a);
  EXPECT_TRUE(nan != nan && isnan(nan) && !is_finite(nan));
  Mpfr c = a;
  c = c;
  c -= c;
  EXPECT_EQ(c, Mpfr(0));
  EXPECT_EQ(fma(a, b, Mpfr(1)), Mpfr(15));
  multiply_add(c, a, b);
  EXPECT_EQ(c, Mpfr(14));
  EXPECT_EQ(to_double(select(a < b, a, b)), 2);
  EXPECT_EQ(floor(Mpfr(-0.5)), Mpfr(-1));
  EXPECT_EQ(abs(Mpfr(-2)), Mpfr(2));
  EXPECT_EQ(value(a + b), Mpfr(9));
}

TEST(MpfrTest, FunctionsAgreeWithDouble) {
  for (const double x : {0.1, 0.5, 0.9}) {
    const Mpfr m(x);
    const auto near = [](const Mpfr& a, double b) { EXPECT_NEAR(to_double(a), b, 1e-15 * std::max(1.0, std::fabs(b))); };
    near(sin(m), std::sin(x));
    near(cos(m), std::cos(x));
    near(tan(m), std::tan(x));
    near(asin(m), std::asin(x));
    near(acos(m), std::acos(x));
    near(atan(m), std::atan(x));
    near(sinh(m), std::sinh(x));
    near(cosh(m), std::cosh(x));
    near(tanh(m), std::tanh(x));
    near(exp(m), std::exp(x));
    near(log(m), std::log(x));
    near(atan2(m, Mpfr(-1)), std::atan2(x, -1));
    near(pow(m, m), std::pow(x, x));
  }
}

TEST(MpfrTest, LivesInVectors) {
  std::vector<Mpfr> v;
  for (int i = 0; i < 1000; ++i) v.emplace_back(i);
  v.erase(v.begin());
  v.insert(v.begin() + 10, Mpfr(-1));
  std::vector<Mpfr> w = v;
  v = std::move(w);
  v.resize(2000);
  std::swap(v[0], v[999]);
  EXPECT_EQ(v[0], Mpfr(999));
  EXPECT_EQ(v[10], Mpfr(-1));
  EXPECT_EQ(v[1999], Mpfr(0));
}

}  // namespace
}  // namespace saltus
