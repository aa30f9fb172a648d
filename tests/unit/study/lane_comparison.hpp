#pragma once
// Runs in lanes against the same runs alone, digit by digit.

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "sim/lane_simulation.hpp"
#include "sim/simulation.hpp"
#include "text_model.hpp"

namespace saltus {

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

inline RunOptions bare() {
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
    steps_in_lanes_ += end.steps_in_lanes;
    EXPECT_EQ(r.status.code, end.status.code) << number;
    EXPECT_EQ(r.status.message, end.status.message) << number;
    EXPECT_EQ(r.status.place, end.status.place) << number;
    EXPECT_TRUE(r.warnings == end.warnings) << number;
    EXPECT_EQ(r.statistics.steps, end.steps) << number;
    EXPECT_EQ(r.statistics.events, end.events) << number;
    EXPECT_EQ(r.status.time.value, end.time) << number;
    EXPECT_TRUE(alone.seen == witnesses_[number].seen) << number;
  }
  void left(std::size_t number) override {
    EXPECT_FALSE(done_[number]);
    done_[number] = true;
  }

  /// In all runs so far.
  [[nodiscard]] std::uint64_t steps_in_lanes() const { return steps_in_lanes_; }

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
  std::uint64_t steps_in_lanes_ = 0;
  bool all_ = true;
  Simulation simulation_{tuples_};
};

inline std::vector<int> widths() {
  std::vector<int> list = {2};
  if (LaneSimulation::widest() >= 4) list.push_back(4);
  if (LaneSimulation::widest() >= 8) list.push_back(8);
  return list;
}

/// The records of run_many() are those of run().
inline void expect_same_records(Ensemble& ensemble, const std::vector<Point>& points) {
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

}  // namespace saltus
