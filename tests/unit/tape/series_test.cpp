// Operations on series with known coefficients.

#include <gtest/gtest.h>

#include <cmath>

#include "tape/kernel.hpp"
#include "tape_builder.hpp"

namespace saltus::test {
namespace {

constexpr int order = 30;
using enum TapeOp;

/// x = c + t
struct Line : TapeBuilder {
  Slot x = slot();
  Jets<double> at(double c, int to = order) {
    Jets<double> jets(tape, to);
    jets[x][0] = c;
    jets[x][1] = 1;
    run(tape, code(), jets, 0, to);
    return jets;
  }
};

double inverse_factorial(int k) {
  double f = 1;
  for (int j = 2; j <= k; ++j) f *= j;
  return 1 / f;
}

TEST(Series, Exponential) {
  Line l;
  const Slot e = l.op(exp, l.x);
  const auto jets = l.at(0);
  for (int k = 0; k <= order; ++k) EXPECT_NEAR(jets[e][k] / inverse_factorial(k), 1, 1e-14) << k;
}

TEST(Series, SineAndCosine) {
  Line l;
  const auto [s, c] = l.pair(sincos, l.x);
  const auto jets = l.at(0);
  for (int k = 0; k <= order; ++k) {
    const double sign = k % 4 < 2 ? 1 : -1;
    EXPECT_NEAR(jets[s][k], k % 2 == 1 ? sign * inverse_factorial(k) : 0, 1e-14 * inverse_factorial(k)) << k;
    EXPECT_NEAR(jets[c][k], k % 2 == 0 ? sign * inverse_factorial(k) : 0, 1e-14 * inverse_factorial(k)) << k;
  }
}

TEST(Series, GeometricSeriesAndLogarithm) {
  Line l;
  const Slot one = l.number(1), difference = l.op(sub, one, l.x);
  const Slot quotient = l.op(div, one, difference), logarithm = l.op(log, difference);
  const auto jets = l.at(0);
  for (int k = 0; k <= order; ++k) EXPECT_EQ(jets[quotient][k], 1) << k;
  for (int k = 1; k <= order; ++k) EXPECT_NEAR(jets[logarithm][k], -1.0 / k, 1e-15) << k;
}

TEST(Series, ArcusTangens) {
  Line l;
  const Slot a = l.pair(atan, l.x).first;
  const auto jets = l.at(0);
  for (int k = 1; k <= order; k += 2) EXPECT_NEAR(jets[a][k], (k % 4 == 1 ? 1.0 : -1.0) / k, 1e-15) << k;
}

TEST(Series, WholePowersAreExactAtZeroAndBelow) {
  Line l;
  const Slot cube = l.op(pow, l.x, l.number(3)), tenth = l.op(pow, l.x, l.number(10));
  const auto zero = l.at(0), negative = l.at(-2);
  for (int k = 0; k <= order; ++k) EXPECT_EQ(zero[cube][k], k == 3 ? 1 : 0) << k;
  for (int k = 0; k <= order; ++k) EXPECT_EQ(zero[tenth][k], k == 10 ? 1 : 0) << k;
  const double expected[] = {-8, 12, -6, 1};
  for (int k = 0; k <= order; ++k) EXPECT_EQ(negative[cube][k], k < 4 ? expected[k] : 0) << k;
}

TEST(Series, WholePowersStayGoodNearZero) {
  Line l;
  const Slot cube = l.op(pow, l.x, l.number(3));
  const auto jets = l.at(1e-9);
  EXPECT_EQ(jets[cube][3], 1);
  for (int k = 4; k <= order; ++k) EXPECT_EQ(jets[cube][k], 0) << k;
}

TEST(Series, OutsideTheDomainIsNotFinite) {
  Line l;
  const Slot root = l.op(sqrt, l.x), power = l.op(pow, l.x, l.number(*Rational::parse("1.5")));
  const Slot quotient = l.op(div, l.number(1), l.x);
  EXPECT_FALSE(std::isfinite(l.at(0)[root][1]));
  EXPECT_FALSE(std::isfinite(l.at(-1)[power][0]));
  EXPECT_FALSE(std::isfinite(l.at(0)[quotient][0]));
}

TEST(Series, SelectTakesAllOrdersOfOneSide) {
  Line l;
  const Slot zero = l.number(0);
  const Slot chosen = l.op(select, l.op(square, l.x), l.op(neg, l.x), l.op(greater, l.x, zero));
  EXPECT_EQ(l.at(3)[chosen][1], 6);
  EXPECT_EQ(l.at(-3)[chosen][1], -1);
  EXPECT_EQ(l.at(-3)[chosen][2], 0);
}

TEST(Series, DiscreteOperationsHaveOrderZeroOnly) {
  Line l;
  const Slot two = l.number(2), one = l.number(1), zero = l.number(0);
  const Slot is_less = l.op(less, l.x, two), is_equal = l.op(equal, l.x, two), at_least = l.op(greater_equal, l.x, two);
  const Slot both = l.op(and_, one, zero), either = l.op(or_, one, one), negated = l.op(not_, zero);
  const Slot whole = l.op(floor, l.x), side = l.op(sign, l.x);
  Jets<double> jets(l.tape, 3);
  jets[l.x][0] = -1.5;
  jets[l.x][1] = 1;
  for (const Instruction& i : l.list) jets[i.out][2] = 99;
  run(l.tape, l.code(), jets, 0, 3);
  EXPECT_EQ(jets[is_less][0], 1);
  EXPECT_EQ(jets[is_equal][0], 0);
  EXPECT_EQ(jets[at_least][0], 0);
  EXPECT_EQ(jets[both][0], 0);
  EXPECT_EQ(jets[either][0], 1);
  EXPECT_EQ(jets[negated][0], 1);
  EXPECT_EQ(jets[whole][0], -2);
  EXPECT_EQ(jets[side][0], -1);
  for (const Instruction& i : l.list) {
    for (int k = 1; k <= 3; ++k) EXPECT_EQ(jets[i.out][k], 0);
  }
}

TEST(Series, RelationsFollowTheSignAfterATie) {
  TapeBuilder b;
  const Slot h = b.slot(), bit = b.op(relation, h);
  Jets<double> jets(b.tape, 0);
  const auto decided = [&](double value, int tie_sign) {
    jets.relations = {{1e-9, tie_sign}};
    jets.set(h, value);
    run(b.tape, b.code(), jets, 0);
    return jets[bit][0];
  };
  EXPECT_EQ(decided(2e-9, -1), 1);
  EXPECT_EQ(decided(-2e-9, 1), 0);
  EXPECT_EQ(decided(1e-10, -1), 0);
  EXPECT_EQ(decided(-1e-10, 1), 1);
  EXPECT_EQ(decided(0, 0), 0);
}

// x' = -2 x + 3, x(0) = 1: x = 3/2 - 1/2 exp(-2t)
TEST(Series, IntegrationOfALinearCombination) {
  TapeBuilder b;
  const Slot x = b.slot(), rate = b.number(2), offset = b.number(3);
  b.tape.terms = {{rate, x, true}, {offset, no_slot, false}};
  Instruction i;
  i.op = integrate_linear;
  i.out = x;
  i.out2 = b.slot();
  i.count = 2;
  b.list = {i};
  Jets<double> jets(b.tape, order);
  jets.set(x, 1);
  run(b.tape, b.code(), jets, 0, order);
  for (int k = 1; k <= order; ++k) {
    const double exact = -0.5 * std::pow(-2, k) * inverse_factorial(k);
    EXPECT_NEAR(jets[x][k] / exact, 1, 1e-12) << k;
    EXPECT_NEAR(jets[i.out2][k - 1] / (k * exact), 1, 1e-12) << k;
  }
}

// The constant orders 0..31 and the variable order add in the same sequence.
TEST(Series, ConstantAndVariableOrderGiveTheSameBits) {
  Line l;
  const Slot y = l.op(mul, l.op(exp, l.x), l.pair(sincos, l.x).first);
  l.op(div, y, l.op(add, l.op(square, y), l.number(3)));
  l.op(log, l.op(sqrt, l.op(exp, l.x)));
  const auto jets = l.at(0.3, 35);
  Jets<double> other(l.tape, 35);
  other[l.x][0] = 0.3;
  other[l.x][1] = 1;
  for (int k = 0; k <= 35; ++k) Kernel<double, int>(l.tape, other, k).run(l.code());
  for (const Instruction& i : l.list) {
    for (int k = 0; k <= 35; ++k) EXPECT_EQ(jets[i.out][k], other[i.out][k]) << "slot " << i.out << ", order " << k;
  }
}

}  // namespace
}  // namespace saltus::test
