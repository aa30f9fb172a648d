// Whole models: the flat text is the expectation.

#include "flatten_support.hpp"

namespace saltus::testing {
namespace {

TEST(FlattenModels, ConstrainedPendulum) {
  EXPECT_EQ(flat(R"(model C7 "Constrained pendulum"
  parameter Real m = 1.02, l = 1, lp = 0.7, g = 9.81, d = 0.2;
  parameter Real phi0 = Modelica.Constants.pi/6, phip = -Modelica.Constants.pi/12;
  Real phi(start = phi0, fixed = true), phidot(start = 0, fixed = true);
  discrete Real ls(start = l, fixed = true);
equation
  der(phi) = phidot;
  m*ls*der(phidot) = -m*g*sin(phi) - d*ls*phidot;
  when phi <= phip then
    ls = l - lp;
    reinit(phidot, phidot*l/(l - lp));
  elsewhen phi > phip then
    ls = l;
    reinit(phidot, phidot*(l - lp)/l);
  end when "pin";
  annotation(experiment(StopTime = 10, Tolerance = 1e-9));
end C7;)"),
            R"(model C7 "Constrained pendulum"
  parameter Real m = 1.02;
  parameter Real l = 1.0;
  parameter Real lp = 0.7;
  parameter Real g = 9.81;
  parameter Real d = 0.2;
  parameter Real phi0 = Modelica.Constants.pi/6.0;
  parameter Real phip = -Modelica.Constants.pi/12.0;
  Real phi(start = phi0, fixed = true);
  Real phidot(start = 0.0, fixed = true);
  discrete Real ls(start = l, fixed = true);
equation
  der(phi) = phidot;
  m*ls*der(phidot) = -m*g*sin(phi) - d*ls*phidot;
  when phi <= phip then
    ls = l - lp;
    reinit(phidot, phidot*l/(l - lp));
  elsewhen phi > phip then
    ls = l;
    reinit(phidot, phidot*(l - lp)/l);
  end when "pin | phi > phip";
  annotation (experiment(StopTime = 10.0, Tolerance = 1e-9));
end C7;
)");
}

TEST(FlattenModels, BouncingBall) {
  EXPECT_EQ(flat(R"(model Ball
  parameter Real g = 9.81, e = 0.9;
  Real h(start = 10, fixed = true, unit = "m"), v(start = 0, fixed = true);
  discrete Integer n(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -g;
  when h < 0 then
    reinit(v, -e*pre(v));
    n = pre(n) + 1;
    if n > 99 then
      terminate("enough");
    end if;
  end when "bounce";
  assert(h > -1, "below " + String(h), AssertionLevel.warning);
end Ball;)"),
            R"(model Ball
  parameter Real g = 9.81;
  parameter Real e = 0.9;
  Real h(unit = "m", start = 10.0, fixed = true);
  Real v(start = 0.0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -g;
  assert(h > -1.0, "below " + String(h), AssertionLevel.warning);
  when h < 0.0 then
    reinit(v, -e*pre(v));
    n = pre(n) + 1;
    if n > 99 then
      terminate("enough");
    end if;
  end when "bounce";
end Ball;
)");
}

constexpr const char* spheres = R"(model Spheres
  parameter Integer n = 3;
  parameter Real e = 0.2, m[n] = ones(n);
  Real x[n](start = {2*i for i in 1:n}, each fixed = true), v[n](start = cat(1, {1}, zeros(n - 1)), each fixed = true);
equation
  der(x) = v;
  der(v) = zeros(n);
  for i in 1:n - 1 loop
    when x[i] + 1 >= x[i + 1] then
      reinit(v[i], m[i]*v[i + 1]);
      reinit(v[i + 1], e*v[i]);
    end when "hit";
  end for;
end Spheres;)";

TEST(FlattenModels, RowOfSpheres) {
  EXPECT_EQ(flat(spheres), R"(model Spheres
  parameter Integer n = 3;
  parameter Real e = 0.2;
  parameter Real 'm[1]' = 1.0;
  parameter Real 'm[2]' = 1.0;
  parameter Real 'm[3]' = 1.0;
  Real 'x[1]'(start = 2.0, fixed = true);
  Real 'x[2]'(start = 4.0, fixed = true);
  Real 'x[3]'(start = 6.0, fixed = true);
  Real 'v[1]'(start = 1.0, fixed = true);
  Real 'v[2]'(start = 0.0, fixed = true);
  Real 'v[3]'(start = 0.0, fixed = true);
equation
  der('x[1]') = 'v[1]';
  der('x[2]') = 'v[2]';
  der('x[3]') = 'v[3]';
  der('v[1]') = 0.0;
  der('v[2]') = 0.0;
  der('v[3]') = 0.0;
  when 'x[1]' + 1.0 >= 'x[2]' then
    reinit('v[1]', 'm[1]'*'v[2]');
    reinit('v[2]', e*'v[1]');
  end when "hit[1]";
  when 'x[2]' + 1.0 >= 'x[3]' then
    reinit('v[2]', 'm[2]'*'v[3]');
    reinit('v[3]', e*'v[2]');
  end when "hit[2]";
end Spheres;
)");
}

TEST(FlattenModels, SettingsChangeSizesAndValues) {
  const Loaded l(spheres, {{"n", "2"}, {"m", "{3, pi/2}"}, {"e", "1/3"}, {"x[2].start", "7"}, {"v.start", "{1, 0}"}});
  ASSERT_TRUE(l.model) << l.messages();
  EXPECT_EQ(l.model->variables.size(), 8U);
  EXPECT_EQ(text(l.model->find("m[2]")->binding), "Modelica.Constants.pi/2.0");
  EXPECT_TRUE(l.model->find("e")->binding->is_number());
  EXPECT_EQ(l.model->find("e")->binding->number(), *Rational::ratio(1, 3));
  EXPECT_EQ(text(l.model->find("x[1]")->start), "2.0");
  EXPECT_EQ(text(l.model->find("x[2]")->start), "7.0");
}

TEST(FlattenModels, HierarchyWithModifiers) {
  EXPECT_EQ(flat(R"(package P
  constant Real g = 9.81;
  partial model Mass
    parameter Real m = 1;
    Real x(start = 0), v;
  equation
    der(x) = v;
  end Mass;
  model Ball
    extends Mass(m = 2, x(start = 1, fixed = true));
    parameter Real c = 3;
  protected
    Real f = -c*x - m*g;
  equation
    m*der(v) = f;
  end Ball;
  model System
    parameter Integer n = 2;
    parameter Boolean extra = false;
    type Length = Real(unit = "m", min = 0);
    Ball b[n](m = {1, 2}, each c = 5, x(start = {10, 20}));
    Ball one(c = n, v.start = 7) "the last";
    Ball other if extra;
    Length z = sum(b.x);
  end System;
end P;)"),
            R"(model 'P.System'
  parameter Integer n = 2;
  parameter Boolean extra = false;
  parameter Real 'b[1].m' = 1.0;
  Real 'b[1].x'(start = 10.0, fixed = true);
  Real 'b[1].v';
  parameter Real 'b[1].c' = 5.0;
protected
  Real 'b[1].f';
public
  parameter Real 'b[2].m' = 2.0;
  Real 'b[2].x'(start = 20.0, fixed = true);
  Real 'b[2].v';
  parameter Real 'b[2].c' = 5.0;
protected
  Real 'b[2].f';
public
  parameter Real 'one.m' = 2.0;
  Real 'one.x'(start = 1.0, fixed = true);
  Real 'one.v'(start = 7.0);
  parameter Real 'one.c' = n;
protected
  Real 'one.f';
public
  Real z(unit = "m", min = 0.0);
equation
  'b[1].f' = -'b[1].c'*'b[1].x' - 'b[1].m'*9.81;
  der('b[1].x') = 'b[1].v';
  'b[1].m'*der('b[1].v') = 'b[1].f';
  'b[2].f' = -'b[2].c'*'b[2].x' - 'b[2].m'*9.81;
  der('b[2].x') = 'b[2].v';
  'b[2].m'*der('b[2].v') = 'b[2].f';
  'one.f' = -'one.c'*'one.x' - 'one.m'*9.81;
  der('one.x') = 'one.v';
  'one.m'*der('one.v') = 'one.f';
  z = 'b[1].x' + 'b[2].x';
end 'P.System';
)");
}

TEST(FlattenModels, ChoosesTheLastModelOrTheNamedOne) {
  const std::string text =
      "model A Real x = 1; end A; model B Real y = 2; end B; function f input Real u; output Real v; algorithm v := u; end f;";
  EXPECT_EQ(Loaded(text).model->name, "B");
  EXPECT_EQ(Loaded(text, {}, "A").model->name, "A");
  EXPECT_EQ(Loaded("package P model A Real x = 1; end A; package Q model B Real x = 1; end B; end Q; end P;").model->name,
            "P.Q.B");
  EXPECT_EQ(Loaded("model A = B(k = 2); model B parameter Real k = 1; end B;", {}, "A").model->find("k")->binding->number(),
            Rational(2));
}

TEST(FlattenModels, ParametersThatShapeTheModelAreMarked) {
  const Loaded l(
      "model M parameter Integer k = 1, n = k + 1; parameter Real p = 2, q = 1; Real x[n]; "
      "equation x[1] = p; if q > 0 then x[2] = 1; else x[2] = p; end if; end M;");
  ASSERT_TRUE(l.model) << l.messages();
  for (const char* name : {"k", "n", "q"}) EXPECT_TRUE(l.model->find(name)->is_structural) << name;
  EXPECT_FALSE(l.model->find("p")->is_structural);
}

TEST(FlattenModels, FinalModifiersMakeParametersFinal) {
  const Loaded l("model A parameter Real k = 1, j = 1; end A; model M A a(final k = 2); end M;");
  ASSERT_TRUE(l.model) << l.messages();
  EXPECT_TRUE(l.model->find("a.k")->is_final);
  EXPECT_FALSE(l.model->find("a.j")->is_final);
}

TEST(FlattenModels, ManyElementsInReasonableTime) {
  const Loaded l(R"(model Big
  parameter Integer n = 50000;
  parameter Real p[n] = linspace(0, 1, n);
  Real x[n](each start = 1), s = sum(x);
equation
  for i in 1:n loop
    der(x[i]) = p[i] - (if i == 1 then 0 else x[i - 1]);
  end for;
end Big;)");
  ASSERT_TRUE(l.model) << l.messages();
  EXPECT_EQ(l.model->variables.size(), 100002U);
  EXPECT_EQ(l.model->equations.size(), 50001U);
  EXPECT_EQ(equation_of(*l.model, "der(x[50000])"), "p[50000] - x[49999]");
}

}  // namespace
}  // namespace saltus::testing
