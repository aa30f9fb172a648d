#include "model/builder.hpp"

#include <gtest/gtest.h>

#include "model/print.hpp"

namespace saltus {
namespace {

HybridModel ball() {
  ModelBuilder m("Ball", "bounces until it rests");
  const Var g = m.parameter("g", "9.81", {.unit = "m/s2"});
  const Var mu = m.parameter("mu", "0.9");
  const Var h = m.real("h", {.start = 10, .fixed = true, .unit = "m", .description = "height"});
  const Var v = m.real("v", {.start = 0, .fixed = true});
  m.equation(der(h), v);
  m.equation(der(v), -g);
  m.when("bounce", h <= 0).reinit(v, -mu * v);
  m.experiment({.stop = 25, .tolerance = "1e-9"});
  return m.build();
}

TEST(Builder, TheBall) {
  const HybridModel model = ball();
  EXPECT_EQ(model.name, "Ball");
  ASSERT_EQ(model.variables.size(), 4U);
  EXPECT_EQ(model.find("g")->variability, Variability::parameter);
  EXPECT_EQ(model.find("g")->binding->number(), *Rational::ratio(981, 100));
  EXPECT_TRUE(model.find("h")->fixed);
  EXPECT_EQ(model.find("h")->description.str(), "height");
  ASSERT_EQ(model.whens.size(), 1U);
  const WhenBranch& bounce = model.whens[0].branches[0];
  EXPECT_EQ(bounce.name, "bounce");
  EXPECT_EQ(text(bounce.conditions[0]), "h <= 0.0");
  EXPECT_EQ(text(bounce.actions[0].value), "(-mu)*v");
  EXPECT_EQ(text(model.experiment.stop), "25.0");
  EXPECT_FALSE(model.experiment.start);
}

TEST(Builder, PrintsAsModelText) {
  const std::string text = print_model(ball());
  EXPECT_NE(text.find("model Ball"), std::string::npos);
  EXPECT_NE(text.find("der(v) = -g;"), std::string::npos);
  EXPECT_NE(text.find("reinit(v, (-mu)*v);"), std::string::npos);
  EXPECT_NE(text.find("end Ball;"), std::string::npos);
}

// ARGESIM C7: the length that swings is discrete, the angular velocity jumps.
TEST(Builder, TheConstrainedPendulum) {
  ModelBuilder m("Pendulum");
  const Var g = m.parameter("g", "9.81"), mass = m.parameter("m", "1.02"), d = m.parameter("d", "0.2");
  const Var l = m.parameter("l", 1), ls = m.parameter("ls", "0.3");
  const Var pin = m.parameter("pin", -m.pi() / 12);
  const Var phi = m.real("phi", {.start = m.pi() / 6, .fixed = true});
  const Var w = m.real("w", {.start = 0, .fixed = true});
  const Var length = m.discrete("length", {.start = l, .fixed = true});
  m.equation(der(phi), w);
  m.equation(der(w), -g / length * sin(phi) - d / mass * w);
  m.when("hit", phi <= pin)
      .assign(length, ls)
      .reinit(w, w * l / ls)
      .elsewhen(phi > pin)
      .assign(length, l)
      .reinit(w, w * ls / l);
  const HybridModel model = m.build();
  ASSERT_EQ(model.whens.size(), 1U);
  ASSERT_EQ(model.whens[0].branches.size(), 2U);
  EXPECT_EQ(model.whens[0].branches[0].name, "hit");
  EXPECT_EQ(model.whens[0].branches[1].name, "phi > pin");
  EXPECT_EQ(model.whens[0].branches[1].actions.size(), 2U);
  EXPECT_EQ(text(model.find("pin")->binding), "(-Modelica.Constants.pi)/12.0");
  EXPECT_EQ(text(model.equations[1].rhs), "(-g)/length*sin(phi) - d/m*w");
}

// ARGESIM C12: arrays.
TEST(Builder, ARowOfSpheres) {
  const std::size_t n = 4;
  ModelBuilder m("Spheres");
  const Var e = m.parameter("e", "0.2");
  const std::vector<Var> mass = m.parameters("m", {1, 2, 1, 1}, {.unit = "kg"});
  const std::vector<Var> y = m.reals("y", n, [](std::size_t i) { return Attributes{.start = 2 * (i - 1), .fixed = true}; });
  const std::vector<Var> v = m.reals("v", n, [](std::size_t i) { return Attributes{.start = i == 1 ? 1 : 0, .fixed = true}; });
  for (std::size_t i = 0; i < n; ++i) m.equation(der(y[i]), v[i]).equation(der(v[i]), 0);
  for (std::size_t i = 0; i + 1 < n; ++i) {
    const Ex impulse = (1 + e) * mass[i] * mass[i + 1] / (mass[i] + mass[i + 1]) * (v[i] - v[i + 1]);
    m.when("hit[" + std::to_string(i + 1) + "]", y[i + 1] - y[i] <= 1 && v[i] > v[i + 1])
        .reinit(v[i], v[i] - impulse / mass[i])
        .reinit(v[i + 1], v[i + 1] + impulse / mass[i + 1]);
  }
  const HybridModel model = m.build();
  EXPECT_EQ(model.whens.size(), n - 1);
  EXPECT_EQ(model.whens[2].branches[0].name, "hit[3]");
  EXPECT_EQ(model.find("y[3]")->start->number(), Rational(4));
  EXPECT_EQ(model.find("m[2]")->binding->number(), Rational(2));
}

TEST(Builder, EverythingElse) {
  ModelBuilder m("All");
  const Var x = m.real("x", {.nominal = 2, .min = 0, .max = "1e3", .output = true});
  const Var on = m.boolean("on", {.start = true, .fixed = true}), low = m.boolean("low");
  const Var count = m.integer("count", {.start = 0, .fixed = true});
  const Var two = m.integer_parameter("two", 2), flag = m.boolean_parameter("flag", true), c = m.constant("c", "0.1");
  m.equation(der(x), if_(on, 1, -x) + c).initial_equation(x, 1).equation(low, x < 1);
  m.assertion(x < 100, {"x is ", x}, AssertLevel::warning);
  m.when({}, {m.sample(0, "0.1"), m.initial()}).assign(count, pre(count) + two).assign(on, !pre(on) && flag);
  m.when(x > 5).terminate({"reached ", x, " at ", m.time()});
  m.when("look", m.terminal()).assertion(x > 0, "positive");
  const HybridModel model = m.build();
  EXPECT_EQ(model.initial_equations.size(), 1U);
  EXPECT_EQ(model.assertions[0].message.size(), 2U);
  EXPECT_EQ(model.assertions[0].level, AssertLevel::warning);
  EXPECT_EQ(model.whens[0].branches[0].conditions.size(), 2U);
  EXPECT_EQ(model.whens[0].branches[0].name, "{sample(0.0, 0.1), initial()}");
  EXPECT_EQ(model.whens[1].branches[0].name, "x > 5.0");
  EXPECT_EQ(model.whens[1].branches[0].actions[0].kind, Action::Kind::terminate);
  EXPECT_EQ(model.find("two")->type, Type::integer);
  EXPECT_TRUE(model.find("x")->is_output);
  EXPECT_FALSE(print_model(model).empty());
}

TEST(Builder, MisuseThrowsAndChangesNothing) {
  ModelBuilder m("M"), other("Other");
  EXPECT_THROW(ModelBuilder(""), BuildError);
  const Var x = m.real("x"), b = m.boolean("b"), k = m.discrete("k"), foreign = other.real("f");
  EXPECT_THROW(m.real("x"), BuildError);
  EXPECT_THROW(m.boolean("x"), BuildError);
  EXPECT_THROW(m.real("time"), BuildError);
  EXPECT_THROW(m.real("a\nb"), BuildError);
  EXPECT_THROW(m.real("y", {.start = true}), BuildError);
  EXPECT_THROW(m.parameter("p", foreign), BuildError);
  EXPECT_THROW(m.equation(x, b), BuildError);
  EXPECT_THROW(m.equation(x, true), BuildError);
  EXPECT_THROW(m.equation(1, 2), BuildError);
  EXPECT_THROW(m.equation(x, foreign), BuildError);
  EXPECT_THROW(m.equation(x, Ex()), BuildError);
  EXPECT_THROW(m.when("w", x), BuildError);
  EXPECT_THROW(m.when("w", std::vector<Ex>{}), BuildError);
  EXPECT_THROW(m.when("w", foreign > 0), BuildError);
  EXPECT_TRUE(m.build().whens.empty());
  EXPECT_TRUE(m.build().equations.empty());
  EXPECT_EQ(m.build().variables.size(), 3U);
  WhenBuilder w = m.when("w", x > 0);
  EXPECT_THROW(w.assign(x, 1), BuildError);
  EXPECT_THROW(w.reinit(k, 1), BuildError);
  EXPECT_THROW(w.reinit(foreign, 1), BuildError);
  EXPECT_THROW(w.assign(b, 1), BuildError);
  EXPECT_TRUE(m.build().whens[0].branches[0].actions.empty());
}

TEST(Builder, TwoWhensMayNotAssignTheSameVariable) {
  ModelBuilder m("M");
  const Var x = m.real("x"), k = m.discrete("k");
  m.when("a", x > 0).assign(k, 1).elsewhen(x > 2).assign(k, 2);
  EXPECT_NO_THROW((void)m.build());
  m.when("c", x > 1).assign(k, 3);
  EXPECT_THROW((void)m.build(), BuildError);
}

}  // namespace
}  // namespace saltus
