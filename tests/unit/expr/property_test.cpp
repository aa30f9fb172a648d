// Properties over random expressions: simplification keeps values, derivatives are limits of difference quotients, a solved
// equation holds. Everything is replayed from the printed seed; values are compared in 50 digits.

#include <gtest/gtest.h>

#include <random>

#include "expr/evaluate.hpp"
#include "expr/expr.hpp"
#include "number/mpfr.hpp"

namespace saltus {
namespace {

/// Builds the same random expression twice: with literals, so that make() can simplify, and with a symbol for each literal, so
/// that it cannot. Literals alone are only subtracted: where they meet exactly at a jump (mod, relations), rounding would decide.
class RandomExpressions {
 public:
  RandomExpressions(ExprPool& pool, unsigned seed) : pool_(pool), random_(seed) {}

  struct Pair {
    Expr simplified, raw;
  };

  Pair make(int depth) {
    if (depth == 0) return leaf();
    static constexpr Op unary[] = {Op::neg,  Op::sin, Op::cos,  Op::atan, Op::exp, Op::tanh, Op::abs,
                                   Op::sqrt, Op::log, Op::sinh, Op::cosh, Op::tan, Op::asin, Op::acos};
    static constexpr Op binary[] = {Op::add, Op::sub,   Op::mul, Op::div, Op::add, Op::sub, Op::mul,
                                    Op::pow, Op::atan2, Op::min, Op::max, Op::mod, Op::rem};
    const int kind = pick(10);
    const Pair a = make(depth - 1);
    if (kind < 3) return apply(unary[pick(std::size(unary))], {a});
    const Pair b = make(depth - 1);
    const bool literals = a.simplified->is_number() && b.simplified->is_number();
    if (kind < 9) return apply(literals ? Op::sub : binary[pick(std::size(binary))], {a, b});
    if (literals) return a;
    const Pair condition = apply(Op::lt, {a, b});
    const Pair first = make(depth - 1), second = make(depth - 1);
    return {pool_.if_(condition.simplified, first.simplified, second.simplified),
            pool_.if_(condition.raw, first.raw, second.raw)};
  }

  /// Values of the literals' symbols "#..." and of x, y.
  static Mpfr value(Expr e, const Mpfr& x, const Mpfr& y) {
    if (e->name() == "x") return x;
    if (e->name() == "y") return y;
    return NumberTraits<Mpfr>::from(*Rational::parse(e->name().substr(1)));
  }

 private:
  template <class N>
  int pick(N n) {
    return static_cast<int>(random_() % static_cast<unsigned>(n));
  }

  Pair leaf() {
    static constexpr const char* literals[] = {"0", "1", "-1", "2", "0.5", "-3", "0.125", "7"};
    const int kind = pick(4);
    if (kind < 2) {
      const Expr s = pool_.symbol(kind == 0 ? "x" : "y");
      return {s, s};
    }
    const std::string digits = literals[pick(std::size(literals))];
    return {pool_.number(*Rational::parse(digits)), pool_.symbol("#" + digits)};
  }

  Pair apply(Op op, std::initializer_list<Pair> args) {
    std::vector<Expr> simplified, raw;
    for (const Pair& p : args) {
      simplified.push_back(p.simplified);
      raw.push_back(p.raw);
    }
    return {pool_.make(op, simplified), pool_.make(op, raw)};
  }

  ExprPool& pool_;
  std::mt19937 random_;
};

Mpfr evaluate(Expr e, const Mpfr& x, const Mpfr& y) {
  return numeric_value<Mpfr>(e, [&](Expr leaf) { return RandomExpressions::value(leaf, x, y); });
}

/// Is every part of it defined there? min, relations and constant powers can hide a part that is not. atan2 jumps by 2 pi where
/// its first argument is zero, and there the sign of that zero, which exact numbers do not have, would decide.
bool is_defined(Expr root, const Mpfr& x, const Mpfr& y) {
  bool defined = true;
  for_each_node({&root, 1}, [&](Expr e) {
    const bool at_jump = e->op() == Op::atan2 && evaluate(e->arg(0), x, y) == 0;
    defined = defined && is_finite(evaluate(e, x, y)) && !at_jump;
  });
  return defined;
}

bool near(const Mpfr& a, const Mpfr& b, double tolerance) { return abs(a - b) <= Mpfr(tolerance) * (1 + abs(a)); }

constexpr unsigned seed = 1586;

TEST(Property, SimplifyingKeepsValues) {
  SCOPED_TRACE(seed);
  const PrecisionScope digits(50);
  ExprPool pool;
  RandomExpressions expressions(pool, seed);
  int compared = 0;
  for (int i = 0; i < 3000; ++i) {
    const auto e = expressions.make(1 + i % 4);
    const Mpfr x(0.37), y(-1.21);
    const Mpfr raw = evaluate(e.raw, x, y);
    if (!is_defined(e.raw, x, y) || abs(raw) > 1e9) continue;
    const Mpfr simplified = evaluate(e.simplified, x, y);
    EXPECT_TRUE(near(raw, simplified, 1e-38)) << text(e.raw) << "  ->  " << text(e.simplified);
    ++compared;
  }
  EXPECT_GT(compared, 1500);
}

TEST(Property, DerivativesAreDifferenceQuotients) {
  SCOPED_TRACE(seed);
  const PrecisionScope digits(100);
  ExprPool pool;
  RandomExpressions expressions(pool, seed + 1);
  const Expr x = pool.symbol("x");
  int compared = 0;
  for (int i = 0; i < 3000; ++i) {
    const Expr e = expressions.make(1 + i % 4).simplified;
    const Mpfr at(0.4321), y(1.77), h(1e-30);
    const Mpfr before = evaluate(e, at - h, y), after = evaluate(e, at + h, y);
    const Mpfr quotient = (after - before) / (2 * h);
    const Expr derivative = differentiate(e, x);
    if (!is_defined(e, at, y) || !is_defined(derivative, at, y) || abs(quotient) > 1e6) continue;
    const Mpfr slope = evaluate(derivative, at, y);
    EXPECT_TRUE(near(quotient, slope, 1e-25)) << text(e) << "  ->  " << text(derivative);
    ++compared;
  }
  EXPECT_GT(compared, 1500);
}

TEST(Property, SolvedEquationsHold) {
  SCOPED_TRACE(seed);
  const PrecisionScope digits(50);
  ExprPool pool;
  RandomExpressions expressions(pool, seed + 2);
  const Expr x = pool.symbol("x");
  int compared = 0;
  for (int i = 0; i < 5000; ++i) {
    const Expr lhs = expressions.make(1 + i % 3).simplified, rhs = expressions.make(1 + i % 2).simplified;
    const Expr solution = solve_linear(lhs, rhs, x);
    if (!solution) continue;
    EXPECT_FALSE(depends_on(solution, x));
    const Mpfr y(0.77), root = evaluate(solution, Mpfr(0), y);
    if (!is_defined(lhs, root, y) || !is_defined(rhs, root, y)) continue;
    EXPECT_TRUE(near(evaluate(lhs, root, y), evaluate(rhs, root, y), 1e-38))
        << text(lhs) << " = " << text(rhs) << "  ->  " << text(solution);
    ++compared;
  }
  EXPECT_GT(compared, 300);
}

TEST(Property, DoubleAndMpfrAgree) {
  SCOPED_TRACE(seed);
  ExprPool pool;
  RandomExpressions expressions(pool, seed + 3);
  for (int i = 0; i < 500; ++i) {
    const Expr e = expressions.make(2).simplified;
    const Mpfr precise = evaluate(e, Mpfr(0.3), Mpfr(1.9));
    const double quick = numeric_value<double>(e, [](Expr leaf) { return leaf->name() == "x" ? 0.3 : 1.9; });
    if (!is_defined(e, Mpfr(0.3), Mpfr(1.9)) || abs(precise) > 1e6) continue;
    EXPECT_NEAR(quick, to_double(precise), 1e-9 * (1 + std::fabs(quick))) << text(e);
  }
}

}  // namespace
}  // namespace saltus
