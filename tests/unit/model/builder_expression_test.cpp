#include "model/builder_expression.hpp"

#include <gtest/gtest.h>

#include "model/builder.hpp"

namespace saltus {
namespace {

using namespace saltus::literals;

TEST(BuilderExpression, LiteralsAreExact) {
  EXPECT_EQ(*Ex("0.2").number(), *Rational::ratio(1, 5));
  EXPECT_EQ(*(0.2_r).number(), *Rational::ratio(1, 5));
  EXPECT_EQ(*Ex("-1e-3").number(), *Rational::ratio(-1, 1000));
  EXPECT_NE(*Ex(0.2).number(), *Rational::ratio(1, 5));
  EXPECT_EQ(Ex(0.2).number()->to_double(), 0.2);
  EXPECT_EQ(*(1 / 3_r).number(), *Rational::ratio(1, 3));
  EXPECT_EQ(*(-(0.5_r)).number(), *Rational::ratio(-1, 2));
}

TEST(BuilderExpression, LiteralsThatAreNoneThrow) {
  EXPECT_THROW(Ex("pi/6"), BuildError);
  EXPECT_THROW(Ex(""), BuildError);
  EXPECT_THROW(Ex(std::numeric_limits<double>::quiet_NaN()), BuildError);
  EXPECT_THROW(1_r / 0, BuildError);
}

TEST(BuilderExpression, ReadsLikeTheModel) {
  ModelBuilder m("M");
  const Var x = m.real("x"), b = m.boolean("b");
  EXPECT_EQ(text((x <= 0 && !b).expr()), "x <= 0.0 and not b");
  EXPECT_EQ(text((-2 * sin(x) / (x + 1)).expr()), "(-2.0)*sin(x)/(x + 1.0)");
  EXPECT_EQ(text(if_(b, x, 0).expr()), "if b then x else 0.0");
  EXPECT_EQ(text(der(x, 2).expr()), "der(der(x))");
  EXPECT_EQ(text(pre(x).expr()), "pre(x)");
  EXPECT_EQ(text((0.2_r * x).expr()), "0.2*x");
}

TEST(BuilderExpression, IntegersStandForReals) {
  ModelBuilder m("M");
  const Var x = m.real("x"), k = m.integer("k");
  EXPECT_EQ((k + 1).expr()->type(), Type::integer);
  EXPECT_EQ((k / 2).expr()->type(), Type::real);
  EXPECT_EQ((k + x).expr()->type(), Type::real);
  EXPECT_EQ((k * "0.5").expr()->type(), Type::real);
  EXPECT_EQ((k == 2).expr()->op(), Op::eq);
  EXPECT_EQ(integer(x).expr()->type(), Type::integer);
}

TEST(BuilderExpression, EqualityOfBooleans) {
  ModelBuilder m("M");
  const Var a = m.boolean("a"), b = m.boolean("b");
  EXPECT_EQ((a == b).expr()->type(), Type::boolean);
  EXPECT_EQ((a != b).expr()->type(), Type::boolean);
}

TEST(BuilderExpression, MisuseThrows) {
  ModelBuilder m("M"), other("Other");
  const Var x = m.real("x"), b = m.boolean("b"), k = m.integer("k"), y = other.real("y");
  EXPECT_THROW(x + b, BuildError);
  EXPECT_THROW(x && b, BuildError);
  EXPECT_THROW(x + y, BuildError);
  EXPECT_THROW(x == 1, BuildError);
  EXPECT_THROW(x + Ex(), BuildError);
  EXPECT_THROW(Ex(1) < Ex(2), BuildError);
  EXPECT_THROW(der(k), BuildError);
  EXPECT_THROW(der(x, 0), BuildError);
  EXPECT_THROW(edge(x), BuildError);
  EXPECT_THROW(if_(x, 1, 2), BuildError);
  EXPECT_THROW(if_(b, x, b), BuildError);
}

TEST(BuilderExpression, MessagesNameWhatIsWrong) {
  ModelBuilder m("M"), other("Other");
  const Var x = m.real("x"), b = m.boolean("b"), y = other.real("y");
  try {
    x + b;
    FAIL();
  } catch (const BuildError& error) {
    EXPECT_STREQ(error.what(), "`b` (Boolean) stands where a Real is needed");
  }
  try {
    x + y;
    FAIL();
  } catch (const BuildError& error) {
    EXPECT_STREQ(error.what(), "`y` (Real) belongs to another model");
  }
}

}  // namespace
}  // namespace saltus
