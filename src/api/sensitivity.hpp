#pragma once
// Derivatives of a run by a parameter or a start value.

#include <string>
#include <vector>

#include "model/hybrid_model.hpp"
#include "sim/simulate.hpp"

namespace saltus {

/// What is wrong with these names ("no parameter `x`", "`n` is an Integer", one of them twice), or "" if a run can be differentiated by all of
/// them. A variable stands for its start value.
[[nodiscard]] std::string problem_with_sensitivities(const std::vector<std::string>& names, const HybridModel& model);

/// Runs the model again, in numbers with derivatives, and adds an entry to `result`, the run as it is. Where the derivatives cannot be had, a
/// warning says why. Precondition: problem_with_sensitivities has none with `name`; the solver is `taylor`, in double.
void add_sensitivity(RunResult& result, const HybridModel& model, const RunOptions& options, const std::string& name);

}  // namespace saltus
