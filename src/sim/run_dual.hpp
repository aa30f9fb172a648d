#pragma once
// A run that is differentiated: every number in it carries its derivative.

#include <optional>

#include "sim/simulate.hpp"

namespace saltus {

template <class T>
class Dual;

/// What a run is differentiated for.
struct Seed {
  bool start_time = false;
  std::optional<std::size_t> input = {};  ///< one of RunOptions::inputs
};

/// The run with the derivatives of everything in it: RunResult::sensitivities has one entry. By Taylor series, in double. The observers of the options
/// are not called.
RunResult run_dual(CompiledTuples& tuples, const RunOptions& options, const Seed& seed,
                   Observer<Dual<double>>* observer = nullptr);

/// Why derivatives do not exist though the numbers of a differentiated run carry them: a guard that touches zero, an event at an instant that stays where it is. Empty: they exist.
[[nodiscard]] std::string why_not_smooth(const RunResult& run, const Sensitivity& derivatives, const HybridModel& model);

}  // namespace saltus
