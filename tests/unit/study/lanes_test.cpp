// A run in a lane is the run alone, bit for bit: steps, events, and all values at all instants.

#include <gtest/gtest.h>

#include <bit>
#include <deque>

#include <fmt/format.h>

#include "lang/load.hpp"
#include "model/free_inputs.hpp"
#include "sim/lane_simulation.hpp"
#include "sim/simulation.hpp"
#include "study/ensemble.hpp"
#include "study/varied_model.hpp"
#include "text_model.hpp"
#include "tree_models.hpp"

#include "../sim/random_model.hpp"

namespace saltus {
namespace {

/// Keeps what an observer can see at instants: of all variables, or of states only. What nobody watches need not be there between instants.
class Witness final : public Observer<double> {
 public:
  explicit Witness(bool all) : all_(all) {}
  std::vector<std::uint64_t> seen;

  void stretch(Motion<double>&, const TimePoint<double>&, const double&, const Proposal<double>&, bool) override {}
  void before(Motion<double>& motion, const double& time) override { note(motion, time); }
  void after(Motion<double>& motion, const double& time, const EventLog<double>& log) override {
    note(motion, time);
    seen.push_back(log.entries.size());
  }
  void end(Motion<double>* motion, const RunEnd<double>& end, const EventLog<double>& log) override {
    if (motion) note(*motion, end.time);
    for (const auto& e : log.entries) {
      add(e.time);
      seen.push_back(e.instant);
      seen.push_back(e.what.id());
    }
  }
  [[nodiscard]] bool watches_stretches() const override { return false; }
  [[nodiscard]] std::optional<std::vector<Slot>> watched_slots(const CompiledModel& c) const override { return slots(c); }

 private:
  [[nodiscard]] std::vector<Slot> slots(const CompiledModel& c) const {
    std::vector<Slot> slots;
    if (all_) {
      for (const CompiledVariable& v : c.variables)
        if (v.value != no_slot) slots.push_back(v.value);
    } else {
      for (const CompiledState& s : c.states) slots.push_back(s.value);
    }
    return slots;
  }
  void add(double x) { seen.push_back(std::bit_cast<std::uint64_t>(x == 0 ? 0.0 : x)); }
  void note(Motion<double>& motion, double time) {
    add(time);
    for (const Slot slot : slots(motion.compiled)) add(motion.flow.value(slot));
  }

  bool all_;
};

RunOptions bare() {
  RunOptions o;
  o.record = Record::none;
  o.values_in_events = false;
  o.bare_result = true;
  return o;
}

/// One model at many points.
class Comparison final : public LaneClient {
 public:
  Comparison(CompiledTuples& tuples, RunOptions options, std::vector<std::vector<double>> points)
      : tuples_(tuples), options_(std::move(options)), points_(std::move(points)), done_(points_.size()) {}

  bool next(LaneJob& job) override {
    if (next_ == points_.size()) return false;
    job = {next_, points_[next_], &witnesses_[next_]};
    ++next_;
    return true;
  }
  void finished(std::size_t number, const LaneEnd& end) override {
    EXPECT_FALSE(done_[number]);
    done_[number] = true;
    ++finished_;
    std::vector<InputValue> inputs;
    for (const double x : points_[number]) inputs.push_back({x, {}, {}});
    Witness alone(all_);
    RunOptions options = options_;
    options.inputs = inputs;
    options.observer = &alone;
    const RunResult r = simulation_.run(options);
    EXPECT_EQ(r.status.code, StatusCode::finished) << number;
    EXPECT_EQ(r.statistics.steps, end.steps) << number;
    EXPECT_EQ(r.statistics.events, end.events) << number;
    EXPECT_EQ(r.status.time.value, end.time) << number;
    EXPECT_TRUE(alone.seen == witnesses_[number].seen) << number;
  }
  void left(std::size_t number) override {
    EXPECT_FALSE(done_[number]);
    done_[number] = true;
  }

  /// How many finished in lanes of this width; nothing if the model does not go in lanes.
  std::optional<std::size_t> run(int width) {
    const auto narrow = run(width, false), wide = run(width, true);
    return narrow ? std::optional(std::min(*narrow, wide.value_or(0))) : std::nullopt;
  }

 private:
  std::optional<std::size_t> run(int width, bool all) {
    all_ = all;
    const Witness like(all);
    const auto lanes = LaneSimulation::make(tuples_, options_, &like, width);
    if (!lanes) return std::nullopt;
    next_ = finished_ = 0;
    witnesses_.clear();
    for (std::size_t i = 0; i < points_.size(); ++i) witnesses_.emplace_back(all);
    done_.assign(points_.size(), false);
    lanes->run(*this);
    EXPECT_TRUE(std::ranges::all_of(done_, [](bool d) { return d; }));
    return finished_;
  }

  CompiledTuples& tuples_;
  RunOptions options_;
  std::vector<std::vector<double>> points_;
  std::deque<Witness> witnesses_;
  std::vector<bool> done_;
  std::size_t next_ = 0, finished_ = 0;
  bool all_ = true;
  Simulation simulation_{tuples_};
};

std::vector<int> widths() {
  std::vector<int> list = {2};
  if (LaneSimulation::widest() >= 4) list.push_back(4);
  if (LaneSimulation::widest() >= 8) list.push_back(8);
  return list;
}

TEST(Lanes, RunsOfAllModelsAreThoseAlone) {
  int in_lanes = 0;
  ExprPool pool;
  for (const TreeModel& t : tree_models()) {
    SCOPED_TRACE(t.name);
    auto sources = std::make_shared<Sources>();
    const std::uint32_t file = sources->add(t.name, t.text);
    Diagnostics ignored;
    auto model = load_model(sources, {&file, 1}, {}, ignored);
    if (!model || !model->machines.empty()) continue;
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
    bool any = false;
    for (const int width : widths()) any = comparison.run(width).value_or(0) > 0 || any;
    in_lanes += any ? 1 : 0;
    if (::testing::Test::HasFailure()) break;
  }
  EXPECT_GT(in_lanes, 20);
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

/// The records of run_many() are those of run().
void expect_same_records(Ensemble& ensemble, const std::vector<Point>& points) {
  EXPECT_GT(ensemble.batch(), 1U);
  std::vector<int> seen(points.size(), 0);
  ensemble.run_many(points, [&](std::size_t i, const RunRecord& many) {
    SCOPED_TRACE(i);
    ++seen[i];
    const RunRecord one = ensemble.run(points[i]);
    EXPECT_EQ(many.point.number, points[i].number);
    EXPECT_EQ(many.status, one.status);
    EXPECT_EQ(many.message, one.message);
    EXPECT_EQ(many.steps, one.steps);
    EXPECT_EQ(many.events, one.events);
    EXPECT_EQ(many.end_time, one.end_time);
    ASSERT_EQ(many.measures.size(), one.measures.size());
    for (std::size_t k = 0; k < one.measures.size(); ++k) {
      EXPECT_EQ(std::bit_cast<std::uint64_t>(many.measures[k].number), std::bit_cast<std::uint64_t>(one.measures[k].number));
      EXPECT_EQ(many.measures[k].list, one.measures[k].list);
    }
  });
  EXPECT_EQ(seen, std::vector<int>(points.size(), 1));
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
