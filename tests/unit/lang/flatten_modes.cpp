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

}  // namespace
}  // namespace saltus::testing
