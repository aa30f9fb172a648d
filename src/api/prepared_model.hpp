#pragma once
// What the runs of a model share: its compiled tuples of modes, and simulations that wait for the next run.

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "sim/simulation.hpp"

namespace saltus {

/// Thread-safe. Compiled by the first run.
class PreparedModel {
 public:
  explicit PreparedModel(std::shared_ptr<const HybridModel> model) : model_(std::move(model)) {}

  /// The options have been tested (problem_with). Nothing, with `diagnostics`, if the model cannot be compiled.
  [[nodiscard]] std::optional<RunResult> run(const RunOptions& options, Diagnostics& diagnostics);
  /// Of the text of the model.
  [[nodiscard]] const std::string& hash();

 private:
  bool compile();
  std::unique_ptr<Simulation> take();

  std::shared_ptr<const HybridModel> model_;
  std::mutex mutex_;
  std::unique_ptr<CompiledTuples> tuples_;
  Diagnostics diagnostics_;  // of compiling
  bool can_run_ = false;
  std::string hash_;
  std::vector<std::unique_ptr<Simulation>> waiting_;
};

}  // namespace saltus
