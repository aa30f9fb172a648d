// A mass on a rope that whirls around: while the rope is tight it has one degree of freedom, while the rope is slack it falls freely
// with two. Modes of different dimension, built in C++ (ARGESIM C21, case study 3).

#include "api/saltus.hpp"

#include <cstdio>

using namespace saltus;

namespace {

HybridModel rotating_pendulum() {
  ModelBuilder m("RotatingPendulum", "the rope may go slack");
  const Var mass = m.parameter("m", "1.5"), k = m.parameter("k", "0.9"), l = m.parameter("l", 1), g = m.parameter("g", "9.81");
  const Var x = m.real("x"), y = m.real("y"), force = m.real("F", {.description = "rope force"});
  const Var falls = m.integer("falls", {.start = 0, .fixed = true});

  MachineBuilder machine = m.machine();
  ModeBuilder swinging = machine.initial_mode("swinging", "rope tight");
  const Var phi = swinging.real("phi", {.start = m.pi() / 4, .fixed = true});
  const Var w = swinging.real("w", {.start = 15, .fixed = true});
  swinging.equation(der(phi), w)
      .equation(der(w), -k / mass * w + g / l * sin(phi))
      .equation(x, l * sin(phi))
      .equation(y, l * cos(phi))
      .equation(force, mass * l * w * w - mass * g * cos(phi));

  ModeBuilder falling = machine.mode("falling", "rope slack");
  const Var vx = falling.real("vx"), vy = falling.real("vy");
  falling.equation(der(x), vx)
      .equation(der(y), vy)
      .equation(mass * der(vx), -k * vx)
      .equation(mass * der(vy), -mass * g - k * vy)
      .equation(force, 0);

  machine.transition(swinging, falling, force < 0)
      .named("rope goes slack")
      .reinit(vx, w * y)
      .reinit(vy, -w * x)
      .assign(falls, pre(falls) + 1);
  machine.transition(falling, swinging, x * x + y * y > l * l)
      .named("rope goes tight")
      .reinit(phi, atan2(x, y))
      .reinit(w, (vx * y - vy * x) / (l * l));
  m.experiment({.stop = 10, .tolerance = "1e-12"});
  return m.build();
}

}  // namespace

int main() {
  const Result result = run(rotating_pendulum());
  std::printf("%s", result.brief().c_str());
  for (const char* event : {"rope goes slack", "rope goes tight"})
    for (const double t : result.times(event)) std::printf("%s at %.12f\n", event, t);
  return result.ok() ? 0 : 1;
}
