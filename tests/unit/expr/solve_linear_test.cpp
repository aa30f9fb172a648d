#include <gtest/gtest.h>

#include "expr/expr.hpp"

namespace saltus {
namespace {

class SolveLinear : public testing::Test {
 protected:
  ExprPool pool;
  Expr x = pool.symbol("x"), y = pool.symbol("y"), a = pool.symbol("a"), b = pool.symbol("b"), zero = pool.number(0);
  std::string solved(Expr lhs, Expr rhs, Expr u) {
    const Expr e = solve_linear(lhs, rhs, u);
    return e ? text(e, true) : "none";
  }
};

TEST_F(SolveLinear, EquationsOfMotion) {
  const Expr m = pool.symbol("m"), g = pool.symbol("g"), k = pool.symbol("k"), v = pool.symbol("v");
  EXPECT_EQ(solved(m * pool.der(v), -m * g - k * v, pool.der(v)), "((-m)*g - k*v)/m");
}

TEST_F(SolveLinear, SmallEquations) {
  EXPECT_EQ(solved(x + y, pool.number(5), y), "5 - x");
  EXPECT_EQ(solved(a * x, y, x), "y/a");
  EXPECT_EQ(solved(zero, a - b, a), "b");
  EXPECT_EQ(solved(zero, a - b, b), "a");
  EXPECT_EQ(solved(x, pool.make(Op::sin, {y}), x), "sin(y)");
  EXPECT_EQ(solved(-x, y, x), "-y");
  EXPECT_EQ(solved(a * x, zero, x), "0");
  EXPECT_EQ(solved(x / a + b, y, x), "(y - b)*a");
  EXPECT_EQ(solved(pool.number(2) * x, x + y, x), "y");
  EXPECT_EQ(solved(pool.make(Op::smooth, {x}), y, x), "y");
}

TEST_F(SolveLinear, Impossible) {
  EXPECT_EQ(solved(x * x, y, x), "none");
  EXPECT_EQ(solved(a / x, y, x), "none");
  EXPECT_EQ(solved(pool.make(Op::sin, {x}), y, x), "none");
  EXPECT_EQ(solved(x - x, y, x), "none");
  EXPECT_EQ(solved(a * x + y, a * x, x), "none");
  EXPECT_EQ(solved(a, b, x), "none");
  EXPECT_EQ(solved(x, pool.pre(x) + pool.der(x), x), "pre(x) + der(x)") << "pre and der are other leaves";
  EXPECT_EQ(solved(x, x * x, x), "none");
}

TEST_F(SolveLinear, Branches) {
  const Expr c = less(a, b);
  EXPECT_EQ(solved(pool.if_(c, x, pool.number(2) * x + a), y, x), "(y - (if a < b then 0 else a))/(if a < b then 1 else 2)");
  EXPECT_EQ(solved(pool.if_(c, x, y), a, x), "none") << "x is not there in the second branch";
  EXPECT_EQ(solved(pool.if_(less(x, a), x, x + y), a, x), "none");
}

TEST_F(SolveLinear, IntegersAndBooleans) {
  const Expr n = pool.symbol("n", Type::integer), p = pool.symbol("p", Type::boolean), q = pool.symbol("q", Type::boolean);
  EXPECT_EQ(solved(n + pool.integer(1), pool.pre(n), n), "pre(n) - 1");
  EXPECT_EQ(solved(pool.integer(2) * n, pool.pre(n), n), "none");
  EXPECT_EQ(solved(p, pool.make(Op::not_, {q}), p), "not q");
  EXPECT_EQ(solved(pool.make(Op::not_, {q}), p, q), "none");
}

}  // namespace
}  // namespace saltus
