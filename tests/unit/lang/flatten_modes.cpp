// Modes and transitions of the text in the flat model.

#include "flatten_support.hpp"

namespace saltus::testing {
namespace {

constexpr const char* rotating_pendulum = R"(
model RotatingPendulum
  parameter Real m = 1.5, k = 0.9, l = 1, g = 9.81;
  Real x, y;
  Real F;
  discrete Integer falls(start = 0, fixed = true);
  initial mode swinging "rope tight"
    Real phi(start = 0.7853981633974483, fixed = true), w(start = 15, fixed = true);
  equation
    der(phi) = w;
    der(w) = -k/m*w + g/l*sin(phi);
    x = l*sin(phi);
    y = l*cos(phi);
    F = m*l*w^2 - m*g*cos(phi);
  end swinging;
  mode falling "rope slack"
    Real vx, vy;
  equation
    der(x) = vx;
    der(y) = vy;
    m*der(vx) = -k*vx;
    m*der(vy) = -m*g - k*vy;
    F = 0;
  end falling;
  transition swinging -> falling when F < 0 then
    reinit(vx, w*y);
    reinit(vy, -w*x);
    falls = pre(falls) + 1;
  end transition "rope goes slack";
  transition falling -> swinging when x^2 + y^2 > l^2 then
    reinit(phi, atan2(x, y));
    reinit(w, (vx*y - vy*x)/l^2);
  end transition;
end RotatingPendulum;
)";

TEST(FlattenModes, ModesHoldTheirVariablesAndEquations) {
  const Loaded l(rotating_pendulum);
  ASSERT_TRUE(l.model) << l.messages();
  ASSERT_EQ(l.model->machines.size(), 1u);
  const Machine& machine = l.model->machines.front();
  EXPECT_EQ(machine.name, "mode");
  EXPECT_EQ(machine.initial, 0u);
  ASSERT_EQ(machine.modes.size(), 2u);
  EXPECT_EQ(machine.modes[0].name, "swinging");
  EXPECT_EQ(machine.modes[0].description, "rope tight");
  EXPECT_EQ(machine.modes[0].equations.size(), 5u);
  EXPECT_EQ(machine.modes[1].equations.size(), 5u);
  EXPECT_TRUE(l.model->equations.empty());
  EXPECT_EQ(l.model->find("vx")->home, (ModeRef{0, 1}));
  EXPECT_EQ(l.model->find("x")->home, std::nullopt);
}

TEST(FlattenModes, TransitionsHaveConditionAndActions) {
  const Loaded l(rotating_pendulum);
  ASSERT_TRUE(l.model) << l.messages();
  const std::vector<Transition>& transitions = l.model->machines.front().transitions;
  ASSERT_EQ(transitions.size(), 2u);
  EXPECT_EQ(transitions[0].name, "rope goes slack");
  EXPECT_EQ(transitions[0].from, std::vector<std::size_t>{0});
  EXPECT_EQ(transitions[0].to, 1u);
  EXPECT_EQ(transitions[0].actions.size(), 3u);
  EXPECT_EQ(transitions[1].name, "falling -> swinging when x^2 + y^2 > l^2");
}

TEST(FlattenModes, PrintsBack) {
  const std::string text = flat(rotating_pendulum);
  EXPECT_NE(text.find("  initial mode swinging \"rope tight\"\n    Real phi(start = "), std::string::npos) << text;
  EXPECT_NE(text.find("  transition swinging -> falling when F < 0.0 then\n    reinit(vx, w*y);\n"), std::string::npos) << text;
}

constexpr const char* pump = R"(
model Pump
  Real q;
  initial mode off
  equation
    q = 0;
  end off;
  mode on "running"
    Real v(start = 1, fixed = true);
  equation
    der(v) = -v;
    q = v;
    initial mode slow
      Real u;
    equation
      u = 2*v;
      when u < 1 then
        reinit(v, 2);
      end when "kick";
    end slow;
    mode fast
    equation
      assert(v < 100, "too fast");
    end fast;
    transition slow -> fast when timeInState() > 1 and u < 5 end transition;
    transition * -> self when v > 10 priority -1 resume then
      setSolver("radau", tolerance = 1e-8, step = 0.01);
    end transition "again";
    modes lamp
      initial mode red
      end red;
      mode green
      end green;
      transition red -> green when activeState(fast) end transition;
    end lamp;
  end on;
  transition off -> on when timeInState() > 2 then
    reinit(v, 3);
  end transition "start";
  transition on -> off when v < 0.1 and activeState(on.slow) and u < 0.3 end transition;
end Pump;
)";

std::vector<std::string> machine_names(const HybridModel& m) {
  std::vector<std::string> out;
  for (const Machine& machine : m.machines) out.push_back(machine.name);
  return out;
}

TEST(FlattenModes, MachinesNest) {
  const Loaded l(pump);
  ASSERT_TRUE(l.model) << l.messages();
  EXPECT_EQ(machine_names(*l.model), (std::vector<std::string>{"mode", "mode.on.mode", "mode.on.lamp"}));
  EXPECT_EQ(l.model->machines[1].inside, (ModeRef{0, 1}));
  EXPECT_EQ(l.model->find("u")->home, (ModeRef{1, 0}));
  EXPECT_EQ(l.model->machines[1].transitions[1].priority, -1);
  EXPECT_TRUE(l.model->machines[1].transitions[1].resume);
  EXPECT_EQ(l.model->machines[1].transitions[1].to, std::nullopt);
  EXPECT_EQ(l.model->machines[1].transitions[1].actions.front().solver->name, "radau");
  flat(pump);
}

TEST(FlattenModes, ComponentsHaveMachinesOfTheirOwn) {
  const std::string text = std::string(pump) + R"(
model A
  Pump pump(v(start = 5)), row[2];
  Real y, z;
  modes R
    initial mode a
    end a;
    mode b
    end b;
    transition a -> b when activeState(pump.on) end transition;
  end R;
equation
  y = if activeState(pump.on) then pump.v else 0;
  z = if not activeState(row[2].on.slow) or row[2].u > 1 then 1 else row[2].v;
end A;
)";
  const Loaded l(text);
  ASSERT_TRUE(l.model) << l.messages();
  EXPECT_EQ(machine_names(*l.model), (std::vector<std::string>{"R", "pump.mode", "pump.mode.on.mode", "pump.mode.on.lamp",
                                                               "row[1].mode", "row[1].mode.on.mode", "row[1].mode.on.lamp",
                                                               "row[2].mode", "row[2].mode.on.mode", "row[2].mode.on.lamp"}));
  EXPECT_EQ(saltus::text(l.model->find("pump.v")->start), "5.0");
  flat(text);
}

TEST(FlattenModes, BasesBringModes) {
  const std::string text = std::string(pump) + R"(
model Twin
  extends Pump;
  mode broken
  equation
    q = -1;
  end broken;
  transition on, off -> broken when time > 100 end transition;
end Twin;
)";
  const Loaded l(text);
  ASSERT_TRUE(l.model) << l.messages();
  EXPECT_EQ(l.model->machines.front().modes.size(), 3u);
  EXPECT_EQ(l.model->machines.front().transitions.size(), 3u);
  flat(text);
}

TEST(FlattenModes, AComponentOfAModeLivesInIt) {
  const std::string text = std::string(pump) + R"(
model House
  Real y;
  initial mode empty
  equation
    y = 0;
  end empty;
  mode full
    Pump p;
  equation
    y = p.q;
  end full;
  transition empty -> full when time > 1 end transition;
end House;
)";
  const Loaded l(text);
  ASSERT_TRUE(l.model) << l.messages();
  EXPECT_EQ(machine_names(*l.model),
            (std::vector<std::string>{"mode", "mode.full.p.mode", "mode.full.p.mode.on.mode", "mode.full.p.mode.on.lamp"}));
  EXPECT_EQ(l.model->find("p.q")->home, (ModeRef{0, 1}));
  flat(text);
}

TEST(FlattenModes, OneNameInModesOfAMachineIsOneVariable) {
  const Loaded l(R"(
model M
  Real x(start = 0, fixed = true);
  initial mode a
    Real v(start = 1, fixed = true);
    discrete Integer n(start = 0);
  equation
    der(x) = v;
    der(v) = -1;
    when v < 0.5 then
      n = pre(n) + 1;
    end when;
  end a;
  mode b
    Real v;
    discrete Integer n;
  equation
    der(x) = v;
    v = 2;
    when x > 7 then
      n = pre(n) + 10;
    end when;
  end b;
  transition a -> b when v < 0 end transition;
  transition a, b -> a when x > 10 then
    reinit(v, -v);
  end transition;
end M;
)");
  ASSERT_TRUE(l.model) << l.messages();
  std::size_t found = 0;
  for (const Variable& v : l.model->variables) found += v.name == "v" ? 1 : 0;
  EXPECT_EQ(found, 2u);
}

TEST(FlattenModes, TheModesLeftChooseWhatAnExpressionSees) {
  const Loaded l(R"(
model M
  Real x(start = 0, fixed = true);
  initial mode a
    Real u(start = 1, fixed = true);
  equation
    der(x) = u;
    der(u) = -1;
  end a;
  mode b
    Real v;
  equation
    der(x) = v;
    der(v) = 1;
  end b;
  mode c
    Real s;
  equation
    der(s) = 1;
    der(x) = 0;
  end c;
  transition a -> b when u < 0 then
    reinit(v, -u);
  end transition;
  transition a, b -> c when x > 10 then
    reinit(s, if activeState(a) then u else v);
  end transition;
end M;
)");
  ASSERT_TRUE(l.model) << l.messages();
}

TEST(FlattenModes, BranchesOfDifferentStructureAreModes) {
  const std::string text = R"(
model Diode
  Real u, i, s;
  discrete Integer n(start = 0);
equation
  if s > 0 then
    u = 0;
    i = s;
    when time > 2 then
      n = pre(n) + 1;
    end when;
  elseif s > -1 then
    assert(u < 0, "not in reverse");
    s = u;
    u = -i;
    when time > 3 then
      n = pre(n) + 2;
    end when;
  else
    if u > 3 then
      s^2 = u;
    else
      s + 3 = u^2;
    end if;
    i = 0;
  end if;
end Diode;
model Two
  Diode d[2];
equation
  for j in 1:2 loop
    if time > j then
      d[j].s = 1;
    else
      d[j].u + d[j].i = 1;
    end if;
  end for;
end Two;
)";
  const Loaded l(text);
  ASSERT_TRUE(l.model) << l.messages();
  EXPECT_EQ(machine_names(*l.model), (std::vector<std::string>{"d[1].if6", "d[1].if6.else.if20", "d[2].if6",
                                                               "d[2].if6.else.if20", "if32[1]", "if32[2]"}));
  const Machine& m = l.model->machines.front();
  EXPECT_TRUE(m.follows_condition);
  ASSERT_EQ(m.modes.size(), 3u);
  EXPECT_EQ(m.modes[1].name, "elseif2");
  EXPECT_EQ(m.modes[1].equations.size(), 2u);
  EXPECT_EQ(m.modes[1].whens.size(), 1u);
  EXPECT_EQ(m.modes[1].assertions.size(), 1u);
  ASSERT_EQ(m.transitions.size(), 3u);
  EXPECT_EQ(m.transitions[1].name, "d[1]: then, else -> elseif2 when s > -1");
  EXPECT_EQ(saltus::text(m.transitions[2].condition), "not d[1].s > 0.0 and not d[1].s > -1.0");
  EXPECT_EQ(l.model->machines[1].inside, (ModeRef{0, 2}));
  flat(text);
}

TEST(FlattenModes, ModesAndNoEventChooseByExpression) {
  const Loaded l(R"(
model M
  Real x(start = 0, fixed = true), y;
  initial mode a
    Real u;
  equation
    der(x) = 1;
    u = x;
  end a;
  mode b
  equation
    der(x) = -1;
  end b;
  transition a -> b when x > 1 end transition;
equation
  if activeState(a) then
    y = u;
  else
    y^3 = x;
  end if;
end M;
)");
  ASSERT_TRUE(l.model) << l.messages();
  EXPECT_EQ(l.model->machines.size(), 1u);
  EXPECT_EQ(l.model->equations.size(), 1u);
}

}  // namespace
}  // namespace saltus::testing
