// Walks, substitution, derivatives and exact values; also over expressions too deep for recursion.

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "expr/evaluate.hpp"
#include "expr/expr.hpp"

namespace saltus {
namespace {

class Walk : public testing::Test {
 protected:
  ExprPool pool;
  Expr x = pool.symbol("x"), y = pool.symbol("y"), b = pool.symbol("b", Type::boolean);

  static std::string derivative(Expr e, Expr leaf) {
    const Expr d = differentiate(e, leaf);
    return d ? text(d, true) : "none";
  }
};

TEST_F(Walk, VisitsEachNodeOnceArgumentsFirst) {
  const Expr shared = x * y;
  const Expr roots[] = {shared + shared, shared - x};
  std::set<std::uint32_t> seen;
  for_each_node(roots, [&](Expr e) {
    for (const Expr a : e->args()) EXPECT_TRUE(seen.contains(a->id()));
    EXPECT_TRUE(seen.insert(e->id()).second);
  });
  EXPECT_EQ(seen.size(), 5U);
}

TEST_F(Walk, DerAndPreAreLeaves) {
  EXPECT_FALSE(depends_on(pool.der(x) + pool.pre(y), x));
  EXPECT_FALSE(depends_on(pool.der(x) + pool.pre(y), y));
  EXPECT_TRUE(depends_on(pool.der(x) + y, pool.der(x)));
  EXPECT_TRUE(depends_on(pool.make(Op::edge, {b}), b));
  EXPECT_FALSE(is_closed(pool.make(Op::sin, {x})));
  EXPECT_TRUE(is_closed(pool.make(Op::sin, {pool.pi()})));
}

TEST_F(Walk, Substitute) {
  const Expr z = pool.symbol("z"), c = pool.symbol("c", Type::boolean);
  const auto rename = [&](Expr e) { return e == x ? z : e == b ? c : Expr(); };
  EXPECT_EQ(text(substitute(x + pool.der(x, 2) * pool.pre(x) - y, rename)), "z + der(der(z))*pre(z) - y");
  EXPECT_EQ(text(substitute(pool.make(Op::edge, {b}), rename)), "edge(c)");
  const auto to_value = [&](Expr e) { return e == x ? pool.number(2) : Expr(); };
  EXPECT_EQ(text(substitute(x * x + pool.der(x), to_value), true), "4 + der(x)") << "der(x) is another leaf";
  const auto of_der = [&](Expr e) { return e == pool.der(x) ? y : Expr(); };
  EXPECT_EQ(text(substitute(x + pool.der(x), of_der)), "x + y");
  const auto in_itself = [&](Expr e) { return e == x ? x + y : Expr(); };
  EXPECT_EQ(text(substitute(x * y, in_itself)), "(x + y)*y") << "what was put in is not looked into";
  const Expr args[] = {x, y};
  EXPECT_EQ(text(substitute(pool.call("f", args, 0, Type::real), rename)), "f(z, y)");
}

TEST_F(Walk, Derivatives) {
  EXPECT_EQ(derivative(x * x, x), "x + x");
  EXPECT_EQ(derivative(x * y, x), "y");
  EXPECT_EQ(derivative(pow(x, pool.integer(3)), x), "3*x^2");
  EXPECT_EQ(derivative(pool.make(Op::sin, {y * x}), x), "cos(y*x)*y");
  EXPECT_EQ(derivative(pool.make(Op::abs, {x}), x), "sign(x)");
  EXPECT_EQ(derivative(pool.make(Op::floor, {x}), x), "0");
  EXPECT_EQ(derivative(pool.if_(b, x, y), x), "if b then 1 else 0");
  EXPECT_EQ(derivative(pool.make(Op::max, {x, y}), x), "if noEvent(x >= y) then 1 else 0");
  EXPECT_EQ(derivative(pool.der(x) * x, pool.der(x)), "x");
  EXPECT_EQ(derivative(pool.time() * x, pool.time()), "x");
  EXPECT_EQ(derivative(y, x), "0");
  const Expr args[] = {x};
  EXPECT_EQ(derivative(pool.call("f", args, 0, Type::real), x), "none");
  EXPECT_EQ(derivative(pool.call("f", args, 0, Type::real), y), "0");
}

TEST_F(Walk, TimeDerivative) {
  const auto only_y = [&](Expr e) { return e == y; };
  EXPECT_EQ(text(time_derivative(x * y + pool.time() + pool.der(x) + pool.pre(x), only_y), true), "der(x)*y + 1 + der(der(x))");
  EXPECT_EQ(text(time_derivative(pool.make(Op::sin, {x}), only_y)), "cos(x)*der(x)");
}

TEST_F(Walk, ExactValues) {
  const Expr p = pool.symbol("p"), q = pool.symbol("q");
  const Expr third = pool.number(1) / pool.number(3);
  const auto bound = [&](Expr e) { return e == p ? third * q : e == q ? pool.number(6) : e == x ? y : e == y ? x : Expr(); };
  EXPECT_EQ(exact_value(p + q, bound), Rational(8));
  EXPECT_EQ(exact_value(less(p, q), bound), Rational(1));
  EXPECT_EQ(exact_value(x, bound), std::nullopt) << "a cycle of bindings";
  EXPECT_EQ(exact_value(pool.symbol("free"), bound), std::nullopt);
  EXPECT_EQ(exact_value(p), std::nullopt);
  EXPECT_EQ(exact_value(pool.pi()), std::nullopt);
  EXPECT_EQ(exact_value(p / (q - q), bound), std::nullopt);
  EXPECT_EQ(exact_value(pool.if_(less(p, q), p, p / (q - q)), bound), Rational(2)) << "the other branch is not asked";
}

TEST_F(Walk, WhatNoBindingGivesAnExactValue) {
  const Expr pin = pool.pi() / pool.number(12);
  EXPECT_TRUE(may_have_exact_value(less(x, y)));
  EXPECT_FALSE(may_have_exact_value(less(x, pin)));
  EXPECT_TRUE(may_have_exact_value(pool.if_(less(x, y), x, pin))) << "the other branch may be taken";
  EXPECT_FALSE(may_have_exact_value(pool.if_(less(x, y), pin, pin * y)));
  EXPECT_FALSE(may_have_exact_value(pool.if_(less(x, pin), x, y)));
}

TEST_F(Walk, NumericValues) {
  const std::function<double(Expr)> leaf = [&](Expr e) { return e == x ? 3.0 : e == pool.pre(b) ? 0.0 : 1.0; };
  EXPECT_EQ(numeric_value<double>(x / pool.number(2), leaf), 1.5);
  EXPECT_EQ(numeric_value<double>(pool.make(Op::edge, {b}), leaf), 1);
  EXPECT_EQ(numeric_value<double>(pool.make(Op::change, {b}), leaf), 1);
  EXPECT_EQ(numeric_value<double>(pool.if_(greater(x, y), y, x), leaf), 1);
  EXPECT_TRUE(std::isnan(numeric_value<double>(pool.make(Op::sqrt, {-x}), leaf)));
  EXPECT_EQ(numeric_value<double>(pool.make(Op::mod, {-x, pool.number(2)}), leaf), 1);
  EXPECT_EQ(numeric_value<double>(pool.make(Op::rem, {-x, pool.number(2)}), leaf), -1);
}

TEST_F(Walk, DepthIsNoMatter) {
  constexpr int depth = 100000;
  Expr left = x, right = x, nested = x;
  for (int i = 0; i < depth; ++i) {
    left = left + x;
    right = x + right;
    nested = pool.if_(less(nested, y), nested, y);
  }
  for (const Expr e : {left, right}) {
    EXPECT_EQ(numeric_value<double>(differentiate(e, x), [](Expr) { return 1.0; }), depth + 1);
    EXPECT_EQ(exact_value(e, [&](Expr) { return pool.number(1); }), Rational(depth + 1));
    EXPECT_EQ(numeric_value<double>(substitute(e, [&](Expr s) { return s == x ? y : Expr(); }), [](Expr) { return 2.0; }),
              2.0 * (depth + 1));
    EXPECT_GT(text(e).size(), 4U * depth);
  }
  EXPECT_EQ(text(solve_linear(left, y, x), true), "y/100001");
  EXPECT_TRUE(depends_on(nested, y));
  EXPECT_TRUE(differentiate(nested, y));
}

TEST_F(Walk, AMillionNodes) {
  Expr sum = x;
  for (int i = 0; i < 500000; ++i) sum = sum + pool.number(i) * y;
  EXPECT_GT(pool.size(), 1000000U);
  EXPECT_EQ(text(solve_linear(sum, y, x)).substr(0, 9), "y - (y + ");
}

TEST_F(Walk, SharedPowersDifferentiateInLinearTime) {
  Expr e = x;
  for (int i = 0; i < 60; ++i) e = e * e;  // x^(2^60): a tree would never end
  const std::size_t before = pool.size();
  differentiate(e, x);
  EXPECT_LT(pool.size() - before, 400U);
}

}  // namespace
}  // namespace saltus
