// Algorithms and functions: symbolic execution, and functions that are kept.

#include "flatten_support.hpp"

namespace saltus::testing {
namespace {

TEST(FlattenAlgorithms, LoopsAndBranches) {
  const std::string m = "Real x, y, s(start = 7); equation x = time; algorithm ";
  EXPECT_EQ(value_of(m + "s := 0; for i in 1:3 loop s := s + i*x; end for; y := 2*s;"), "2.0*(x + 2.0*x + 3.0*x)");
  EXPECT_EQ(value_of(m + "y := 1; if x > 0 then y := x; elseif x < -1 then y := -x; end if;"),
            "if x > 0.0 then x else if x < -1.0 then -x else 1.0");
  EXPECT_EQ(value_of(m + "y := s; s := x;"), "7.0") << "continuous variables start from their start value";
  EXPECT_EQ(value_of(m + "y := 0; while y < 3 loop y := y + 1; end while;"), "3.0");
  EXPECT_EQ(value_of(m + "y := 0; for i in 1:10 loop if i > 3 then break; end if; y := y + i; end for;"), "6.0");
}

TEST(FlattenAlgorithms, DiscreteVariablesStartFromPre) {
  EXPECT_EQ(value_of("Integer y; algorithm if time > 1 then y := y + 1; end if;"), "if time > 1.0 then pre(y) + 1 else pre(y)");
}

TEST(FlattenAlgorithms, OneWhenBecomesAWhen) {
  const Loaded l(R"(model M Integer k(start = 0); discrete Real last; Real x = time; Boolean on;
algorithm
  when x > 1 then
    k := k + 1;
    last := k*x;
  elsewhen x > 2 then
    k := 10;
  end when "up";
  on := k > 0;
end M;)");
  ASSERT_TRUE(l.model) << l.messages();
  ASSERT_EQ(l.model->whens.size(), 1U);
  const When& w = l.model->whens[0];
  EXPECT_EQ(w.branches[0].name, "up");
  EXPECT_EQ(text(w.branches[0].actions[0].value), "pre(k) + 1");
  EXPECT_EQ(text(w.branches[0].actions[1].value), "(pre(k) + 1)*x");
  EXPECT_EQ(text(w.branches[1].actions[1].value), "pre(last)");
  EXPECT_EQ(equation_of(*l.model, "on"), "k > 0");
}

TEST(FlattenAlgorithms, SeveralWhensUseHiddenBooleans) {
  const Loaded l(R"(model M discrete Real d;
algorithm
  when time > 1 then d := 1; end when;
  when {initial(), time > 2} then d := d + 2; end when;
end M;)");
  ASSERT_TRUE(l.model) << l.messages();
  EXPECT_TRUE(l.model->whens.empty());
  EXPECT_EQ(equation_of(*l.model, "$when1"), "time > 1.0");
  EXPECT_TRUE(l.model->find("$when2")->is_protected);
  const std::string first = "if edge($when1) and not initial() then 1.0 else pre(d)";
  EXPECT_EQ(equation_of(*l.model, "d"),
            "if initial() or edge($when2) and not initial() then (" + first + ") + 2.0 else " + first);
}

TEST(FlattenFunctions, Inlined) {
  const std::string f = R"(
  function norm1 input Real a[:]; output Real r = 0;
  algorithm
    for i in 1:size(a, 1) loop if a[i] > 0 then r := r + a[i]; else r := r - a[i]; end if; end for;
  end norm1;
  function sincos input Real u; input Real k = 2; output Real s; output Real c; algorithm s := sin(k*u); c := cos(u); end sincos;
  Real x = time, y, z; equation )";
  EXPECT_EQ(value_of(f + "y = norm1({x}); z = 1;"), "if noEvent(x > 0.0) then x else -x");
  EXPECT_EQ(value_of(f + "(y, z) = sincos(x);"), "sin(2.0*x)");
  EXPECT_EQ(value_of(f + "(y, z) = sincos(k = 3, u = x);"), "sin(3.0*x)");
  EXPECT_EQ(value_of(f + "(, y) = sincos(x); z = 1;"), "cos(x)");
  EXPECT_EQ(value_of(f + "y = sum(sincos({x, 2*x})); z = 1;"), "sin(2.0*x) + sin(2.0*(2.0*x))") << "applied element by element";
}

TEST(FlattenFunctions, KeptWhenControlFlowVaries) {
  EXPECT_EQ(flat(R"(model M
  function f
    input Real x;
    input Integer n;
    output Real y;
    output Integer steps = 0;
  protected
    Real t[n];
  algorithm
    t := fill(x, n);
    while t[1] > 1 loop
      t := {t[n], t[1]/2};
      steps := steps + 1;
    end while;
    for i in 1:steps loop
      if t[1] > 5 then
        break;
      end if;
      t[1] := t[1] + i;
    end for;
    if x < 0 then
      y := 0;
      return;
    end if;
    y := t[1];
  end f;
  Real a;
  Integer b;
equation
  (a, b) = f(time, 2);
end M;)"),
            R"(model M
  function f
    input Real x;
    output Real y;
    output Integer steps := 0;
  protected
    Real 't[1]';
    Real 't[2]';
    Real '$value';
    Real '$value2';
    Integer i;
    Integer 'i$last';
    Integer 'i$next';
  algorithm
    't[1]' := x;
    't[2]' := x;
    while noEvent('t[1]' > 1.0) loop
      '$value' := 't[2]';
      '$value2' := 't[1]'/2.0;
      't[1]' := '$value';
      't[2]' := '$value2';
      steps := steps + 1;
    end while;
    'i$next' := 1;
    'i$last' := steps;
    while 'i$next' <= 'i$last' loop
      i := 'i$next';
      'i$next' := 'i$next' + 1;
      if noEvent('t[1]' > 5.0) then
        break;
      end if;
      't[1]' := 't[1]' + i;
    end while;
    if noEvent(x < 0.0) then
      y := 0.0;
      return;
    end if;
    y := 't[1]';
  end f;
  Real a;
  Integer b;
equation
  a = f(time);
  b = 'f[2]'(time);
end M;
)");
}

TEST(FlattenFunctions, AssertionsKeepAFunction) {
  const Loaded l(
      "model M function f input Real x; output Real y; algorithm assert(x > 0, \"x\"); y := x; end f; Real y = f(time); end "
      "M;");
  ASSERT_TRUE(l.model) << l.messages();
  ASSERT_EQ(l.model->functions.size(), 1U);
  EXPECT_EQ(l.model->functions[0].body[0].kind, FunctionDef::Statement::Kind::assertion);
}

TEST(FlattenFunctions, LoopsOfConstantsAreDecided) {
  EXPECT_EQ(value_of(R"(function collatz input Integer n; output Integer k = 0; protected Integer m = n;
  algorithm while m > 1 loop m := if mod(m, 2) == 0 then div(m, 2) else 3*m + 1; k := k + 1; end while; end collatz;
  Integer y = collatz(27);)"),
            "111");
}

}  // namespace
}  // namespace saltus::testing
