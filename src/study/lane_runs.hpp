#pragma once
// Runs of a model at many points, in lanes, each with its measures.

#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "sim/lane_simulation.hpp"
#include "study/measure_watch.hpp"
#include "study/run_record.hpp"

namespace saltus {

/// For one thread at a time.
class LaneRuns {
 public:
  /// Null if the model, or what is measured, does not go in lanes. All is referred to.
  static std::unique_ptr<LaneRuns> make(CompiledTuples& tuples, const RunOptions& options, const MeasureProgram& program);

  /// `inputs`: of run i. `done` gets the number of a run and its record (without a point), or nothing for a run that has to be made alone, and
  /// whether steps of it were made in lanes; in any order. Runs that were interrupted are not done.
  using Done = std::function<void(std::size_t, std::optional<RunRecord>, bool)>;
  void run(std::span<const std::vector<double>> inputs, const Done& done);

 private:
  class Client;
  LaneRuns(std::unique_ptr<LaneSimulation> simulation, const MeasureProgram& program);

  std::unique_ptr<LaneSimulation> simulation_;
  std::deque<MeasureWatch<double>> watches_;  // one for each lane
};

}  // namespace saltus
