#pragma once
// Derivatives of a run by a parameter or a start value.

#include <string>

#include "model/hybrid_model.hpp"
#include "sim/simulate.hpp"

namespace saltus {

/// What is wrong with `name` ("no parameter `x`", "`n` is an Integer"), or "" if a run can be differentiated by it. A variable stands for its start value.
[[nodiscard]] std::string problem_with_sensitivity(const std::string& name, const HybridModel& model);

/// Runs the model again, in numbers with derivatives, and adds an entry to `result`, the run as it is. Where the derivatives cannot be had, a
/// warning says why. Precondition: problem_with_sensitivity is empty; the solver is `taylor`, in double.
void add_sensitivity(RunResult& result, const HybridModel& model, const RunOptions& options, const std::string& name);

}  // namespace saltus
