// Whole runs of models built in C++, against closed forms and published reference values.

#include <gtest/gtest.h>

#include <cmath>

#include "compile/check_modes.hpp"
#include "model/builder.hpp"
#include "sim/simulate.hpp"

namespace saltus {
namespace {

RunResult run_model(const HybridModel& model, const RunOptions& options) {
  CompiledTuples tuples(model);
  Diagnostics diagnostics;
  check_modes(tuples, Thoroughness::everything, diagnostics);
  for (const Diagnostic& d : diagnostics.all()) ADD_FAILURE() << d.code << ": " << d.message;
  if (diagnostics.has_errors()) return {};
  EXPECT_EQ(problem_with(options, model), "");
  return simulate(tuples, options);
}

Expr exact(const HybridModel& m, const char* text) { return m.pool->number(*Rational::parse(text)); }

HybridModel pendulum() {
  ModelBuilder m("Pendulum");
  const Var g = m.parameter("g", "9.81"), mass = m.parameter("m", "1.02"), l = m.parameter("l", "1"),
            ls = m.parameter("ls", "0.3");
  const Var d = m.parameter("d", "0.2"), pin = m.parameter("pin", -m.pi() / 12);
  const Var phi = m.real("phi", {.start = m.pi() / 6, .fixed = true}), w = m.real("w", {.start = 0, .fixed = true});
  const Var length = m.real("length");
  m.equation(length, if_(phi < pin, ls, l));
  m.equation(der(phi), w);
  m.equation(der(w), -g / length * sin(phi) - d / mass * w);
  m.when("hit", phi < pin).reinit(w, w * l / ls);
  m.when("release", phi >= pin).reinit(w, w * ls / l);
  return m.build();
}

TEST(FirstRuns, constrained_pendulum_has_eight_events) {
  const HybridModel m = pendulum();
  for (const char* tol : {"1e-9", "1e-12"}) {
    RunOptions o;
    o.stop = exact(m, "10");
    o.tolerance = exact(m, tol);
    const RunResult r = run_model(m, o);
    EXPECT_EQ(r.status.code, StatusCode::finished) << r.status.message;
    std::vector<double> times;
    for (const EventEntry& e : r.events)
      if (e.kind == EventKind::when) times.push_back(e.time.value);
    ASSERT_EQ(times.size(), 8U);
    // reference: C7 a1, pin -pi/12, nonlinear
    EXPECT_NEAR(times[0], 0.703459485762127584, 1e-11);
    EXPECT_NEAR(r.final_values[1].value.value, 0.119693213955711564697582446653, 1e-10);
  }
}

TEST(FirstRuns, ball_bounces_towards_its_limit) {
  ModelBuilder b("Ball");
  const Var g = b.parameter("g", "9.81"), mu = b.parameter("mu", "0.9");
  const Var x = b.real("x", {.start = 10, .fixed = true}), v = b.real("v", {.start = 0, .fixed = true});
  b.equation(der(x), v).equation(der(v), -g);
  b.when("bounce", x <= 0).reinit(v, -mu * v);
  const HybridModel m = b.build();
  RunOptions o;
  o.stop = exact(m, "30");
  o.tolerance = exact(m, "1e-12");
  const RunResult r = run_model(m, o);
  EXPECT_EQ(r.status.code, StatusCode::zeno) << r.status.message;
  EXPECT_NEAR(r.status.time.value, 27.12901933561422, 1e-8);
  double t = std::sqrt(2 * 10 / 9.81), v_up = 0.9 * 9.81 * t;
  ASSERT_GE(r.events.size(), 100U);
  for (std::size_t i = 0; i < 100; ++i) {
    EXPECT_NEAR(r.events[i].time.value, t, 1e-11) << i;
    t += 2 * v_up / 9.81;
    v_up *= 0.9;
  }
}

// Both sides push back with at least 1/2: x reaches 0 and slides there.
TEST(FirstRuns, relay_slides) {
  ModelBuilder b("Relay");
  const Var x = b.real("x", {.start = 1, .fixed = true});
  b.equation(der(x), if_(x > 0, -1, 1) + 0.5 * sin(b.time()));
  const HybridModel m = b.build();
  RunOptions o;
  o.stop = exact(m, "3");
  const RunResult r = run_model(m, o);
  EXPECT_EQ(r.status.code, StatusCode::finished) << r.status.message;
  EXPECT_NEAR(r.final_values[1].value.value, 0, 1e-12);
}

TEST(FirstRuns, all_crossings_of_a_fast_guard) {
  ModelBuilder b("Fast");
  const Var y = b.real("y", {.start = 1, .fixed = true});
  const Var n = b.integer("n", {.start = 0, .fixed = true});
  b.equation(der(y), -y);
  b.when("up", sin(50 * b.time()) + "0.999" > 0).assign(n, pre(n) + 1);
  b.when("down", sin(50 * b.time()) + "0.999" < 0);
  const HybridModel m = b.build();
  RunOptions o;
  o.stop = exact(m, "10");
  const RunResult r = run_model(m, o);
  EXPECT_EQ(r.events.size(), 158U);
}

}  // namespace
}  // namespace saltus
