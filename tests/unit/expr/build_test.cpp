#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "expr/expr.hpp"

namespace saltus {
namespace {

class Build : public testing::Test {
 protected:
  ExprPool pool;
  Expr x = pool.symbol("x"), y = pool.symbol("y"), n = pool.symbol("n", Type::integer), b = pool.symbol("b", Type::boolean);
  Expr zero = pool.number(0), one = pool.number(1);
  Expr num(const char* digits) { return pool.number(*Rational::parse(digits)); }
};

TEST_F(Build, EqualExpressionsAreTheSameNode) {
  EXPECT_EQ(x + y * x, x + y * x);
  EXPECT_EQ(pool.symbol("x"), x);
  EXPECT_EQ(pool.der(x), pool.der(x));
  EXPECT_NE(x + y, y + x);
  EXPECT_NE(pool.number(2), pool.integer(2));
  EXPECT_EQ(pool.symbol("x", Type::integer)->type(), Type::real) << "the first call fixes the type";
  EXPECT_EQ(pool.find_symbol("z"), Expr());
}

TEST_F(Build, NodesAreFoundAmongManyUsers) {
  // Users of the latest node crowd its line, users of each of many nodes lie in lines of their own.
  std::vector<Expr> terms, products, squares;
  for (int i = 0; i < 5000; ++i) terms.push_back(pool.symbol("t" + std::to_string(i)));
  const Expr latest = pool.symbol("latest");
  for (const Expr t : terms) products.push_back(latest * t);
  for (const Expr t : terms) squares.push_back(pow(t, n));
  const std::size_t size = pool.size();
  for (std::size_t i = 0; i < terms.size(); ++i) {
    EXPECT_EQ(latest * terms[i], products[i]);
    EXPECT_EQ(pow(terms[i], n), squares[i]);
  }
  EXPECT_EQ(pool.size(), size);
}

TEST_F(Build, ArgumentsComeFirstInIdOrder) {
  const Expr e = x * y + x;
  for (const Expr a : e->args()) EXPECT_LT(a->id(), e->id());
  EXPECT_EQ(pool.node(e->id()), e);
}

TEST_F(Build, NeutralElements) {
  EXPECT_EQ(x + zero, x);
  EXPECT_EQ(zero + x, x);
  EXPECT_EQ(x - zero, x);
  EXPECT_EQ(zero - x, -x);
  EXPECT_EQ(x * one, x);
  EXPECT_EQ(one * x, x);
  EXPECT_EQ(x * zero, zero);
  EXPECT_EQ(x / one, x);
  EXPECT_EQ(pow(x, one), x);
  EXPECT_EQ(pow(x, zero), one);
  EXPECT_EQ(-(-x), x);
  EXPECT_EQ(pool.number(-1) * x, -x);
  EXPECT_EQ(pow(x, pool.number(2))->op(), Op::pow);
}

TEST_F(Build, IntegerPlusRealZeroStaysReal) {
  EXPECT_EQ((n + zero)->type(), Type::real);
  EXPECT_EQ((n + pool.integer(0)), n);
  EXPECT_EQ((n * one)->type(), Type::real);
  EXPECT_EQ((n / pool.integer(1))->type(), Type::real);
}

TEST_F(Build, ConstantsFoldExactly) {
  EXPECT_EQ(num("0.1") + num("0.2"), num("0.3"));
  EXPECT_EQ(pool.integer(7) / pool.integer(2), num("3.5"));
  EXPECT_EQ(pow(num("0.1"), pool.integer(-2)), pool.number(100));
  EXPECT_EQ(pool.make(Op::mod, {pool.integer(-7), pool.integer(3)}), pool.integer(2));
  EXPECT_EQ(pool.make(Op::rem, {pool.integer(-7), pool.integer(3)}), pool.integer(-1));
  EXPECT_EQ(pool.make(Op::div_trunc, {pool.integer(-7), pool.integer(3)}), pool.integer(-2));
  EXPECT_EQ(pool.make(Op::integer, {num("-0.5")}), pool.integer(-1));
  EXPECT_EQ(pool.make(Op::ceil, {num("-0.5")}), zero);
  EXPECT_EQ(less(num("0.1"), num("0.2")), pool.boolean(true));
}

TEST_F(Build, WhatHasNoExactValueIsKept) {
  EXPECT_EQ((one / zero)->op(), Op::div);
  EXPECT_EQ((zero / x)->op(), Op::div);
  EXPECT_EQ(zero / pool.number(3), zero);
  EXPECT_EQ((x - x)->op(), Op::sub);
  EXPECT_EQ(pow(pool.number(2), num("0.5"))->op(), Op::pow);
  EXPECT_EQ(pow(pool.number(2), pool.integer(1000000000))->op(), Op::pow) << "too large to write out";
  EXPECT_EQ(pow(zero, pool.integer(-1))->op(), Op::pow);
  EXPECT_EQ(pool.make(Op::mod, {pool.integer(1), pool.integer(0)})->op(), Op::mod);
}

TEST_F(Build, Booleans) {
  const Expr yes = pool.boolean(true), no = pool.boolean(false);
  EXPECT_EQ(pool.make(Op::and_, {b, yes}), b);
  EXPECT_EQ(pool.make(Op::and_, {b, no}), no);
  EXPECT_EQ(pool.make(Op::or_, {no, b}), b);
  EXPECT_EQ(pool.make(Op::not_, {pool.make(Op::not_, {b})}), b);
  EXPECT_EQ(pool.if_(yes, x, y), x);
  EXPECT_EQ(pool.if_(no, x, y), y);
  EXPECT_EQ(pool.if_(b, x, x), x);
  EXPECT_EQ(pool.if_(yes, pool.integer(1), x), one) << "an Integer branch of a Real if is Real";
}

TEST_F(Build, Types) {
  EXPECT_EQ((n + pool.integer(1))->type(), Type::integer);
  EXPECT_EQ((n + x)->type(), Type::real);
  EXPECT_EQ((n / n)->type(), Type::real);
  EXPECT_EQ(pow(n, n)->type(), Type::real);
  EXPECT_EQ(less(n, x)->type(), Type::boolean);
  EXPECT_EQ(pool.make(Op::integer, {x})->type(), Type::integer);
  EXPECT_EQ(pool.if_(b, n, x)->type(), Type::real);
  EXPECT_EQ(pool.pre(b)->type(), Type::boolean);
  EXPECT_EQ(pool.make(Op::edge, {b})->name(), "b");
}

TEST_F(Build, DerivativesCollectTheirOrder) {
  const Expr second = pool.der(pool.der(x));
  EXPECT_EQ(second, pool.der(x, 2));
  EXPECT_EQ(second->order(), 2);
  EXPECT_EQ(second->symbol(), x);
  EXPECT_EQ(second->name(), "x");
}

}  // namespace
}  // namespace saltus
