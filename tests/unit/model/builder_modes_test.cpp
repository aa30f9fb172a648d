#include "model/builder_modes.hpp"

#include <gtest/gtest.h>

#include "model/builder.hpp"
#include "model/print.hpp"

namespace saltus {
namespace {

/// x goes up by u, then down by v; k counts.
struct TwoModes {
  ModelBuilder m{"TwoModes"};
  Var x = m.real("x", {.start = 0, .fixed = true});
  MachineBuilder machine = m.machine();
  ModeBuilder a = machine.initial_mode("a", "up");
  ModeBuilder b = machine.mode("b");
  Var u = a.real("u", {.start = 1, .fixed = true});
  Var v = b.real("v");
  Var k = b.integer("k", {.start = 0});

  TwoModes() {
    a.equation(der(x), u).equation(der(u), -1);
    b.equation(der(x), v).equation(der(v), 1);
    b.when("high", v > 2).assign(k, pre(k) + 1);
  }
};

std::string misuse(const std::function<void()>& act) {
  try {
    act();
  } catch (const BuildError& error) {
    return error.what();
  }
  return "";
}

TEST(BuilderModes, PrintAsModelText) {
  TwoModes t;
  t.machine.transition(t.a, t.b, t.u < 0).named("turn").reinit(t.v, -t.u).priority(-1);
  t.machine.transition_from_any(t.a, t.m.zeno("turn", 2)).resume().set_solver({.solver = "radau", .step = "0.1"});
  t.machine.restart({t.a, t.b}, t.machine.time_in_mode() > 3);
  MachineBuilder lamp = t.b.machine("lamp");
  lamp.initial_mode("red");
  lamp.transition_from_any(lamp.mode("green"), t.b.active() && t.v > 1);
  t.m.equation(t.m.real("y"), if_(t.a.active(), t.u, t.v));
  EXPECT_EQ(print_model(t.m.build()), R"MO(model TwoModes
  Real x(start = 0.0, fixed = true);
  Real y;
equation
  y = if activeState(a) then u else v;
  initial mode a "up"
    Real u(start = 1.0, fixed = true);
  equation
    der(x) = u;
    der(u) = -1.0;
  end a;
  mode b
    Real v;
    Integer k(start = 0);
  equation
    der(x) = v;
    der(v) = 1.0;
    when v > 2.0 then
      k = pre(k) + 1;
    end when "high";
    modes lamp
      initial mode red
      end red;
      mode green
      end green;
      transition * -> green when activeState(b) and v > 1.0
      end transition "* -> green when activeState(b) and v > 1.0";
    end lamp;
  end b;
  transition a -> b when u < 0.0 priority -1 then
    reinit(v, -u);
  end transition "turn";
  transition * -> a when zeno("turn", 2) resume then
    setSolver("radau", step = 0.1);
  end transition "* -> a when zeno(\"turn\", 2)";
  transition a, b -> self when timeInState() > 3.0
  end transition "a, b -> self when timeInState() > 3.0";
end TwoModes;
)MO");
}

TEST(BuilderModes, OneNameInTwoModesIsOneVariable) {
  TwoModes t;
  const Var again = t.b.real("u");
  EXPECT_EQ(again.symbol(), t.u.symbol());
  t.b.equation(again, 2);
  EXPECT_EQ(t.m.build().variables.size(), 5U);
}

TEST(BuilderModes, MisuseIsRefused) {
  TwoModes t;
  ModelBuilder other("Other");
  MachineBuilder beside = t.m.machine("beside");
  ModeBuilder alone = beside.initial_mode("alone");
  const auto mixed = [&] { t.machine.transition(t.a, alone, t.x > 1); };
  EXPECT_EQ(misuse(mixed), "mode `alone` does not belong to `mode`");
  EXPECT_EQ(misuse([&] { t.m.machine(); }), "there are two machines `mode`");
  EXPECT_EQ(misuse([&] { t.machine.mode("a"); }), "`mode` has two modes `a`");
  EXPECT_EQ(misuse([&] { t.machine.initial_mode("c"); }), "`mode` has two initial modes");
  EXPECT_EQ(misuse([&] { t.a.real("x"); }), "`x` is declared twice");
  EXPECT_EQ(misuse([&] { alone.real("v"); }), "`v` is declared twice");
  EXPECT_EQ(misuse([&] { t.b.integer("u", {}); }), "`u` is one variable in all modes of a machine, but declared differently");
  EXPECT_EQ(misuse([&] { t.machine.transition(t.a, t.b, t.u); }).empty(), false);
  EXPECT_EQ(misuse([&] { t.machine.restart({}, t.x > 1).set_solver({}); }),
            "set_solver without a solver, tolerance or step changes nothing");
  EXPECT_EQ(misuse([&] { static_cast<void>(t.m.build()); }), "");
}

TEST(BuilderModes, EachMachineBegins) {
  ModelBuilder m("M");
  m.machine().mode("a");
  EXPECT_EQ(misuse([&] { static_cast<void>(m.build()); }), "`mode` has no initial mode");
}

TEST(BuilderModes, VariablesOfModesAreGuarded) {
  const auto message = [](const std::function<void(TwoModes&)>& change) {
    TwoModes t;
    change(t);
    return misuse([&] { static_cast<void>(t.m.build()); });
  };
  EXPECT_EQ(message([](TwoModes& t) { t.m.equation(t.m.real("y"), t.u); }),
            "`u` of mode `a` is used where mode `b` may be active: guard it by active()");
  EXPECT_EQ(message([](TwoModes& t) { t.m.equation(t.m.real("y"), if_(!t.a.active(), t.v, t.u)); }), "");
  EXPECT_EQ(message([](TwoModes& t) { t.machine.transition(t.a, t.b, t.x > 1).reinit(t.v, t.v); }),
            "`v` of mode `b` is used where mode `a` may be active: guard it by active()");
  EXPECT_EQ(message([](TwoModes& t) { t.machine.transition(t.a, t.b, t.x > 1).reinit(t.u, t.x); }),
            "`u` of mode `a` is assigned where it does not exist: guard it by active()");
  EXPECT_EQ(
      message([](TwoModes& t) { t.machine.transition({t.a, t.b}, t.b, t.x > 1).reinit(t.v, if_(t.a.active(), t.u, t.v)); }),
      "");
}

TEST(BuilderModes, WhensOfModesThatExcludeEachOtherMayAssignOneVariable) {
  TwoModes t;
  const Var n = t.m.integer("n");
  t.a.when("one", t.u < 0).assign(n, 1);
  t.b.when("two", t.v < 0).assign(n, 2);
  EXPECT_EQ(misuse([&] { static_cast<void>(t.m.build()); }), "");
  t.m.when("three", t.x > 3).assign(n, 3);
  EXPECT_EQ(misuse([&] { static_cast<void>(t.m.build()); }), "`n` is assigned by two `when`s: use one with several branches");
}

}  // namespace
}  // namespace saltus
