// Classes, declarations, modifiers, equations, statements: well-formed text.

#include <gtest/gtest.h>

#include "syntax_text.hpp"

namespace saltus {
namespace {

TEST(SyntaxClass, Declarations) {
  EXPECT_EQ(tree(R"(model A "text"
  parameter Real a = 1, b(min = 0) = 2 "second";
  final constant Integer n = 3;
  discrete input Real[2] u[3](each start = 1, final fixed = true);
protected
  inner outer replaceable B b(c.d = 1, redeclare model M = N(x = 1)) if n > 2 annotation(Dialog(tab = "x"));
public
  output Boolean on;
end A;)"),
            R"(model A "text"
  parameter Real a = 1
  parameter Real b(min = 0) = 2 "second"
  final constant Integer n = 3
  discrete input Real[2] u[3](each start = 1, final fixed = true)
  protected inner outer replaceable B b(c.d = 1, redeclare M) if n > 2
  output Boolean on
)");
}

TEST(SyntaxClass, EverySortOfClass) {
  EXPECT_EQ(tree(R"(within A.B;
encapsulated package P
  import SI = Modelica.Units.SI;
  import A.B.*;
  import A.{b, c};
  partial block B end B;
  type Angle = Real(unit = "rad") "angle";
  type E = enumeration(a "first", b);
  type V = input Real[3];
  expandable connector C flow Real i; stream Real h; end C;
  pure function f input Real x; output Real y; external "C" y = g(x) annotation(Include = "g.h"); end f;
  function df = der(f, x);
  operator record R operator '+' end '+'; end R;
  model extends M(x = 1) "more" extends N(y = 2); end M;
  replaceable model X = Y constrainedby Z;
  annotation(version = "1");
end P;
class D end D;)"),
            R"(within A.B
encapsulated package P
  import SI = Modelica.Units.SI
  import A.B.*
  import A.{..}
  partial block B
  type Angle = Real(unit = "rad") "angle"
  type E = enumeration(a, b)
  type V = input Real[3]
  expandable connector C
    flow Real i
    stream Real h
  pure function f
    input Real x
    output Real y
    external g(x)
  function df = der(f)
  operator record R
    operator '+'
  model extends M(x = 1) "more"
    extends N(y = 2)
  replaceable
  model X = Y
  annotation (1 items)
class D
)");
}

TEST(SyntaxClass, Equations) {
  EXPECT_EQ(tree(R"(model A
initial equation
  x = 1;
equation
  der(x) = -x "decay";
  if a then
    b = 1;
  elseif c then
    b = 2;
  else
    b = 3;
  end if;
  for i in 1:3, j loop
    m[i, j] = i;
  end for;
  when {initial(), x > 1} then
    reinit(x, 0);
  elsewhen sample(0, 1) then
    terminate("end");
  end when "hit";
  connect(a.p, b[1].n) annotation(Line(points = {{0, 0}}));
  (p, , q) = f(x);
  assert(x > 0, "positive");
  if a then else end if;
end A;)"),
            R"(model A
  initial equation
    x = 1
  equation
    der(x) = -x "decay"
    if a
      b = 1
    elseif c
      b = 2
    else
      b = 3
    for i in 1 : 3, j
      m[i, j] = i
    when {initial(), x > 1} "hit"
      reinit(x, 0)
    elsewhen sample(0, 1)
      terminate("end")
    connect(a.p, b[1].n)
    (p, , q) = f(x)
    assert(x > 0, "positive")
    if a
    else
)");
}

TEST(SyntaxClass, Statements) {
  EXPECT_EQ(tree(R"(function f
  input Real x;
  output Real y;
protected
  Integer n := 1;
algorithm
  y := x;
  while y > 1 loop
    y := y/2;
    if y < 0 then
      break;
    elseif y == 0 then
      return;
    else
      y := 1;
    end if;
  end while;
  for i in 1:3 loop
    z[i] := i;
  end for;
  (a, b) := g(x);
  print("x");
  when x > 1 then y := 1; elsewhen x > 2 then y := 2; end when;
initial algorithm
  y := 2;
end f;)"),
            R"(function f
  input Real x
  output Real y
  protected Integer n = 1
  algorithm
    y := x
    while y > 1
      y := y / 2
      if y < 0
        break
      elseif y == 0
        return
      else
        y := 1
    for i in 1 : 3
      z[i] := i
    (a, b) := g(x)
    print("x")
    when x > 1
      y := 1
    elsewhen x > 2
      y := 2
  initial algorithm
    y := 2
)");
}

TEST(SyntaxClass, DescriptionsMayBeJoined) {
  const Reading r("model A \"a\" + \"b\" Real x \"c\"; end A;");
  ASSERT_FALSE(r.diagnostics.has_errors());
  EXPECT_EQ(r.file.classes[0].description.text, "ab");
}

TEST(SyntaxClass, SpansOfClassesAndItems) {
  const Reading r("  model A Real x = 1; equation when x > 1 then y = 2; end when \"hit\"; end A;");
  const ast::Class& a = r.file.classes.at(0);
  EXPECT_EQ(r.sources.text(a.head), "model A");
  EXPECT_EQ(r.sources.text(a.span), "model A Real x = 1; equation when x > 1 then y = 2; end when \"hit\"; end A");
  const ast::Equation& e = a.body.equations.at(0).equations.at(0);
  EXPECT_EQ(r.sources.text(e.span), "when x > 1 then y = 2; end when \"hit\"");
  EXPECT_EQ(e.comment.description.text, "hit");
}

}  // namespace
}  // namespace saltus
