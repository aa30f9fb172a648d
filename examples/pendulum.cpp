// A pendulum whose string meets a pin, built in C++: equations, two events, and the times at which they fired.

#include "api/saltus.hpp"

#include <cstdio>

using namespace saltus;

namespace {

HybridModel pinned_pendulum() {
  ModelBuilder m("PinnedPendulum", "the string is shortened while the angle is beyond the pin");
  const Var g = m.parameter("g", "9.81", {.unit = "m/s2"});
  const Var length = m.parameter("l", 1, {.unit = "m"});
  const Var pin = m.parameter("pin", "-0.2", {.unit = "rad"});
  const Var shorter = m.parameter("l_short", "0.3", {.unit = "m"});
  const Var phi = m.real("phi", {.start = "0.5", .fixed = true, .unit = "rad"});
  const Var w = m.real("w", {.start = 0, .fixed = true, .unit = "rad/s"});
  const Var l = m.discrete("length", {.start = length, .fixed = true});
  m.equation(der(phi), w);
  m.equation(der(w), -g / l * sin(phi));
  // The velocity of the bob does not jump, so the angular velocity does.
  m.when("hits the pin", phi < pin)
      .assign(l, shorter)
      .reinit(w, w * length / shorter)
      .elsewhen(phi > pin)
      .assign(l, length)
      .reinit(w, w * shorter / length);
  m.experiment({.start = 0, .stop = 4});
  return m.build();
}

}  // namespace

int main() {
  const Result result = run(pinned_pendulum(), {.tolerance = "1e-12"});
  std::printf("%s", result.brief().c_str());
  for (const double t : result.times("hits the pin")) std::printf("hit at %.12f\n", t);
  return result.ok() ? 0 : 1;
}
