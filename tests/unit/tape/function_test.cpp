// User functions kept as calls.

#include <gtest/gtest.h>

#include <cmath>

#include "number/lanes.hpp"
#include "number/mpfr.hpp"
#include "tape/function_program.hpp"
#include "tape_builder.hpp"

namespace saltus::test {
namespace {

using Kind = FunctionStatement::Kind;

FunctionStatement assign(Expr target, Expr value) { return {Kind::assign, target, value, {}, {}}; }

struct Fixture {
  TapeBuilder b;
  Slot x = b.slot();
  Expr in = b.pool.symbol("x"), out = b.pool.symbol("y"), r = b.pool.symbol("r"), n = b.pool.symbol("n", Type::integer);

  Slot call(const CompiledFunction& f) {
    EXPECT_EQ(f.problem, "");
    b.tape.functions.push_back(f.program);
    b.tape.arguments = {x};
    b.op(TapeOp::call, no_slot);
    b.tape.calls = {{.function = 0, .first = 0, .count = 1, .output = 0}};
    return b.list.back().out;
  }

  template <class T>
  Jets<T> at(const T& value, int order) {
    Jets<T> jets(b.tape, order);
    jets[x][0] = value;
    jets[x][1] = T(1.0);
    run(b.tape, b.code(), jets, 0, order);
    return jets;
  }
};

/// Newton's square root: y := x; while abs(y*y - x) > 1e-15*x and n < 50 loop y := (y + x/y)/2; n := n + 1; end while;
FunctionSource newton_root(Fixture& f) {
  ExprPool& p = f.b.pool;
  const Expr error = p.make(Op::abs, {f.out * f.out - f.in});
  const Expr go_on = p.make(Op::and_, {greater(error, p.number(*Rational::parse("1e-15")) * f.in), less(f.n, p.integer(50))});
  return {{f.in},
          {f.out},
          {f.n},
          {f.in, Expr()},
          {{Kind::while_,
            Expr(),
            go_on,
            {assign(f.out, (f.out + f.in / f.out) / p.number(2)), assign(f.n, f.n + p.integer(1))},
            {}}}};
}

TEST(Function, NewtonIterationDifferentiatesTheRoot) {
  Fixture f;
  const Slot y = f.call(compile_function(newton_root(f)));
  const auto jets = f.at(2.0, 6);
  double expected = std::sqrt(2.0);
  for (int k = 0; k <= 6; ++k) {
    EXPECT_NEAR(jets[y][k], expected, 1e-12) << k;
    expected *= (0.5 - k) / (k + 1) / 2;
  }
}

TEST(Function, LanesTakeTheirOwnNumberOfSteps) {
  Fixture f;
  const Slot y = f.call(compile_function(newton_root(f)));
  Lanes<double, 8> x;
  for (int i = 0; i < 8; ++i) x.set(i, std::pow(10.0, i - 3));
  const auto lanes = f.at(x, 4);
  for (int i = 0; i < 8; ++i) {
    const auto scalar = f.at(x[i], 4);
    for (int k = 0; k <= 4; ++k) EXPECT_EQ(lanes[y][k][i], scalar[y][k]) << i << " " << k;
  }
}

TEST(Function, BranchesReturnAndBreak) {
  Fixture f;
  ExprPool& p = f.b.pool;
  // if x > 0 then y := x*x; return; else while true loop n := n + 1; if n >= 3 then break; end if; end while; end if; y := n*x;
  const FunctionSource source{
      {f.in},
      {f.out},
      {f.n},
      {},
      {{Kind::if_,
        Expr(),
        greater(f.in, p.number(0)),
        {assign(f.out, f.in * f.in), {Kind::return_, Expr(), Expr(), {}, {}}},
        {{Kind::while_,
          Expr(),
          p.boolean(true),
          {assign(f.n, f.n + p.integer(1)),
           {Kind::if_, Expr(), greater_equal(f.n, p.integer(3)), {{Kind::break_, Expr(), Expr(), {}, {}}}, {}}},
          {}}}},
       assign(f.out, f.n * f.in)}};
  const Slot y = f.call(compile_function(source));
  EXPECT_EQ(f.at(4.0, 2)[y][0], 16);
  EXPECT_EQ(f.at(4.0, 2)[y][1], 8);
  EXPECT_EQ(f.at(4.0, 2)[y][2], 1);
  EXPECT_EQ(f.at(-4.0, 2)[y][0], -12);
  EXPECT_EQ(f.at(-4.0, 2)[y][1], 3);
  EXPECT_EQ(f.at(-4.0, 2)[y][2], 0);
}

TEST(Function, PiecewiseOperators) {
  Fixture f;
  ExprPool& p = f.b.pool;
  const Expr three = p.number(3);
  Expr sum = p.make(Op::mod, {f.in, three});
  sum = sum + p.number(100) * p.make(Op::rem, {f.in, three});
  sum = sum + p.number(10000) * p.make(Op::div_trunc, {f.in, three});
  sum = sum + p.number(1000000) * p.make(Op::min, {f.in, three}) + p.number(100000000) * p.make(Op::max, {f.in, three});
  const Slot y = f.call(compile_function({{f.in}, {f.out}, {}, {}, {assign(f.out, sum)}}));
  EXPECT_EQ(f.at(-4.0, 1)[y][0], 2 - 100 - 10000 - 4000000 + 300000000.0);
  EXPECT_EQ(f.at(7.0, 1)[y][0], 1 + 100 + 20000 + 3000000 + 700000000.0);
}

TEST(Function, CallsOtherFunctions) {
  Fixture f;
  const CompiledFunction root = compile_function(newton_root(f));
  const Expr inner = f.b.pool.call("root", std::vector<Expr>{f.in * f.in}, 0, Type::real);
  const Slot y = f.call(compile_function({{f.in}, {f.out}, {}, {}, {assign(f.out, inner * f.in)}},
                                         [&](std::string_view name) { return name == "root" ? root.program : nullptr; }));
  const PrecisionScope digits(40);
  const auto jets = f.at(Mpfr(3.0), 3);
  EXPECT_NEAR(to_double(jets[y][0]), 9, 1e-12);
  EXPECT_NEAR(to_double(jets[y][1]), 6, 1e-12);
  EXPECT_NEAR(to_double(jets[y][2]), 1, 1e-12);
  EXPECT_NEAR(to_double(jets[y][3]), 0, 1e-12);
}

TEST(Function, AnEndlessLoopGivesNaN) {
  Fixture f;
  const Slot y = f.call(compile_function(
      {{f.in}, {f.out}, {}, {}, {{Kind::while_, Expr(), f.b.pool.boolean(true), {}, {}}, assign(f.out, f.in)}}));
  Jets<double> jets(f.b.tape, 1);
  run(f.b.tape, f.b.code(), jets, 0);
  EXPECT_TRUE(std::isnan(jets[y][0]));
}

// Each function calls the two before it: the number of frames grows like Fibonacci's numbers.
TEST(Function, CallsAreBounded) {
  Fixture f;
  std::vector<CompiledFunction> all = {compile_function({{f.in}, {f.out}, {}, {}, {assign(f.out, f.in)}})};
  all.push_back(all[0]);
  const auto find = [&](std::string_view name) { return all[all.size() - (name == "before" ? 1 : 2)].program; };
  const std::vector<Expr> arguments = {f.in};
  const Expr sum = f.b.pool.call("before", arguments, 0, Type::real) + f.b.pool.call("earlier", arguments, 0, Type::real);
  while (all.back().program && all.size() < 100)
    all.push_back(compile_function({{f.in}, {f.out}, {}, {}, {assign(f.out, sum)}}, find));
  EXPECT_EQ(all.back().problem, "functions call each other through too many levels");
  EXPECT_LT(all.size(), 30u);
}

TEST(Function, ProblemsAreNamed) {
  Fixture f;
  const auto problem = [&](Expr value) { return compile_function({{f.in}, {f.out}, {}, {}, {assign(f.out, value)}}).problem; };
  EXPECT_EQ(problem(f.r), "`r` is no variable of the function");
  EXPECT_EQ(problem(f.b.pool.time()), "`time` has no meaning in a function");
  EXPECT_EQ(problem(f.b.pool.call("g", std::vector<Expr>{f.in}, 0, Type::real)), "function `g` cannot be called here");
  std::vector<FunctionStatement> deep = {assign(f.out, f.in)};
  for (int i = 0; i < 300; ++i) deep = {{Kind::if_, Expr(), f.b.pool.boolean(true), deep, {}}};
  EXPECT_EQ(compile_function({{f.in}, {f.out}, {}, {}, deep}).problem, "statements are nested more than 200 deep");
}

}  // namespace
}  // namespace saltus::test
