// Models with modes in lanes: what a run does between instants is made there, what happens at them alone, and nothing is another run's.

#include <cmath>
#include <string>

#include <fmt/format.h>

#include "lane_comparison.hpp"
#include "lang/load.hpp"
#include "study/varied_model.hpp"

namespace saltus {
namespace {

/// How the runs of a model, which has a parameter p, went.
struct Went {
  std::size_t finished = 0;  ///< of the width that had fewest
  std::uint64_t steps_in_lanes = 0;
};

Went compare(const std::string& text, std::vector<std::vector<double>> points) {
  Diagnostics diagnostics;
  auto sources = std::make_shared<Sources>();
  const std::uint32_t file = sources->add("model.mo", text);
  auto model = load_model(sources, {&file, 1}, {}, diagnostics);
  if (!model) {
    ADD_FAILURE() << diagnostics.all().at(0).message;
    return {};
  }
  VariedModel varied(std::move(*model), sources, {"p"}, {false});
  EXPECT_EQ(varied.problem(), "");
  EXPECT_TRUE(varied.refused().empty());
  Went went{points.size(), 0};
  Comparison comparison(varied.tuples(), bare(), std::move(points));
  for (const int width : widths()) went.finished = std::min(went.finished, comparison.run(width).value_or(0));
  went.steps_in_lanes = comparison.steps_in_lanes();
  return went;
}

/// From `first` to `last`, not in order.
std::vector<std::vector<double>> points(std::size_t count, double first, double last) {
  std::vector<std::vector<double>> list;
  for (std::size_t i = 0; i < count; ++i)
    list.push_back({first + (last - first) * static_cast<double>(i * 37 % count) / static_cast<double>(count)});
  return list;
}

/// All runs are made here, and at least so many steps of each of them in lanes.
void expect_in_lanes(const std::string& text, double first, double last, std::uint64_t least = 2) {
  for (const std::size_t count : {1, 7, 8, 9, 17, 100}) {
    SCOPED_TRACE(count);
    const Went went = compare(text, points(count, first, last));
    EXPECT_EQ(went.finished, count);
    EXPECT_GE(went.steps_in_lanes, least * count * widths().size());
    if (::testing::Test::HasFailure()) break;
  }
}

const char* const rope = R"(
model Rope "a stone on a rope: an angle as long as that is tight, then a place"
  parameter Real p = 6;
  Real x, y;
  initial mode tight
    Real phi(start = 2.5, fixed = true), w(start = p, fixed = true);
    Real force;
  equation
    der(phi) = w;
    der(w) = 9.81*sin(phi) - 0.3*w;
    x = sin(phi);
    y = cos(phi);
    force = w^2 - 9.81*cos(phi);
  end tight;
  mode slack
    Real vx, vy;
  equation
    der(x) = vx;
    der(y) = vy;
    der(vx) = -0.3*vx;
    der(vy) = -9.81 - 0.3*vy;
  end slack;
  transition tight -> slack when force < 0 then
    reinit(vx, w*cos(phi));
    reinit(vy, -w*sin(phi));
  end transition "slack";
  transition slack -> tight when x^2 + y^2 > 1 then
    reinit(phi, atan2(x, y));
    reinit(w, vx*y - vy*x);
  end transition "tight";
  annotation(experiment(StopTime = 4));
end Rope;
)";

TEST(ModeLanes, ModesWithDifferentStates) { expect_in_lanes(rope, 3, 9, 20); }

// Below p = 1 the other mode is there from the first instant, above 3 it never is.
TEST(ModeLanes, TheParameterDecidesWhichModesThereAre) {
  expect_in_lanes(R"(
model M
  parameter Real p = 1;
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
  discrete Integer n(start = 0, fixed = true);
  initial mode swing
  equation
    der(v) = -sin(x);
  end swing;
  mode damped
  equation
    der(v) = -sin(x) - 0.5*v;
  end damped;
  transition swing -> damped when p < 1 or time > p then
    n = pre(n) + 1;
  end transition "damp";
  transition damped -> swing when timeInState() > 0.5 and p > 1 and n < 4 then
    reinit(v, v + 0.3);
  end transition "push";
equation
  der(x) = v;
  annotation(experiment(StopTime = 3));
end M;
)",
                  0.5, 3.5);
}

// The mode outside is entered on its own surface, as far as the errors of the states tell: the motion decides, as it does alone.
TEST(ModeLanes, ModesThatAreEnteredOnASurface) {
  std::string text = R"(
model M
  parameter Real p = 0.5;
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
  discrete Integer n(start = 0, fixed = true);
  initial mode circle
  equation
    der(x) = -y;
    der(y) = x;
  end circle;
  mode outside
  equation
    der(x) = 0.1*x - y;
    der(y) = 0.1*y + x;
  end outside;
  transition circle -> outside when y > p and n < 3 then
    n = pre(n) + 1;
  end transition "out";
  transition outside -> circle when x^2 + y^2 < 1 then
  end transition "back";
  transition outside -> circle when timeInState() > 0.5 then
    reinit(x, x/sqrt(x^2 + y^2));
    reinit(y, y/sqrt(x^2 + y^2));
  end transition "put back";
  annotation(experiment(StopTime = 25, Tolerance = 1e-6));
end M;
)";
  expect_in_lanes(text, 0.1, 0.95);
  for (const auto& [outside, inside] : {std::pair("0.1*x", "-0.1*x"), {"0.1*y", "-0.1*y"}, {"y^2 < 1", "y^2 > 1"}})
    text.replace(text.find(outside), std::string_view(outside).size(), inside);
  expect_in_lanes(text, 0.1, 0.95);
}

// A chain of transitions, and two machines that change together.
TEST(ModeLanes, SeveralTransitionsAtOneInstant) {
  expect_in_lanes(R"(
model M
  parameter Real p = 1;
  Real x(start = p, fixed = true), y(start = 0, fixed = true);
  modes a
    initial mode one
    equation
      der(x) = -sin(x) - 0.2;
    end one;
    mode two
      Real z;
    equation
      der(x) = 1;
      z = x;
    end two;
    mode three
      Real z(start = 0, fixed = true);
    equation
      der(x) = cos(z);
      der(z) = x + 0.5;
    end three;
    transition one -> two when x < 0 then
    end transition "begin";
    transition two -> three when x > -1 then
    end transition "at once";
    transition three -> one when z > 1 then
      reinit(x, x + 0.7);
    end transition "again";
  end a;
  modes b
    initial mode up
    equation
      der(y) = exp(-x^2);
    end up;
    mode down
    equation
      der(y) = -1 - 0.1*y;
    end down;
    transition up -> down when x < 0 then
    end transition "turn";
    transition down -> up when y < -0.5 then
    end transition "turn back";
  end b;
  annotation(experiment(StopTime = 6));
end M;
)",
                  0.2, 2);
}

const char* const ball = R"(
model Ball
  parameter Real p = 0.7;
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
  initial mode flying
  equation
    der(x) = v;
    der(v) = -9.81 - 0.1*v*abs(v);
    when x <= 0 then
      reinit(v, -p*v);
    end when "bounce";
  end flying;
  mode resting
  equation
    x = 0;
    v = 0;
  end resting;
  transition flying -> resting when zeno("bounce") then
  end transition "rest";
  annotation(experiment(StopTime = 4));
end Ball;
)";

// The mode at rest has no states, and is passed through alone.
TEST(ModeLanes, EventsThatAccumulateInAMode) { expect_in_lanes(ball, 0.3, 0.95); }

// Without a mode to rest in some runs end where they do.
TEST(ModeLanes, RunsThatEndBeforeTheStop) {
  std::string text = ball;
  const std::size_t at = text.find("zeno(\"bounce\")");
  text.replace(at, 14, "time > 100");
  const Went went = compare(text, {{0.99}, {0.1}, {0.98}, {0.2}, {0.97}, {0.96}, {0.995}, {0.15}, {0.985}});
  EXPECT_EQ(went.finished, 9U);
  EXPECT_GT(went.steps_in_lanes, 0U);
}

// Implicit equations in one of the modes: that is passed through alone.
TEST(ModeLanes, ModesThatAreNotForLanes) {
  expect_in_lanes(R"(
model M
  parameter Real p = 1;
  Real x(start = p, fixed = true), u;
  initial mode plain
  equation
    der(x) = -sin(x) - 0.1;
    u = 0;
  end plain;
  mode implicit
  equation
    der(x) = u;
    u + 0.1*u^3 = 1 + 0.2*sin(x + u);
  end implicit;
  transition plain -> implicit when x < 0.3 then
  end transition "charge";
  transition implicit -> plain when x > 1.2 then
  end transition "full";
  annotation(experiment(StopTime = 9));
end M;
)",
                  0.5, 2.5);
}

// Values that nothing reads are looked at where stretches end: of some runs log(1.5 - x) has none in the end, and they say where.
TEST(ModeLanes, ShownValuesThatAreNoNumbers) {
  const char* text = R"(
model M
  parameter Real p = 1;
  Real x(start = 1, fixed = true), y;
  initial mode rising
  equation
    der(x) = p*cos(0.3*x);
  end rising;
  mode falling
  equation
    der(x) = -x;
  end falling;
  transition rising -> falling when x > 2 then
  end transition "down";
  transition falling -> rising when x < 1 then
  end transition "up";
equation
  y = log(1.5 - x);
  annotation(experiment(StopTime = 1));
end M;
)";
  const Went went = compare(text, {{0.1}, {5}, {0.2}, {2}, {0.3}, {0.15}, {0.25}, {3}, {0.05}});
  EXPECT_EQ(went.finished, 9U);
  EXPECT_GT(went.steps_in_lanes, 0U);
}

TEST(ModeLanes, RecordsOfManyPointsAreThoseOfSingleRuns) {
  std::vector<MeasureText> measures;
  for (const char* text : {R"(count("slack"))", R"(times("tight"))", "final(x)", R"(after("tight", 1, y))", "final(y)"})
    measures.push_back({fmt::format("m{}", measures.size()), text});
  Diagnostics diagnostics;
  const auto ensemble = Ensemble::make(of_text(rope, {"p"}, measures), diagnostics);
  ASSERT_TRUE(ensemble) << diagnostics.all().at(0).message;
  std::vector<Point> some;
  for (std::uint64_t i = 0; i < 100; ++i)
    some.push_back({i + 1, {{i == 50 ? std::nan("") : 3 + 0.06 * static_cast<double>(i * 37 % 100), ""}}});
  expect_same_records(*ensemble, some);
}

// The first runs stay in a mode that any p may have; the others come to one that the compiler decides by p.
TEST(ModeLanes, ModesThatDecideByTheParameter) {
  Diagnostics diagnostics;
  const auto ensemble = Ensemble::make(of_text(R"(
model M
  parameter Real p = 1;
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
  initial mode first
  equation
    der(y) = -y;
  end first;
  mode second
  equation
    der(y) = if p > 2 then 1 else -1;
  end second;
  transition first -> second when x > 3/p then
  end transition "up";
equation
  der(x) = cos(0.1*x);
  annotation(experiment(StopTime = 2));
end M;
)",
                                               {"p"}, {{"n", R"(count("up"))"}, {"y", "final(y)"}}),
                                       diagnostics);
  ASSERT_TRUE(ensemble) << diagnostics.all().at(0).message;
  std::vector<Point> some;
  for (std::uint64_t i = 0; i < 40; ++i) some.push_back({i + 1, {{0.5 + 0.1 * static_cast<double>(i), ""}}});
  expect_same_records(*ensemble, some);
}

}  // namespace
}  // namespace saltus
