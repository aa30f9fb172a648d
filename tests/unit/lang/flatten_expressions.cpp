// Values of expressions: arrays, functions, names.

#include "flatten_support.hpp"

namespace saltus::testing {
namespace {

TEST(FlattenExpressions, ArrayArithmetic) {
  const std::string a = "Real a[2], b[2], M[2,2], y; equation y = ";
  EXPECT_EQ(value_of(a + "a*b;"), "a[1]*b[1] + a[2]*b[2]");
  EXPECT_EQ(value_of(a + "sum(M*a);"), "M[1,1]*a[1] + M[1,2]*a[2] + (M[2,1]*a[1] + M[2,2]*a[2])");
  EXPECT_EQ(value_of(a + "sum(a*M);"), "a[1]*M[1,1] + a[2]*M[2,1] + (a[1]*M[1,2] + a[2]*M[2,2])");
  EXPECT_EQ(value_of(a + "sum(2*a - b/3);"), "2.0*a[1] - b[1]/3.0 + (2.0*a[2] - b[2]/3.0)");
  EXPECT_EQ(value_of(a + "product(a .* b);"), "a[1]*b[1]*(a[2]*b[2])");
  EXPECT_EQ(value_of(a + "sum(a .^ 2 .+ 1);"), "a[1]^2.0 + 1.0 + (a[2]^2.0 + 1.0)");
}

TEST(FlattenExpressions, ConstructorsAndSlices) {
  const std::string m =
      "Real M[2,3] = {{10*i + j for j in 1:3} for i in 1:2}; Real N[2,3] = {10*i + j for j in 1:3, i in 1:2};";
  for (const char* name : {"M", "N"}) {
    EXPECT_EQ(value_of(m, std::string(name) + "[1,3]"), "13.0");
    EXPECT_EQ(value_of(m, std::string(name) + "[2,1]"), "21.0");
  }
  EXPECT_EQ(value_of(m + "Real r[3] = M[end, :];", "r[2]"), "M[2,2]");
  EXPECT_EQ(value_of(m + "Real r[2] = M[:, end - 1];", "r[1]"), "M[1,2]");
  EXPECT_EQ(value_of(m + "Real r[2] = M[2, {3, 1}];", "r[1]"), "M[2,3]");
  EXPECT_EQ(value_of(m + "Real r[:] = M[1, 1:2:3];", "r[2]"), "M[1,3]");
  EXPECT_EQ(value_of("Real r[3, 2] = [1, 2; 3, 4; 5, 6];", "r[3,1]"), "5.0");
  EXPECT_EQ(value_of("Real r[2, 2] = [1, 2; 3, 4]^2;", "r[2,2]"), "22.0");
  EXPECT_EQ(value_of("Real[3] r[2] = {{1, 2, 3}, {4, 5, 6}};", "r[2,3]"), "6.0");
  EXPECT_EQ(value_of("Real r[4] = cat(1, {1}, fill(2, 2), zeros(1));", "r[3]"), "2.0");
  EXPECT_EQ(value_of("Real r[3] = linspace(0, 1, 3);", "r[2]"), "0.5");
  EXPECT_EQ(value_of("Real r[2, 2] = identity(2) + diagonal({1, 2});", "r[2,2]"), "3.0");
  EXPECT_EQ(value_of("Real r[:] = 0:0.25:1;", "r[4]"), "0.75");
  EXPECT_EQ(value_of("Real r[3] = cross({1, 0, 0}, {0, 1, 0});", "r[3]"), "1.0");
}

TEST(FlattenExpressions, SizesAndReductions) {
  const std::string a = "Real a[4, 3]; ";
  EXPECT_EQ(value_of(a + "Integer y = size(a, 2)*ndims(a) + size({1, 2}, 1);"), "8");
  EXPECT_EQ(value_of("Real y = sum(i^2 for i in 1:4);"), "30.0");
  EXPECT_EQ(value_of("Integer y = product(i for i in 1:5) + max(i for i in {3, 9, 2});"), "129");
  EXPECT_EQ(value_of("Real x[2], y = max(x);"), "max(x[1], x[2])");
  EXPECT_EQ(value_of("Real x[2], y = min(x[1], 3);"), "min(x[1], 3.0)");
  EXPECT_EQ(value_of("Real y = sum(zeros(0));"), "0.0");
  EXPECT_EQ(value_of("Real y = scalar({{7}}) + sum(vector([1; 2])) + sum(matrix(3));"), "13.0");
}

TEST(FlattenExpressions, NumbersStayExact) {
  EXPECT_EQ(value_of("parameter Real p = 0.1; Real y = 0.1 + 0.2;"), "0.3");
  EXPECT_EQ(value_of("Real y = Modelica.Constants.pi*2;"), "Modelica.Constants.pi*2.0");
  EXPECT_EQ(value_of("Real y = Modelica.Constants.g_n;"), "9.80665");
  EXPECT_EQ(value_of("Real y = 7/2 + div(7, 2) + mod(-1, 3) + rem(-1, 3);"), "7.5");
  EXPECT_EQ(value_of("Integer i = 3; Real y = i/2;"), "i/2.0");
}

TEST(FlattenExpressions, EventOperators) {
  EXPECT_EQ(value_of("Real x, y = noEvent(if x > 1 then 1 else x);"), "noEvent(if x > 1.0 then 1.0 else x)");
  EXPECT_EQ(value_of("Boolean b; discrete Integer y = if edge(b) then pre(y) + 1 else pre(y);"),
            "if edge(b) then pre(y) + 1 else pre(y)");
  EXPECT_EQ(value_of("Boolean y = sample(0, 0.1);"), "sample(0.0, 0.1)");
  EXPECT_EQ(value_of("Real x, y = homotopy(simplified = 0, actual = x);"), "x");
  EXPECT_EQ(value_of("Real x, y = der(x*time);"), "der(x)*time + x");
  EXPECT_EQ(value_of("Real x, y = smooth(1, abs(x));"), "smooth(0, abs(x))");
  EXPECT_EQ(value_of("Real x, y = log10(x);"), "log10(x)");
}

TEST(FlattenExpressions, ParameterConditionsChooseBranches) {
  EXPECT_EQ(value_of("parameter Integer n = 1; Real x[n], y = if n > 1 then x[2] else x[1];"), "x[1]");
  EXPECT_EQ(value_of("parameter Real p = 1; Real x, y = if p > 0 then x else -x;"), "if p > 0.0 then x else -x");
}

TEST(FlattenExpressions, VaryingIndexIsCheckedAtRunTime) {
  const Loaded l("model M Real x[2] = {1, 2}, y = x[i]; Integer i = integer(time); end M;");
  ASSERT_TRUE(l.model) << l.messages();
  EXPECT_EQ(equation_of(*l.model, "y"), "if i == 1 then x[1] else if i == 2 then x[2] else log(-1.0)");
  ASSERT_EQ(l.model->assertions.size(), 1U);
  EXPECT_EQ(text(l.model->assertions[0].condition), "i >= 1 and i <= 2");
}

TEST(FlattenExpressions, LibraryAndImports) {
  EXPECT_EQ(value_of("import Modelica.Constants.pi; Real y = pi;"), "Modelica.Constants.pi");
  EXPECT_EQ(value_of("import C = Modelica.Constants; Real y = C.c;"), "299792458.0");
  EXPECT_EQ(value_of("Real y = Modelica.Math.sin(time);"), "sin(time)");
  EXPECT_EQ(value_of("Real y = Modelica.Math.Vectors.interpolate({0, 1, 2}, {0, 10, 40}, time);"),
            "if noEvent(time < 1.0) then 10.0*time else 10.0 + 30.0*(time - 1.0)");
  const Loaded l("model M import SI = Modelica.Units.SI; SI.Velocity v = 1; Modelica.SIunits.Mass m = 2; end M;");
  ASSERT_TRUE(l.model) << l.messages();
  EXPECT_EQ(l.model->find("v")->unit.str(), "m/s");
  EXPECT_EQ(l.model->find("m")->unit.str(), "kg");
}

TEST(FlattenExpressions, TextsAreMessages) {
  const Loaded l(R"(model M parameter String who = "pump"; Real x = 1;
equation assert(x > 0, who + " at " + String(x, significantDigits = 3) + "!"); end M;)");
  ASSERT_TRUE(l.model) << l.messages();
  const Message& m = l.model->assertions.at(0).message;
  ASSERT_EQ(m.size(), 3U);
  EXPECT_EQ(std::get<std::string>(m[0]), "pump at ");
  EXPECT_EQ(text(std::get<Expr>(m[1])), "x");
}

}  // namespace
}  // namespace saltus::testing
