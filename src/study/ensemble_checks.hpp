#pragma once
// Before an ensemble is made: are its settings, varied names and watched expressions right? All false, with diagnostics, if not.

#include "base/diagnostic.hpp"
#include "study/ensemble.hpp"
#include "study/measured_model.hpp"

namespace saltus {

/// Settings have texts of their own behind the `shared` ones of the caller, who knows them by their places.
void hand_over(const Diagnostics& found, const Sources& own, std::uint32_t shared, const EnsembleOptions& options,
               Diagnostics& diagnostics);

[[nodiscard]] bool check_varied(const EnsembleOptions& options, const HybridModel& model, Diagnostics& diagnostics);

/// Loads the model with the watched expressions, to see whether they are right.
[[nodiscard]] bool check_expressions(const EnsembleOptions& options, const HybridModel& model, const MeasuredModel& measured,
                                     Diagnostics& diagnostics);

}  // namespace saltus
