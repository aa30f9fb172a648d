#pragma once
// The settings of runs, from the texts of a study to the options of the simulator.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sim/simulate.hpp"
#include "study/study_file.hpp"

namespace saltus {

/// Options whose expressions live as long as this.
struct StudyRunOptions {
  RunOptions options;
  std::vector<std::shared_ptr<ExprPool>> pools;
};

[[nodiscard]] StudyRunOptions run_options_of(const RunSettings& settings);

/// `over` where it says something, else `base`.
[[nodiscard]] RunSettings merged(const RunSettings& base, const RunSettings& over);

/// What was given, by name.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> entries_of(const RunSettings& settings);

/// Which of the stated settings makes `options` impossible for the model: the first without which the problem is another one.
/// `otherwise` if it is none of them.
[[nodiscard]] Span place_of_problem(const RunSettings& settings, const RunOptions& options, const HybridModel& model,
                                    Span otherwise);

}  // namespace saltus
