#include <gtest/gtest.h>

#include "expr/expr.hpp"

namespace saltus {
namespace {

class Text : public testing::Test {
 protected:
  ExprPool pool;
  Expr x = pool.symbol("x"), y = pool.symbol("a.y[2]"), z = pool.symbol("z"), b = pool.symbol("b", Type::boolean);
  Expr num(const char* digits) { return pool.number(*Rational::parse(digits)); }
};

TEST_F(Text, ParenthesesOnlyWhereNeeded) {
  EXPECT_EQ(text(x + y * z), "x + a.y[2]*z");
  EXPECT_EQ(text((x + y) * z), "(x + a.y[2])*z");
  EXPECT_EQ(text(x + (y + z)), "x + (a.y[2] + z)");
  EXPECT_EQ(text(x - y - z), "x - a.y[2] - z");
  EXPECT_EQ(text(x / (y * z)), "x/(a.y[2]*z)");
  EXPECT_EQ(text(x * y / z), "x*a.y[2]/z");
  EXPECT_EQ(text(pow(pow(x, z), z)), "(x^z)^z");
  EXPECT_EQ(text(pow(-x, z)), "(-x)^z");
  EXPECT_EQ(text(-pow(x, z)), "-x^z");
  EXPECT_EQ(text(-(x * z)), "-x*z");
  EXPECT_EQ(text(-x * z), "(-x)*z");
  EXPECT_EQ(text(x * -z), "x*(-z)");
  EXPECT_EQ(text(-x + z), "-x + z");
  EXPECT_EQ(text(-(x + z)), "-(x + z)");
}

TEST_F(Text, Numbers) {
  EXPECT_EQ(text(pool.number(3)), "3.0");
  EXPECT_EQ(text(pool.number(3), true), "3");
  EXPECT_EQ(text(pool.integer(3)), "3");
  EXPECT_EQ(text(num("0.2")), "0.2");
  EXPECT_EQ(text(num("1e-30")), "1e-30");
  EXPECT_EQ(text(pool.number(-3) * x), "(-3.0)*x");
  EXPECT_EQ(text(x + pool.number(-3)), "x - 3.0");
  EXPECT_EQ(text(x * (pool.number(1) / pool.number(3))), "x*(1/3)");
  EXPECT_EQ(text(pow(x, pool.integer(-2))), "x^(-2)");
  EXPECT_EQ(text(pool.pi()), "Modelica.Constants.pi");
  EXPECT_EQ(text(pool.pi(), true), "pi");
}

TEST_F(Text, Operators) {
  EXPECT_EQ(text(pool.der(x, 2)), "der(der(x))");
  EXPECT_EQ(text(pool.pre(b)), "pre(b)");
  EXPECT_EQ(text(pool.make(Op::edge, {b})), "edge(b)");
  EXPECT_EQ(text(pool.make(Op::sample, {pool.number(0), num("0.1")})), "sample(0.0, 0.1)");
  EXPECT_EQ(text(pool.make(Op::div_trunc, {x, z})), "div(x, z)");
  EXPECT_EQ(text(pool.make(Op::smooth, {x})), "smooth(0, x)");
  EXPECT_EQ(text(pool.make(Op::no_event, {less(x, z)})), "noEvent(x < z)");
  EXPECT_EQ(text(pool.make(Op::ne, {x, z})), "x <> z");
  EXPECT_EQ(text(pool.initial()), "initial()");
  const Expr args[] = {x, z};
  EXPECT_EQ(text(pool.call("f", args, 0, Type::real)), "f(x, z)");
  EXPECT_EQ(text(pool.call("f", args, 1, Type::real)), "f(x, z)[2]");
}

TEST_F(Text, BooleansAndIf) {
  const Expr c = less(x, z);
  EXPECT_EQ(text(pool.make(Op::not_, {pool.make(Op::and_, {b, c})})), "not (b and x < z)");
  EXPECT_EQ(text(pool.make(Op::and_, {pool.make(Op::or_, {b, c}), pool.make(Op::not_, {c})})), "(b or x < z) and not x < z");
  EXPECT_EQ(text(pool.if_(c, x, z) + x), "(if x < z then x else z) + x");
  EXPECT_EQ(text(pool.if_(b, x, pool.if_(c, x, z))), "if b then x else if x < z then x else z");
  EXPECT_EQ(text(pool.make(Op::eq, {c, b})), "(x < z) == b");
}

TEST_F(Text, AnExponentiallyLongTextIsCut) {
  Expr e = x;
  for (int i = 0; i < 200; ++i) e = pool.make(Op::sin, {e + e});
  const std::string s = text(e);
  EXPECT_LE(s.size(), longest_text + 3);
  EXPECT_TRUE(s.ends_with("..."));
}

}  // namespace
}  // namespace saltus
