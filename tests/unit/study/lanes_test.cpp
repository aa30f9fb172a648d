// A run in a lane is the run alone, bit for bit: steps, events, and all values at all instants.

#include <gtest/gtest.h>

#include <fmt/format.h>

#include "lane_comparison.hpp"
#include "lang/load.hpp"
#include "model/free_inputs.hpp"
#include "study/varied_model.hpp"
#include "tree_models.hpp"

#include "../sim/random_model.hpp"

namespace saltus {
namespace {

TEST(Lanes, RunsOfAllModelsAreThoseAlone) {
  int in_lanes = 0, with_modes = 0;
  ExprPool pool;
  for (const TreeModel& t : tree_models()) {
    SCOPED_TRACE(t.name);
    auto sources = std::make_shared<Sources>();
    const std::uint32_t file = sources->add(t.name, t.text);
    Diagnostics ignored;
    auto model = load_model(sources, {&file, 1}, {}, ignored);
    if (!model) continue;
    const bool has_modes = !model->machines.empty();
    std::vector<std::string> names;
    std::vector<double> values;
    for (const auto& [name, value] : other_values(*model)) {
      names.push_back(name);
      values.push_back(Rational::parse(value)->to_double());
    }
    VariedModel varied(std::move(*model), sources, names, std::vector<bool>(names.size(), false));
    if (!varied.problem().empty() || !varied.refused().empty() || names.empty()) continue;
    RunOptions options = bare();
    if (const auto stop = Rational::parse(t.stop)) options.stop = pool.number(*stop);
    if (!problem_with(options, varied.tuples().model()).empty()) continue;
    std::vector<std::vector<double>> points;
    for (int i = 0; i < 19; ++i) {
      std::vector<double> point;
      for (const double v : values) point.push_back(v * (1 + 0.003 * i));
      points.push_back(std::move(point));
    }
    Comparison comparison(varied.tuples(), options, std::move(points));
    for (const int width : widths()) static_cast<void>(comparison.run(width));
    if (comparison.steps_in_lanes() > 0) ++(has_modes ? with_modes : in_lanes);
    if (::testing::Test::HasFailure()) break;
  }
  EXPECT_GT(in_lanes, 20);
  EXPECT_GT(with_modes, 5);
}

TEST(Lanes, RunsOfRandomModelsAreThoseAlone) {
  std::size_t finished = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    HybridModel model = random_model(seed);
    ASSERT_TRUE(set_free(model, "x0.start"));
    RunOptions options = bare();
    options.stop = model.pool->number(8);
    if (seed % 2 == 0) options.tolerance = model.pool->number(*Rational::parse("1e-12"));
    CompiledTuples tuples(model);
    std::vector<std::vector<double>> points;
    for (int i = 0; i < 11; ++i) points.push_back({-0.9 + 0.171 * i});
    Comparison comparison(tuples, options, std::move(points));
    for (const int width : widths()) finished += comparison.run(width).value_or(0);
    if (::testing::Test::HasFailure()) break;
  }
  EXPECT_GT(finished, 60 * widths().size());  // lanes are not dull
}

/// The pendulum of C7 at these angles.
void expect_hits(const std::vector<double>& angles, const std::vector<std::size_t>& events) {
  Diagnostics diagnostics;
  auto sources = std::make_shared<Sources>();
  const std::uint32_t file = sources->add("pendulum.mo", contents(SALTUS_TREE "/models/argesim/c07/pendulum.mo"));
  auto model = load_model(sources, {&file, 1}, {}, diagnostics);
  ASSERT_TRUE(model);
  VariedModel varied(std::move(*model), sources, {"phi0"}, {false});
  std::vector<std::vector<double>> points;
  for (const double a : angles) points.push_back({a});
  Comparison comparison(varied.tuples(), bare(), points);
  for (const int width : widths()) {
    const auto finished = comparison.run(width);
    ASSERT_TRUE(finished);
    EXPECT_GE(*finished * 10, angles.size() * 9);
  }
  for (std::size_t i = 0; i < events.size(); ++i) {
    Simulation alone(varied.tuples());
    RunOptions options = bare();
    const std::vector<InputValue> inputs = {{angles[i], {}, {}}};
    options.inputs = inputs;
    EXPECT_EQ(alone.run(options).statistics.events, events[i]) << angles[i];
  }
}

TEST(Lanes, RecordsOfManyPointsAreThoseOfSingleRuns) {
  std::vector<MeasureText> measures;
  for (const char* text :
       {R"(count("hit"))", R"(times("release"))", "final(w)", R"(before("hit", 2, w))", "initial(phi)", "final(len)"})
    measures.push_back({fmt::format("m{}", measures.size()), text});
  Diagnostics diagnostics;
  const auto ensemble =
      Ensemble::make(of_text(contents(SALTUS_TREE "/models/argesim/c07/pendulum.mo"), {"phi0", "d"}, measures), diagnostics);
  ASSERT_TRUE(ensemble) << diagnostics.all().at(0).message;
  std::vector<Point> points;
  for (std::uint64_t i = 0; i < 100; ++i)
    points.push_back(
        {i + 1,
         {{-0.3 + 0.01 * static_cast<double>(i), ""}, {i == 50 ? std::nan("") : 0.1 + 0.002 * static_cast<double>(i), ""}}});
  expect_same_records(*ensemble, points);
}

/// 40 values of p, great and small ones in turn.
void expect_same_records_of(const char* text) {
  Diagnostics diagnostics;
  const auto ensemble = Ensemble::make(of_text(text, {"p"}, {{"n", R"(count("up"))"}, {"x", "final(x)"}}), diagnostics);
  ASSERT_TRUE(ensemble) << diagnostics.all().at(0).message;
  std::vector<Point> points;
  for (std::uint64_t i = 0; i < 40; ++i) points.push_back({i + 1, {{0.1 * static_cast<double>(i * 13 % 40), ""}}});
  expect_same_records(*ensemble, points);
}

// What an action reads of the parameters alone is of the run itself.
TEST(Lanes, ActionsReadTheParametersOfTheirRun) {
  expect_same_records_of(R"(
model M
  parameter Real p = 2;
  Real x(start = 1.5, fixed = true);
equation
  der(x) = -x;
  when x < 1 then
    reinit(x, p + 1.01);
  end when "up";
  annotation(experiment(StopTime = 3));
end M;
)");
  expect_same_records_of(R"(
model M
  parameter Real p = 2;
  Real x(start = 1.5, fixed = true);
equation
  der(x) = -x;
  when x < 1 then
    assert(p < 3, "too large");
  end when "up";
  annotation(experiment(StopTime = 3));
end M;
)");
}

// With p < 1 the body sticks and rounds do not end: that run is left, and the others of its register are not.
TEST(Lanes, ARunThatIsLeftAtItsStartLeavesTheOthers) {
  expect_same_records_of(R"(
model M
  parameter Real p = 2;
  Real v(start = 0, fixed = true), x(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = p - (if v >= 0 then 1 else -1) - 0.1*v;
  when x > 1 then
    terminate("there");
  end when "up";
  annotation(experiment(StopTime = 6));
end M;
)");
}

// What `when initial()` asserts ends some runs at their start, and those of the other lanes go on.
TEST(Lanes, ActionsAtTheStart) {
  expect_same_records_of(R"(
model M
  parameter Real p = 2;
  Real x(start = 1.5, fixed = true);
equation
  der(x) = -x;
  when initial() then
    assert(p < 3, "too large");
  end when;
  when x < 1 then
    reinit(x, 1.01 + p);
  end when "up";
  annotation(experiment(StopTime = 3));
end M;
)");
}

// Guards that are linear in time but for rounding: how far they are from their series where states arrive is the same noise in lanes as alone.
TEST(Lanes, GuardsThatAreLinearButForRounding) {
  expect_same_records_of(R"(
model M
  parameter Real p = 2;
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = (0.1 + p)*x;
  der(y) = floor(log(x)) - mod(2*log(x), 1);
  when floor(log(x)) > 2 then
    reinit(y, 0);
  end when "up";
  annotation(experiment(StopTime = 3));
end M;
)");
}

TEST(Lanes, PendulumsThatGrazeThePin) {
  const double grazing[] = {0.35241646, 0.42873382, 0.52037118, 0.63054636};
  std::vector<double> angles;
  std::vector<std::size_t> events;
  for (std::size_t i = 0; i < 4; ++i)
    for (const double d : {1e-5, 1e-8}) {
      angles.push_back(grazing[i] - d);
      events.push_back(2 * i + 2);
      angles.push_back(grazing[i] + d);
      events.push_back(2 * i + 4);
    }
  expect_hits(angles, events);
}

TEST(Lanes, ManyPendulums) {
  std::vector<double> angles;
  for (int i = 0; i < 500; ++i) angles.push_back(-0.2 + 0.002 * i);
  expect_hits(angles, {});
}

}  // namespace
}  // namespace saltus
