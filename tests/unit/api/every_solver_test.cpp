// What holds whatever the solver: one suite, run with each of them.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ostream>

#include "api/saltus.hpp"
#include "model/solvers.hpp"

namespace saltus {
namespace {

/// `error`: what is allowed at a tolerance of 1e-9 or the given step, on motions of size 1 that take a few seconds. Multistep methods
/// bound the error of a step, and their errors add up.
struct Case {
  std::string solver;
  const char* step;  ///< nullptr: adaptive
  double error;
  bool stiff;
  friend void PrintTo(const Case& c, std::ostream* out) { *out << c.solver; }
};

const Case cases[] = {
    {"taylor", nullptr, 1e-9, true},       {"auto", nullptr, 1e-9, true},      {"radau", nullptr, 1e-8, true},
    {"cvode-adams", nullptr, 1e-6, false}, {"cvode-bdf", nullptr, 5e-6, true}, {"erk", nullptr, 5e-8, false},
    {"dirk", nullptr, 5e-8, true},         {"ida", nullptr, 5e-6, true},       {"euler", "1e-4", 1e-2, false},
    {"heun", "1e-3", 2e-4, false},         {"rk4", "1e-3", 1e-8, false},
};

Options options(const Case& c, const char* stop) {
  Options o{.stop = stop, .solver = c.solver};
  if (c.step) o.step = c.step;
  return o;
}

class EverySolver : public testing::TestWithParam<Case> {
 protected:
  [[nodiscard]] double allowed() const { return GetParam().error; }
  [[nodiscard]] Result run_text(const char* model, const char* stop) const {
    return run(Model::parse(model), options(GetParam(), stop));
  }
  static void expect_times(const std::vector<double>& found, const std::vector<double>& wanted, double error) {
    ASSERT_EQ(found.size(), wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i) EXPECT_NEAR(found[i], wanted[i], error) << i;
  }
};

TEST(Solvers, AllAreInTheSuite) {
  ASSERT_EQ(std::size(cases), solvers().size());
  for (const SolverInfo& s : solvers())
    EXPECT_TRUE(std::any_of(std::begin(cases), std::end(cases), [&](const Case& c) { return c.solver == s.name; })) << s.name;
}

TEST_P(EverySolver, HarmonicOscillator) {
  const Result r = run_text(R"(
model Oscillator
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
  when x < 0 then
  end when "down";
  when x > 0 then
  end when "up";
end Oscillator;)",
                            "10");
  ASSERT_TRUE(r.ok()) << r.brief();
  const double pi = std::acos(-1.0);
  expect_times(r.times("down"), {pi / 2, 5 * pi / 2}, allowed());
  expect_times(r.times("up"), {3 * pi / 2}, allowed());
  EXPECT_NEAR(*r.final_value("x"), std::cos(10.0), allowed());
}

// ARGESIM C7, pin at -pi/12; times of the independent reference.
TEST_P(EverySolver, PendulumOnAPin) {
  const Result r = run_text(R"(
model Pendulum
  parameter Real pin = -Modelica.Constants.pi/12;
  Real phi(start = Modelica.Constants.pi/6, fixed = true), w(start = 0, fixed = true), len;
equation
  len = if phi < pin then 0.3 else 1;
  der(phi) = w;
  der(w) = -9.81/len*sin(phi) - 0.2/1.02*w;
  when phi < pin then
    reinit(w, w/0.3);
  end when "hit";
  when phi >= pin then
    reinit(w, 0.3*w);
  end when "release";
end Pendulum;)",
                            "6");
  ASSERT_TRUE(r.ok()) << r.brief();
  expect_times(r.times("hit"), {0.703459485762127584, 2.590417987472131614, 4.542741390166137974}, allowed());
  expect_times(r.times("release"), {1.151779707638231151, 2.990529056608150915, 4.867487793864580557}, allowed());
}

// From height 1 with restitution 4/5: bounce k is at T (1 + 2 e + ... + 2 e^k), T = sqrt(2/g).
TEST_P(EverySolver, BallBouncesTenTimes) {
  const Result r = run_text(R"(
model Ball
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  when h <= 0 then
    reinit(v, -4/5*v);
  end when "bounce";
end Ball;)",
                            "3.6");
  ASSERT_TRUE(r.ok()) << r.brief();
  const double fall = std::sqrt(2 / 9.81);
  std::vector<double> wanted;
  double time = fall, flight = 2 * fall;
  for (int k = 0; k < 10; ++k) {
    wanted.push_back(time);
    time += flight *= 0.8;
  }
  expect_times(r.times("bounce"), wanted, allowed());
}

TEST_P(EverySolver, EventsAtOneInstant) {
  const Result r = run_text(R"(
model Two
  Real x(start = 1, fixed = true), y(start = 1, fixed = true);
  discrete Integer n(start = 0, fixed = true);
equation
  der(x) = -x;
  der(y) = -y;
  when x < 1/2 then
    reinit(x, 1);
  end when "x";
  when y < 1/2 then
    reinit(y, 1);
  end when "y";
  when x < 1/2 and y < 1/2 then
    n = pre(n) + 1;
  end when "both";
end Two;)",
                            "3");
  ASSERT_TRUE(r.ok()) << r.brief();
  EXPECT_EQ(r.final_value("n"), 4);
  ASSERT_EQ(r.events().size(), 12U);
  for (std::size_t i = 0; i < 12; ++i) {
    EXPECT_EQ(r.events()[i].instant, i / 3 + 1);
    EXPECT_NEAR(r.events()[i].time.value, std::log(2.0) * static_cast<double>(i / 3 + 1), 4 * allowed());
  }
}

TEST_P(EverySolver, TimeEventsAreExact) {
  const Result r = run_text(R"(
model Clock
  Real x(start = 1, fixed = true);
  discrete Real seen(start = 0, fixed = true), u(start = 0, fixed = true);
equation
  der(x) = -x + u;
  when sample(0.1, 0.1) then
    seen = x;
  end when "look";
  when time >= 0.55 then
    u = 1;
  end when "push";
end Clock;)",
                            "1");
  ASSERT_TRUE(r.ok()) << r.brief();
  expect_times(r.times("look"), {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0}, 1e-15);
  expect_times(r.times("push"), {0.55}, 1e-12);
  EXPECT_NEAR(*r.final_value("seen"), 1 + (std::exp(-0.55) - 1) * std::exp(-0.45), allowed());
}

// cos exceeds 1 - 1e-4 for 0.028 seconds about 2 pi, within one step of most solvers.
TEST_P(EverySolver, BothCrossingsOfADip) {
  if (GetParam().solver == "euler") GTEST_SKIP() << "Euler's amplitude grows by more than the dip is deep";
  const Result r = run_text(R"(
model Dip
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
  when x > 1 - 1e-4 then
  end when "in";
  when x < 1 - 1e-4 then
  end when "out";
  when sin(50*time) + 0.999 < 0 then
  end when "blink";
end Dip;)",
                            "7");
  ASSERT_TRUE(r.ok()) << r.brief();
  const double pi = std::acos(-1.0), half = std::acos(1 - 1e-4), error = allowed() / half;
  expect_times(r.times("in"), {2 * pi - half}, error);
  expect_times(r.times("out"), {half, 2 * pi + half}, error);
  std::vector<double> blinks;
  for (double t = (1.5 * pi - std::acos(0.999)) / 50; t < 7; t += 2 * pi / 50) blinks.push_back(t);
  expect_times(r.times("blink"), blinks, 1e-11);
}

// x^2 + y^2 - 1 starts at zero with vanishing slope and curvature; its third coefficient decides. Beside it a guard that starts with
// slope, and one that never leaves zero.
TEST_P(EverySolver, GuardsThatStartAtZero) {
  const Result r = run_text(R"(
model Release
  Real x(start = 1, fixed = true), y(start = 0, fixed = true), u(start = 0, fixed = true), w(start = 1, fixed = true);
  Real r;
  Real rest(start = 0, fixed = true);
equation
  der(x) = u;
  der(y) = w;
  der(u) = -1;
  der(w) = -1;
  der(rest) = 0;
  r = x^2 + y^2 - 1;
  when r > 0 then
  end when "out";
  when r < 0 then
  end when "in";
  when y > 0 then
  end when "up";
  when rest > 0 then
  end when "never";
end Release;)",
                            "1");
  ASSERT_TRUE(r.ok()) << r.brief();
  // x = 1 - t^2/2, y = t - t^2/2: r = t^4/2 - t^3, negative until t = 2. Euler's lines leave the circle by h^2 each, and cross it anew.
  if (GetParam().solver == "euler") return;
  EXPECT_EQ(r.times("out").size(), 0U);
  expect_times(r.times("in"), {0}, 0);
  expect_times(r.times("up"), {0}, 0);
  EXPECT_EQ(r.count("never"), 0U);
}

// Index 3: states are put back on the constraint after every step. A quarter of the period from rest at 90 degrees is K(1/sqrt 2) sqrt(l/g).
TEST_P(EverySolver, ConstraintsHold) {
  const Result r = run_text(R"(
model Pendulum
  Real x(start = 1, fixed = true), y(start = 0), vx(start = 0, fixed = true), vy, force;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -force*x;
  der(vy) = -force*y - 9.81;
  x^2 + y^2 = 1;
  when x < 0 then
  end when "down";
  when x > 0 then
  end when "up";
end Pendulum;)",
                            "2");
  ASSERT_TRUE(r.ok()) << r.brief();
  const double quarter = 1.854074677301371918 / std::sqrt(9.81);
  expect_times(r.times("down"), {quarter}, allowed());
  expect_times(r.times("up"), {3 * quarter}, allowed());
  const double x = *r.final_value("x"), y = *r.final_value("y");
  EXPECT_NEAR(x * x + y * y, 1, 1e-13);
  EXPECT_NEAR(x * *r.final_value("vx") + y * *r.final_value("vy"), 0, 1e-12);
}

// Modes of different dimension: a ball flies, then lies in a cup that is a spring, and leaves it. The flights are parabolas; in the cup
// x'' = -100 x - g, left again with the speed of arrival after the time (pi + 2 atan(g/(10 v)))/10.
TEST_P(EverySolver, ModesOfDifferentDimension) {
  const Result r = run_text(R"(
model Cup
  parameter Real g = 9.81;
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
  initial mode flying
  equation
    der(x) = v;
    der(v) = -g;
  end flying;
  mode lying
    Real work(start = 0, fixed = true);
  equation
    der(x) = v;
    der(v) = -g - 100*x;
    der(work) = -100*x*v;
  end lying;
  transition flying -> lying when x < 0 then
  end transition "in";
  transition lying -> flying when x > 0 then
  end transition "out";
end Cup;)",
                            "2");
  ASSERT_TRUE(r.ok()) << r.brief();
  const double g = 9.81, fall = std::sqrt(2 / g), speed = g * fall;
  const double stay = (std::acos(-1.0) + 2 * std::atan(g / (10 * speed))) / 10;
  expect_times(r.times("in"), {fall, 3 * fall + stay}, allowed());
  expect_times(r.times("out"), {fall + stay}, allowed());
}

// An event that changes nothing in the motion, and rows that are asked for, leave the solution alone.
TEST_P(EverySolver, LookingDoesNotDisturb) {
  constexpr const char* model = R"(
model Quiet
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
end Quiet;)";
  Options o = options(GetParam(), "3");
  const double plain = *run(Model::parse(model), o).final_value("x");
  o.interval = "0.01";
  const Result watched = run(Model::parse(model), o);
  EXPECT_EQ(*watched.final_value("x"), plain);
  const auto* x = watched.values("x");
  ASSERT_TRUE(x != nullptr && x->size() == 301);
  for (std::size_t i = 0; i <= 300; ++i) EXPECT_NEAR((*x)[i], std::cos(0.01 * static_cast<double>(i)), allowed()) << i;
}

// y follows cos(time) with a rate of 10^6; the closed form is cos(time) itself. Explicit methods need steps of 10^-6.
TEST_P(EverySolver, StiffWithEvents) {
  if (!GetParam().stiff) GTEST_SKIP() << "not for stiff motion";
  const Result r = run_text(R"(
model Stiff
  Real y(start = 1, fixed = true);
equation
  der(y) = -1e6*(y - cos(time)) - sin(time);
  when y < 0 then
  end when "down";
end Stiff;)",
                            GetParam().solver == "taylor" ? "1.58" : "9");
  ASSERT_TRUE(r.ok()) << r.brief();
  const double pi = std::acos(-1.0);
  EXPECT_NEAR(r.times("down").at(0), pi / 2, 10 * allowed());
  if (GetParam().solver != "taylor") {
    EXPECT_NEAR(r.times("down").at(1), 5 * pi / 2, 10 * allowed());
  }
}

// The last step is cut short by the stop time, anew at each of them.
TEST_P(EverySolver, EndsRightWhereverItStops) {
  const Model decay = Model::parse(R"(
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Decay;)");
  const Model pendulum = Model::parse(R"(
model Pendulum
  Real x(start = 0.6, fixed = true), y(start = -0.8, fixed = true), vx, vy, lambda;
  Real energy = (vx^2 + vy^2)/2 + 9.81*(y + 0.8);
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -lambda*x;
  der(vy) = -lambda*y - 9.81;
  x^2 + y^2 = 1;
end Pendulum;)");
  for (const char* stop : {"0.5", "1", "1.5", "2", "2.5", "3", "4", "5"}) {
    const Result x = run(decay, options(GetParam(), stop));
    ASSERT_TRUE(x.ok()) << x.brief();
    EXPECT_NEAR(*x.final_value("x"), std::exp(-std::stod(stop)), allowed()) << stop;
    const Result r = run(pendulum, options(GetParam(), stop));
    ASSERT_TRUE(r.ok()) << r.brief();
    EXPECT_EQ(r.status().time.value, std::stod(stop));
    EXPECT_NEAR(*r.final_value("energy"), 0, 20 * allowed()) << stop;
  }
}

// What a method learned from the slow motion before says nothing about the fast one after.
TEST_P(EverySolver, MotionThatBecomesFast) {
  const Result r = run_text(R"(
model Faster
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
  discrete Real w(start = 0.01, fixed = true);
equation
  der(x) = v;
  der(v) = -w^2*x;
  when time >= 1 then
    reinit(x, 1);
    reinit(v, 0);
    w = 10;
  end when;
end Faster;)",
                            "2");
  ASSERT_TRUE(r.ok()) << r.brief();
  EXPECT_NEAR(*r.final_value("x"), std::cos(10.0), 10 * allowed());
}

// Free fall, then a pendulum of index 3: its energy is that of the catch, 0.
TEST_P(EverySolver, RopeThatCatches) {
  const Result r = run_text(R"(
model Rope
  Real x(start = 3, fixed = true), y(start = -0.8, fixed = true), vx(start = 0.8, fixed = true), vy(start = 0.6, fixed = true);
  Real energy = (vx^2 + vy^2)/2 + 9.81*(y + 0.8) - 0.5;
  initial mode free
  equation
    der(x) = vx;
    der(y) = vy;
    der(vx) = 0;
    der(vy) = -9.81;
  end free;
  mode rope
    Real lambda;
  equation
    der(x) = vx;
    der(y) = vy;
    der(vx) = -lambda*x;
    der(vy) = -lambda*y - 9.81;
    x^2 + y^2 = 1;
  end rope;
  transition free -> rope when time > 1 then
    reinit(x, 0.6);
    reinit(y, -0.8);
    reinit(vx, 0.8);
    reinit(vy, 0.6);
  end transition "catch";
end Rope;)",
                            "3");
  ASSERT_TRUE(r.ok()) << r.brief();
  EXPECT_NEAR(*r.final_value("energy"), 0, 20 * allowed());
}

INSTANTIATE_TEST_SUITE_P(All, EverySolver, testing::ValuesIn(cases), [](const auto& info) {
  std::string name = info.param.solver;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

/// The time of the third bounce of a ball with drag, by a fixed step, or by a solver that chooses its own.
double third_bounce(const char* solver, std::optional<Exact> step = {}) {
  const Result r = run(Model::parse(R"(
model Ball
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81 - v*abs(v)/4;
  when h <= 0 then
    reinit(v, -0.9*v);
  end when "bounce";
end Ball;)"),
                       {.stop = 3, .tolerance = "1e-13", .solver = solver, .step = step});
  return r.times("bounce").at(2);
}

TEST(FixedStepSolvers, EventsKeepTheOrder) {
  const double exact = third_bounce("taylor");
  const std::pair<const char*, double> methods[] = {{"euler", 1}, {"heun", 2}, {"rk4", 4}};
  for (const auto& [solver, order] : methods) {
    const double coarse = std::abs(third_bounce(solver, "1/100") - exact),
                 fine = std::abs(third_bounce(solver, "1/400") - exact);
    EXPECT_NEAR(std::log2(coarse / fine) / 2, order, 0.5) << solver << " " << coarse << " " << fine;
  }
}

}  // namespace
}  // namespace saltus
