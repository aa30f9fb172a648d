#include "structure/singular.hpp"

#include <gtest/gtest.h>

#include "model/builder.hpp"
#include "structure/analyse.hpp"

namespace saltus {
namespace {

Diagnostics diagnose(const HybridModel& model) {
  std::vector<Expr> symbols;
  for (const Variable& v : model.variables) {
    if (v.variability == Variability::continuous) symbols.push_back(v.symbol);
  }
  Diagnostics diagnostics;
  EXPECT_FALSE(analyse(model, model.equations, symbols, diagnostics));
  return diagnostics;
}

TEST(Singular, TwoEquationsForOneVariable) {
  ModelBuilder m("M");
  const Var x = m.real("x"), y = m.real("y");
  m.equation(x, 1);
  m.equation(2 * x, m.time());
  const Diagnostics d = diagnose(m.build());
  ASSERT_EQ(d.all().size(), 2U);
  EXPECT_EQ(d.all()[0].code, "singular-system");
  EXPECT_EQ(d.all()[0].message, "2 equations for 1 variable: `x`; the equations are `x = 1.0`, `2.0*x = time`");
  EXPECT_EQ(d.all()[1].message, "`y` is not determined by any equation");
  EXPECT_EQ(d.all()[1].help, "give an equation for `y`, or make it a parameter");
}

TEST(Singular, TooFewEquations) {
  ModelBuilder m("M");
  const Var x = m.real("x"), y = m.real("y"), z = m.real("z");
  m.equation(der(x), 1);
  m.equation(y + z, x);
  const Diagnostics d = diagnose(m.build());
  ASSERT_EQ(d.all().size(), 1U);
  EXPECT_EQ(
      d.all()[0].message,
      "2 equations for 3 unknowns; `y` and `z` are not determined: 1 equation for 2 variables; the equation is `y + z = x`");
}

TEST(Singular, EquationWithoutUnknown) {
  ModelBuilder m("M");
  const Var x = m.real("x"), p = m.parameter("p", 1);
  m.equation(der(x), 1);
  m.equation(p, 3);
  const Diagnostics d = diagnose(m.build());
  ASSERT_EQ(d.all().size(), 1U);
  EXPECT_EQ(d.all()[0].message, "2 equations for 1 unknown; an equation contains no unknown; the equation is `p = 3.0`");
  EXPECT_EQ(d.all()[0].help, "`p` is a parameter: give its value in its declaration");
}

TEST(Singular, UnrelatedMistakesHaveMessagesOfTheirOwn) {
  ModelBuilder m("M");
  const Var x = m.real("x"), y = m.real("y"), a = m.real("a"), b = m.real("b");
  m.equation(x, 1).equation(x, 2).equation(y, 3).equation(y, 4);
  const Diagnostics d = diagnose(m.build());
  EXPECT_EQ(d.all().size(), 4U);
}

TEST(Singular, AVariableInDecisionsOnlyIsNotDetermined) {
  ModelBuilder m("M");
  const Var x = m.real("x"), y = m.real("y");
  m.equation(y, if_(x > 0, 1, 2));
  m.equation(y, 1);
  const Diagnostics d = diagnose(m.build());
  ASSERT_EQ(d.all().size(), 2U);
  EXPECT_EQ(d.all()[1].message, "`x` is not determined by any equation");
}

TEST(Singular, PlacesAreEquationsAndDeclarations) {
  auto sources = std::make_shared<Sources>();
  const std::uint32_t file = sources->add("m.mo", "Real x;\nx = 1;\nx = 2;\n");
  ModelBuilder m("M");
  const Var x = m.real("x");
  m.equation(x, 1).equation(x, 2);
  HybridModel model = m.build();
  model.sources = sources;
  model.variables.edit()[0].span = {file, 5, 6};
  model.equations.edit()[0].span = {file, 8, 13};
  model.equations.edit()[1].span = {file, 15, 20};
  const Diagnostics d = diagnose(model);
  ASSERT_EQ(d.all().size(), 1U);
  EXPECT_EQ(d.all()[0].message, "2 equations for 1 variable: `x`");
  EXPECT_EQ(sources->describe(d.all()[0].where.span), "m.mo:2:1");
  ASSERT_EQ(d.all()[0].also.size(), 2U);
  EXPECT_EQ(sources->describe(d.all()[0].also[0].span), "m.mo:3:1");
  EXPECT_EQ(sources->describe(d.all()[0].also[1].span), "m.mo:1:6");
}

}  // namespace
}  // namespace saltus
