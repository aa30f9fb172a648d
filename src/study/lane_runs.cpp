#include "study/lane_runs.hpp"

#include "study/run_reason.hpp"

namespace saltus {

/// Hands out runs with observers that are free.
class LaneRuns::Client final : public LaneClient {
 public:
  Client(std::deque<MeasureWatch<double>>& watches, std::span<const std::vector<double>> inputs, const Done& done)
      : inputs_(inputs), done_(done), watch_of_(inputs.size()) {
    for (MeasureWatch<double>& w : watches) free_.push_back(&w);
  }

  bool next(LaneJob& job) override {
    if (next_ == inputs_.size()) return false;
    MeasureWatch<double>* watch = free_.back();
    free_.pop_back();
    watch->begin();
    watch_of_[next_] = watch;
    job = {next_, inputs_[next_], watch};
    ++next_;
    return true;
  }

  void finished(std::size_t number, const LaneEnd& end) override {
    const MeasureWatch<double>& watch = *watch_of_[number];
    RunRecord record;
    record.measures = watch.measured();
    record.message = watch.remarks();
    record.status = end.status.code;
    if (!succeeded(end.status)) record.message = reason(end.status);
    record.warnings = counted_warnings(end.warnings);
    record.end_time = end.time;
    record.steps = end.steps;
    record.events = end.events;
    record.seconds = time_spent();
    free_.push_back(watch_of_[number]);
    done_(number, std::move(record), end.steps_in_lanes > 0);
  }

  void left(std::size_t number) override {
    free_.push_back(watch_of_[number]);
    done_(number, std::nullopt, false);
  }

 private:
  // Since the run before: all together took the time that they took.
  double time_spent() {
    const auto now = std::chrono::steady_clock::now();
    const std::chrono::duration<double> spent = now - last_;
    last_ = now;
    return spent.count();
  }

  std::span<const std::vector<double>> inputs_;
  const Done& done_;
  std::vector<MeasureWatch<double>*> free_, watch_of_;
  std::size_t next_ = 0;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

LaneRuns::LaneRuns(std::unique_ptr<LaneSimulation> simulation, const MeasureProgram& program)
    : simulation_(std::move(simulation)) {
  for (std::size_t i = 0; i < simulation_->lanes(); ++i) watches_.emplace_back(program);
}

std::unique_ptr<LaneRuns> LaneRuns::make(CompiledTuples& tuples, const RunOptions& options, const MeasureProgram& program) {
  const MeasureWatch<double> like(program);
  auto simulation = LaneSimulation::make(tuples, options, &like);
  if (!simulation) return nullptr;
  return std::unique_ptr<LaneRuns>(new LaneRuns(std::move(simulation), program));
}

void LaneRuns::run(std::span<const std::vector<double>> inputs, const Done& done) {
  Client client(watches_, inputs, done);
  simulation_->run(client);
}

}  // namespace saltus
