#include "structure/analyse.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "model/builder.hpp"
#include "structure/print.hpp"

namespace saltus {
namespace {

std::vector<Expr> continuous(const HybridModel& model) {
  std::vector<Expr> symbols;
  for (const Variable& v : model.variables) {
    if (v.variability == Variability::continuous) symbols.push_back(v.symbol);
  }
  return symbols;
}

std::optional<Structure> analyse(const HybridModel& model, Diagnostics& diagnostics) {
  return analyse(model, model.equations, continuous(model), diagnostics);
}

std::vector<std::string> assignments(std::span<const Block> blocks) {
  std::vector<std::string> lines;
  for (const Block& b : blocks) lines.push_back(text(b.unknowns[0]) + " := " + (b.value ? text(b.value) : "?"));
  return lines;
}

std::string only_message(const Diagnostics& d) { return d.all().size() == 1 ? d.all()[0].message : "not one message"; }

TEST(Analyse, OrdersAnExplicitSystem) {
  ModelBuilder m("M");
  const Var x = m.real("x"), v = m.real("v"), a = m.real("a"), f = m.real("f"), mass = m.parameter("mass", 2);
  m.equation(mass * a, f);
  m.equation(der(x), v);
  m.equation(f, -x - v);
  m.equation(a, der(v));
  const HybridModel model = m.build();
  Diagnostics d;
  const auto s = analyse(model, d);
  ASSERT_TRUE(s);
  EXPECT_TRUE(require_known_decisions(model, *s, d));
  EXPECT_TRUE(d.all().empty());
  EXPECT_EQ(assignments(s->blocks), (std::vector<std::string>{"f := -x - v", "a := f/mass", "der(x) := v", "der(v) := a"}));
  EXPECT_EQ(s->states(), (std::vector<Expr>{x.symbol(), v.symbol()}));
  EXPECT_EQ(s->offsets.index, 1);
  EXPECT_EQ(s->offsets.degrees_of_freedom, 2);
}

TEST(Analyse, KeepsHigherDerivativesAsStates) {
  ModelBuilder m("M");
  const Var x = m.real("x");
  m.equation(der(x, 2), -x);
  const HybridModel model = m.build();
  Diagnostics d;
  const auto s = analyse(model, d);
  ASSERT_TRUE(s);
  EXPECT_EQ(s->states(), (std::vector<Expr>{x.symbol(), der(x).expr()}));
  EXPECT_EQ(s->blocks[0].unknowns[0], der(x, 2).expr());
}

TEST(Analyse, EvaluatesWhatADecisionNeedsFirst) {
  ModelBuilder m("M");
  const Var y = m.real("y"), z = m.real("z"), x = m.real("x");
  m.equation(z, if_(y > 0, 1, 2));
  m.equation(y, x - 1);
  m.equation(der(x), z);
  const HybridModel model = m.build();
  Diagnostics d;
  const auto s = analyse(model, d);
  ASSERT_TRUE(s && require_known_decisions(model, *s, d));
  EXPECT_EQ(text(s->blocks[0].unknowns[0]), "y");
  EXPECT_EQ(text(s->blocks[1].unknowns[0]), "z");
}

TEST(Analyse, TearsALoopDownToOneUnknown) {
  ModelBuilder m("M");
  const Var y = m.real("y"), z = m.real("z");
  m.equation(y, 1 + z);
  m.equation(z, 2 - sin(y));
  const HybridModel model = m.build();
  Diagnostics d;
  const auto s = analyse(model, d);
  ASSERT_TRUE(s);
  ASSERT_EQ(s->blocks.size(), 1U);
  const Block& b = s->blocks[0];
  EXPECT_EQ(b.tears.size(), 1U);
  EXPECT_EQ(b.assignments.size(), 1U);
  EXPECT_FALSE(b.linear);
  ASSERT_EQ(b.jacobian.size(), 1U);
  // Through the assignment: d(z - 2 + sin(1 + z))/dz, or the same for y.
  EXPECT_NE(text(b.jacobian[0].value).find("cos("), std::string::npos);
}

TEST(Analyse, SolvesALinearLoopSymbolically) {
  ModelBuilder m("M");
  const Var y = m.real("y"), z = m.real("z");
  m.equation(y, 1 + z);
  m.equation(z, 2 - 3 * y);
  const HybridModel model = m.build();
  Diagnostics d;
  const auto s = analyse(model, d);
  ASSERT_TRUE(s);
  EXPECT_TRUE(s->blocks[0].is_explicit());
  EXPECT_EQ(s->blocks[0].assignments.size(), 2U);
}

TEST(Analyse, LeavesLargerLinearLoopsToTheMatrix) {
  ModelBuilder m("M");
  const Var x = m.real("x"), y = m.real("y"), a = m.real("a"), b = m.real("b");
  m.equation(der(x), a);
  m.equation(der(y), b);
  m.equation(x * a + y * b, 1);
  m.equation(y * a - x * b, 2);
  const HybridModel model = m.build();
  Diagnostics d;
  const auto s = analyse(model, d);
  ASSERT_TRUE(s);
  EXPECT_EQ(s->blocks[0].tears.size(), 2U);
  EXPECT_EQ(s->blocks[0].jacobian.size(), 4U);
  EXPECT_TRUE(s->blocks[0].linear);
}

TEST(Analyse, DoesNotSolveAcrossItsOwnDecision) {
  ModelBuilder m("M");
  const Var y = m.real("y");
  m.equation(y, if_(y > 1, 0, 2));
  const HybridModel model = m.build();
  Diagnostics d;
  const auto s = analyse(model, d);
  ASSERT_TRUE(s);
  EXPECT_FALSE(s->blocks[0].is_assignment());
  EXPECT_EQ(s->blocks[0].tears.size(), 1U);
}

TEST(Analyse, DifferentiatesWhatOthersNeedTheDerivativeOf) {
  ModelBuilder m("M");
  const Var x = m.real("x"), v = m.real("v");
  m.equation(x, sin(m.time()));
  m.equation(v, der(x));
  const HybridModel model = m.build();
  Diagnostics d;
  const auto s = analyse(model, d);
  ASSERT_TRUE(s);
  EXPECT_EQ(s->offsets.index, 2);
  EXPECT_EQ(assignments(s->blocks), (std::vector<std::string>{"der(x) := cos(time)", "v := der(x)"}));
  const auto stages = constraint_stages(*s);
  ASSERT_EQ(stages.size(), 1U);
  EXPECT_EQ(stages[0].equations.size(), 1U);
  EXPECT_EQ(stages[0].unknowns, (std::vector{x.symbol()}));
}

TEST(Analyse, StagesAPendulum) {
  ModelBuilder m("M");
  const Var x = m.real("x"), y = m.real("y"), f = m.real("f");
  m.equation(der(x, 2), -f * x);
  m.equation(der(y, 2), -f * y - 1);
  m.equation(x * x + y * y, 1);
  const HybridModel model = m.build();
  Diagnostics d;
  const auto s = analyse(model, d);
  ASSERT_TRUE(s);
  EXPECT_EQ(s->offsets.index, 3);
  EXPECT_EQ(s->offsets.degrees_of_freedom, 2);
  ASSERT_EQ(s->blocks.size(), 1U);
  EXPECT_TRUE(s->blocks[0].is_explicit());
  const auto stages = constraint_stages(*s);
  ASSERT_EQ(stages.size(), 2U);
  EXPECT_EQ(stages[0].unknowns, (std::vector{x.symbol(), y.symbol()}));
  EXPECT_EQ(stages[1].unknowns, (std::vector{der(x).expr(), der(y).expr()}));
}

TEST(Analyse, ReportsADecisionByADerivativeThatNothingGives) {
  ModelBuilder m("M");
  const Var x = m.real("x"), z = m.real("z");
  m.equation(x, sin(m.time()));
  m.equation(z, if_(der(x) > 0, 1, 2));
  const HybridModel model = m.build();
  Diagnostics d;
  const auto s = analyse(model, d);
  ASSERT_TRUE(s);
  EXPECT_FALSE(require_known_decisions(model, *s, d));
  EXPECT_NE(only_message(d).find("`der(x)`"), std::string::npos);
}

TEST(Analyse, PrintsEverything) {
  ModelBuilder m("M");
  const Var x = m.real("x"), v = m.real("v");
  m.equation(der(x), v);
  m.equation(der(v), -x);
  const HybridModel model = m.build();
  Diagnostics d;
  EXPECT_EQ(print_structure(model, *analyse(model, d)), R"(equations
  e1    der(x) = v
  e2    der(v) = -x

signature matrix: highest derivatives, * on the transversal, (k) in conditions only;
equations are differentiated c times, variables solved for at derivative d
      x   v   c
  e1  1*  0   0
  e2  0   1*  0
   d  1   1

blocks in order of evaluation
  1  der(x) := v   from e1
  2  der(v) := -x  from e2

index 0, 2 degrees of freedom
states: x, v
)");
}

TEST(Analyse, OfAHundredThousandEquationsIsNearLinear) {
  ModelBuilder m("M");
  const std::size_t n = 100'000;
  const std::vector<Var> x = m.reals("x", n);
  for (std::size_t i = 0; i < n; ++i) {
    if (i % 2 == 0) {
      m.equation(der(x[i]), -x[i] + x[(i + 1) % n]);
    } else {
      m.equation(x[i], 2 * x[i - 1] + (i > 1 ? Ex(x[i - 2]) : Ex(m.time())));
    }
  }
  const HybridModel model = m.build();
  Diagnostics d;
  const auto s = analyse(model, d);
  ASSERT_TRUE(s);
  EXPECT_TRUE(require_known_decisions(model, *s, d));
  EXPECT_EQ(s->blocks.size(), n);
}

TEST(SortAssignments, TakesBooleansAndLeavesOfAnyKind) {
  ModelBuilder m("M");
  const Var x = m.real("x"), b = m.boolean("b"), k = m.integer("k");
  m.equation(b, x > 1 && k > 3);
  m.equation(pre(k), k);
  m.equation(k, 5);
  m.equation(der(x), -x);
  m.equation(2 * x, 6);
  const HybridModel model = m.build();
  Diagnostics d;
  const std::vector leaves{b.symbol(), x.symbol(), k.symbol(), pre(k).expr(), der(x).expr()};
  const auto blocks = sort_assignments(model, model.equations, leaves, d);
  ASSERT_TRUE(blocks);
  EXPECT_TRUE(require_assignments(model, model.equations, *blocks, d));
  EXPECT_EQ(assignments(*blocks),
            (std::vector<std::string>{"x := 3.0", "k := 5", "b := x > 1.0 and k > 3", "pre(k) := k", "der(x) := -x"}));
}

TEST(SortAssignments, FollowsTheTextWhereItHasTheChoice) {
  ModelBuilder m("M");
  const Var x = m.real("x"), y = m.real("y");
  m.equation(y, x + 1);
  m.equation(x, 2 * y);
  const HybridModel model = m.build();
  Diagnostics d;
  const std::vector leaves{x.symbol(), y.symbol()};
  const auto blocks = sort_assignments(model, model.equations, leaves, d);
  ASSERT_TRUE(blocks);
  ASSERT_EQ(blocks->size(), 1U);
  EXPECT_EQ((*blocks)[0].unknowns, (std::vector{y.symbol(), x.symbol()}));
  EXPECT_FALSE(require_assignments(model, model.equations, *blocks, d, "initial system: "));
  EXPECT_EQ(d.all()[0].message.find("initial system: implicit system of 2 equations"), 0U);
}

TEST(SortAssignments, TurnsAnEquationRoundWhenItMust) {
  ModelBuilder m("M");
  const Var x = m.real("x"), y = m.real("y");
  m.equation(y, 2 * x + 1);
  m.equation(y, 7);
  const HybridModel model = m.build();
  Diagnostics d;
  const std::vector leaves{x.symbol(), y.symbol()};
  const auto blocks = sort_assignments(model, model.equations, leaves, d);
  ASSERT_TRUE(blocks && require_assignments(model, model.equations, *blocks, d));
  EXPECT_EQ((*blocks)[0].equations[0], 1U);
  EXPECT_EQ((*blocks)[1].unknowns[0], x.symbol());
  EXPECT_FALSE(depends_on((*blocks)[1].value, x.symbol()));
}

}  // namespace
}  // namespace saltus
