#include <gtest/gtest.h>

#include <cmath>

#include "number/dual.hpp"
#include "number/lanes.hpp"
#include "number/mpfr.hpp"
#include "tape/fuse.hpp"
#include "tape/operands.hpp"
#include "tape_builder.hpp"

namespace saltus::test {
namespace {

using enum TapeOp;

/// Collects the operations of a block apart from those around it.
struct BlockBuilder : TapeBuilder {
  ImplicitBlock block;
  std::vector<Instruction> outside;

  void begin() { outside.swap(list); }
  void jacobian() {
    block.residual_code = code();
    list.clear();
  }
  void end() {
    block.jacobian_code = code();
    list = outside;
    list.push_back({.op = solve, .index = static_cast<std::uint32_t>(tape.blocks.size())});
    tape.blocks.push_back(block);
    block = {};
  }
};

/// x^2 = a; also y = 3 x after it.
struct SquareRoot : BlockBuilder {
  Slot a = slot(), x = slot(), y;
  SquareRoot() {
    begin();
    block.unknowns = {x};
    block.residuals = {op(sub, op(square, x), a)};
    jacobian();
    block.jacobian = {{0, 0, op(add, x, x)}};
    end();
    y = op(mul, number(3), x);
  }
};

/// u + r (exp(u/v) - 1) = s with r the product of resistance and saturation current.
struct Diode : BlockBuilder {
  Slot s = slot(), u = slot();
  Rational r, v;
  Diode(Rational r_value, Rational v_value) : r(r_value), v(v_value) {
    const Slot resistor = number(r), voltage = number(v), one = number(1);
    begin();
    block.unknowns = {u};
    const Slot e = op(exp, op(div, u, voltage));
    block.residuals = {op(sub, op(add, u, op(mul, resistor, op(sub, e, one))), s)};
    jacobian();
    block.jacobian = {{0, 0, op(add, one, op(div, op(mul, resistor, e), voltage))}};
    end();
  }
};

TEST(ImplicitBlock, SeriesOfASquareRoot) {
  SquareRoot b;
  const Code code = b.code();
  Jets<double> jets(b.tape, 12);
  set_series(jets, b.a, {4.0, 1.0, -0.25, 0.5});
  jets.set(b.x, 7.0);
  run(b.tape, code, jets, 0, 12);
  SquareRoot direct;
  direct.list.clear();
  const Slot root = direct.op(sqrt, direct.a);
  Jets<double> expected(direct.tape, 12);
  set_series(expected, direct.a, {4.0, 1.0, -0.25, 0.5});
  run(direct.tape, direct.code(), expected, 0, 12);
  for (int k = 0; k <= 12; ++k) {
    EXPECT_NEAR(jets[b.x][k], expected[root][k], 1e-15) << "order " << k;
    EXPECT_NEAR(jets[b.y][k], 3 * expected[root][k], 3e-15) << "order " << k;
  }
}

TEST(ImplicitBlock, TheGuessChoosesTheBranch) {
  SquareRoot b;
  Jets<double> jets(b.tape, 0);
  jets.set(b.a, 2.0);
  jets.set(b.x, -0.001);
  run(b.tape, b.code(), jets, 0);
  EXPECT_DOUBLE_EQ(jets[b.x][0], -std::sqrt(2.0));
}

TEST(ImplicitBlock, ThereIsNoRealRoot) {
  SquareRoot b;
  Jets<double> jets(b.tape, 2);
  jets.set(b.a, -1.0);
  jets.set(b.x, 3.0);
  run(b.tape, b.code(), jets, 0, 2);
  for (int k = 0; k <= 2; ++k) {
    EXPECT_TRUE(std::isnan(jets[b.x][k]));
    EXPECT_TRUE(std::isnan(jets[b.y][k]));
  }
}

// x y = 1, x + y = 2 cosh t has the solution e^t, e^-t; at t = 0 it would be singular.
TEST(ImplicitBlock, TwoEquations) {
  BlockBuilder b;
  const Slot t = b.slot(), x = b.slot(), y = b.slot(), one = b.number(1);
  const Slot sh = b.op(sinhcosh, t), ch = b.slot();
  b.list.back().out2 = ch;
  b.begin();
  b.block.unknowns = {x, y};
  b.block.residuals = {b.op(sub, b.op(mul, x, y), one), b.op(sub, b.op(add, x, y), b.op(add, ch, ch))};
  b.jacobian();
  b.block.jacobian = {{0, 0, y}, {0, 1, x}, {1, 0, one}, {1, 1, one}};
  b.end();
  Jets<double> jets(b.tape, 15);
  set_series(jets, t, {1.0, 1.0});
  jets.set(x, 2.0);
  jets.set(y, 0.3);
  run(b.tape, b.code(), jets, 0, 15);
  double factorial = 1;
  for (int k = 0; k <= 15; ++k) {
    if (k > 0) factorial *= k;
    EXPECT_NEAR(jets[x][k], std::exp(1.0) / factorial, 4e-16 * std::exp(1.0)) << "order " << k;
    EXPECT_NEAR(jets[y][k], (k % 2 ? -1 : 1) * std::exp(-1.0) / factorial, 4e-16) << "order " << k;
  }
  (void)sh;
}

/// The branch of Lambert's function through 0, by Newton's method on w + log w = log z.
Mpfr lambert(const Mpfr& log_z) {
  Mpfr w = log_z > Mpfr(1) ? log_z : saltus::exp(log_z);
  for (int i = 0; i < 100; ++i) w = w * (Mpfr(1) + log_z - saltus::log(w)) / (w + Mpfr(1));
  return w;
}

TEST(ImplicitBlock, DiodeFromPoorGuesses) {
  const PrecisionScope precision(50);
  for (const double source : {-3.0, 0.0, 0.01, 0.7, 5.0, 400.0}) {
    const Rational r = Rational::parse("1e-9").value(), v = Rational::parse("0.0258").value();
    const Mpfr rm(r), vm(v), total = Mpfr(source) + rm;
    const Mpfr exact = total - vm * lambert(saltus::log(Mpfr(rm / vm)) + total / vm);
    for (const double guess : {0.0, -10.0, 1.0, 5.0, 1e6, std::nan("")}) {
      Diode b(r, v);
      Jets<double> jets(b.tape, 0);
      jets.set(b.s, source);
      jets.set(b.u, guess);
      run(b.tape, b.code(), jets, 0);
      const double u = to_double(exact);
      EXPECT_NEAR(jets[b.u][0], u, 4e-16 * std::max(1.0, std::abs(source))) << "source " << source << ", guess " << guess;
      Jets<Mpfr> many(b.tape, 0);
      many.set(b.s, Mpfr(source));
      many.set(b.u, Mpfr(guess));
      run(b.tape, b.code(), many, 0);
      EXPECT_LT(to_double(abs(Mpfr(many[b.u][0] - exact))), 1e-47) << "source " << source << ", guess " << guess;
    }
  }
}

// du/ds = 1/(1 + (r/v) exp(u/v)): the series has it as coefficient 1, a dual number as its derivative.
TEST(ImplicitBlock, DerivativesAgree) {
  Diode b(Rational::parse("0.001").value(), Rational::parse("0.05").value());
  using D = Dual<double>;
  Jets<D> jets(b.tape, 1);
  jets.set(b.s, D(0.8, 1.0));
  jets[b.s][1] = D(1.0);
  run(b.tape, b.code(), jets, 0, 1);
  const double u = jets[b.u][0].v(), slope = 1 / (1 + 0.001 / 0.05 * std::exp(u / 0.05));
  EXPECT_NEAR(jets[b.u][0].d(), slope, 1e-15);
  EXPECT_NEAR(jets[b.u][1].v(), slope, 1e-15);
  const double curvature = -(1 - slope) * slope * slope / 0.05;
  EXPECT_NEAR(jets[b.u][1].d(), curvature, 2e-14);
}

TEST(ImplicitBlock, LanesEqualSingleRuns) {
  Diode b(Rational::parse("1e-9").value(), Rational::parse("0.0258").value());
  using L = Lanes<double, 8>;
  Jets<L> jets(b.tape, 3);
  const Code code = b.code();
  for (int lane = 0; lane < 8; ++lane) {
    jets[b.s][0].set(lane, lane - 2.0);
    jets[b.s][1].set(lane, 1.0);
    jets[b.u][0].set(lane, 3.0 - lane);
  }
  run(b.tape, code, jets, 0, 3);
  for (int lane = 0; lane < 8; ++lane) {
    Jets<double> one(b.tape, 3);
    set_series(one, b.s, {lane - 2.0, 1.0});
    one.set(b.u, 3.0 - lane);
    run(b.tape, code, one, 0, 3);
    for (int k = 0; k <= 3; ++k) EXPECT_EQ(jets[b.u][k][lane], one[b.u][k]) << "lane " << lane << ", order " << k;
  }
}

/// a x + b y = c, d x + e y = f; one 0 in the first pivot.
struct LinearPair : BlockBuilder {
  Slot a = slot(), b = slot(), c = slot(), d = slot(), e = slot(), f = slot(), x = slot(), y = slot();
  LinearPair() {
    begin();
    block.linear = true;
    block.unknowns = {x, y};
    block.residuals = {op(sub, op(add, op(mul, a, x), op(mul, b, y)), c), op(sub, op(add, op(mul, d, x), op(mul, e, y)), f)};
    jacobian();
    block.jacobian = {{0, 0, a}, {0, 1, b}, {1, 0, d}, {1, 1, e}};
    end();
  }
};

TEST(ImplicitBlock, LinearSystemWithCoefficientsThatMove) {
  LinearPair p;
  Jets<double> jets(p.tape, 3);
  // t x + y = 1 + t^2, 2 x = 2 t + 4: x = t + 2, y = 1 - 2 t.
  set_series(jets, p.a, {0.0, 1.0});
  set_series(jets, p.b, {1.0});
  set_series(jets, p.c, {1.0, 0.0, 1.0});
  set_series(jets, p.d, {2.0});
  set_series(jets, p.f, {4.0, 2.0});
  jets.set(p.x, std::nan(""));
  run(p.tape, p.code(), jets, 0, 3);
  const double x[] = {2, 1, 0, 0}, y[] = {1, -2, 0, 0};
  for (int k = 0; k <= 3; ++k) {
    EXPECT_DOUBLE_EQ(jets[p.x][k], x[k]);
    EXPECT_DOUBLE_EQ(jets[p.y][k], y[k]);
  }
}

TEST(ImplicitBlock, UnitsDoNotMakeAMatrixSingular) {
  LinearPair p;
  Jets<double> jets(p.tape, 0);
  jets.set(p.a, 1e-30);
  jets.set(p.b, 1e10);
  jets.set(p.c, 1e10);
  jets.set(p.d, 3e-60);
  jets.set(p.e, -1e-20);
  jets.set(p.f, 5e-20);
  run(p.tape, p.code(), jets, 0);
  // In units of their own: x + y = 1, 3 x - y = 5.
  EXPECT_NEAR(jets[p.x][0], 1.5e40, 1e25);
  EXPECT_NEAR(jets[p.y][0], -0.5, 1e-15);
}

TEST(ImplicitBlock, SingularMatrix) {
  LinearPair p;
  Jets<double> jets(p.tape, 1);
  jets.set(p.a, 0.1);
  jets.set(p.b, 0.2);
  jets.set(p.d, 0.3);
  jets.set(p.e, 0.6);
  run(p.tape, p.code(), jets, 0, 1);
  EXPECT_TRUE(std::isnan(jets[p.x][0]));
  EXPECT_TRUE(std::isnan(jets[p.y][0]));
}

// 2 x + y = c, x - 2 y = f: the inverse has entries 2/5, 1/5, 1/5, -2/5.
TEST(ImplicitBlock, SizesOfWhatIsRounded) {
  LinearPair p;
  p.tape.blocks[0].terms = {{p.c}, {p.f, p.a}};
  p.tape.blocks[0].sizes = {p.slot(), p.slot()};
  Jets<double> jets(p.tape, 1);
  jets.set(p.a, 2.0);
  jets.set(p.b, 1.0);
  jets.set(p.d, 1.0);
  jets.set(p.e, -2.0);
  set_series(jets, p.c, {-10.0, 5.0});
  set_series(jets, p.f, {3.0, 0.0});
  run(p.tape, p.code(), jets, 0, 1);
  EXPECT_DOUBLE_EQ(jets[p.tape.blocks[0].sizes[0]][0], 5.0);  // 2/5*10 + 1/5*(3 + 2)
  EXPECT_DOUBLE_EQ(jets[p.tape.blocks[0].sizes[1]][0], 4.0);  // 1/5*10 + 2/5*(3 + 2)
  EXPECT_DOUBLE_EQ(jets[p.tape.blocks[0].sizes[0]][1], 2.0);
}

TEST(ImplicitBlock, ReadsAndWritesWhatItsCodesDo) {
  SquareRoot b;
  const Instruction& i = b.list[0];
  std::set<Slot> read, written;
  for_each_operand(b.tape, i, [&](Slot s) { read.insert(s); });
  for_each_result(b.tape, i, [&](Slot s) { written.insert(s); });
  EXPECT_EQ(read, std::set<Slot>{b.a});
  EXPECT_EQ(written.size(), 4u);
  EXPECT_TRUE(written.contains(b.x));
}

TEST(ImplicitBlock, FusionLeavesItAlone) {
  SquareRoot b;
  const Slot doubled = b.op(add, b.y, b.y);
  const auto fused = fuse(b.tape, b.list, {doubled}, [&](Slot s) { return s != b.a && s != b.x && s != b.y && s != doubled; });
  Jets<double> jets(b.tape, 1);
  set_series(jets, b.a, {9.0, 6.0});
  jets.set(b.x, 1.0);
  run(b.tape, arrange(b.tape, fused), jets, 0, 1);
  EXPECT_DOUBLE_EQ(jets[doubled][0], 18.0);
  EXPECT_DOUBLE_EQ(jets[doubled][1], 6.0);
}

TEST(ImplicitBlock, Print) {
  SquareRoot b;
  EXPECT_EQ(print(b.tape, b.code()),
            "  0: s1 = solve:\n"
            "       0: s2 = square s1\n"
            "       1: s3 = sub s2 s0\n"
            "       0 = s3\n"
            "       0: s4 = add s1 s1\n"
            "       d s3/d s1 = s4\n"
            "  1: s6 = mul s5 s1\n");
}

}  // namespace
}  // namespace saltus::test
