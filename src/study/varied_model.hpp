#pragma once
// A model of which some names vary: compiled once, with the values of most names as inputs of the run. Names on which sizes, structure
// or compiled numbers depend are set in the text; there is one VariedModel for each choice of their values.

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "compile/tuples.hpp"
#include "sim/simulation.hpp"
#include "study/lane_runs.hpp"
#include "study/measure_watch.hpp"
#include "study/point.hpp"

namespace saltus {

/// Values as inputs of a run, with what they live in.
struct Inputs {
  std::vector<InputValue> values = {};
  std::vector<std::shared_ptr<ExprPool>> pools = {};
};

class VariedModel {
 public:
  /// `varied`: all names; `is_set`: for each, whether it has been set in the text. What cannot be an input is not one: see `refused`.
  VariedModel(HybridModel model, std::shared_ptr<const Sources> sources, const std::vector<std::string>& varied,
              const std::vector<bool>& is_set);
  /// The model is wrong.
  VariedModel(Diagnostics diagnostics, std::shared_ptr<const Sources> sources);

  /// Why it cannot run, in one line; empty if it can.
  [[nodiscard]] const std::string& problem() const { return problem_; }
  /// Before it is shared.
  void set_problem(std::string problem) { problem_ = std::move(problem); }
  [[nodiscard]] const Diagnostics& diagnostics() const { return diagnostics_; }
  [[nodiscard]] const Sources& sources() const { return *sources_; }
  [[nodiscard]] CompiledTuples& tuples() { return *tuples_; }

  /// Varied names that have to be set in the text: found when the model was made, or by tuples of modes that were compiled since.
  [[nodiscard]] std::vector<std::size_t> refused();

  /// False if one of the values is none for its name (its type is another): the text will say what is wrong with it.
  bool read(const Point& point, Inputs& inputs) const;
  /// The same as plain numbers, where they are Reals given as doubles and the compiler has decided nothing by them; false: see read().
  bool read_numbers(const Point& point, std::vector<double>& numbers) const;
  [[nodiscard]] bool decides_nothing() { return notes()->decisions.empty(); }
  /// Has the compiler decided, for all tuples compiled so far, as it would with these values?
  [[nodiscard]] bool fits(const Inputs& inputs);

  /// Which input is a varied name? None if it is set in the text, or no Real.
  [[nodiscard]] std::optional<std::size_t> real_input_of(std::size_t varied) const;

  /// What a run in double needs, and leaves for the next one.
  struct Runner {
    Simulation simulation;
    MeasureWatch<double> watch;
  };
  /// For one run at a time. Thread-safe.
  std::unique_ptr<Runner> take_runner(const MeasureProgram& program);
  void give_back(std::unique_ptr<Runner> runner);
  /// For many runs at a time, as for one; null if they do not go in lanes. The options are the same in every call, but for their inputs.
  std::unique_ptr<LaneRuns> take_lanes(const RunOptions& options, const MeasureProgram& program);
  void give_back(std::unique_ptr<LaneRuns> lanes);

 private:
  struct Input {
    std::size_t varied = 0;
    Type type = Type::real;
  };

  Diagnostics diagnostics_;
  std::shared_ptr<const Sources> sources_;
  std::string problem_;
  std::unique_ptr<CompiledTuples> tuples_;
  std::vector<Input> inputs_;            // in the order of the free symbols
  std::vector<std::size_t> not_inputs_;  // varied, not set, and no input
  /// What the compiler noted, as of so many tuples.
  std::shared_ptr<const FreeInputs> notes();

  std::mutex mutex_;
  std::shared_ptr<const FreeInputs> notes_;
  std::size_t noted_at_ = 0;
  std::vector<std::unique_ptr<Runner>> runners_;
  std::vector<std::unique_ptr<LaneRuns>> lanes_;
  std::atomic<bool> goes_in_lanes_ = true;  // until somebody has tried
};

/// One line for a record: message, and where.
[[nodiscard]] std::string one_line(const Diagnostics& diagnostics, const Sources& sources);

}  // namespace saltus
