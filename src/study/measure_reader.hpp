#pragma once
// From the texts of measures to a program (docs/design/studies.md says what they may hold).

#include <optional>

#include "base/diagnostic.hpp"
#include "model/hybrid_model.hpp"
#include "study/measure_program.hpp"

namespace saltus {

/// Mistakes go to `diagnostics`, with the places of the texts in `sources`; nullopt then. `model` says which variables, parameters, events and
/// modes there are.
std::optional<MeasureProgram> read_measures(const std::vector<MeasureText>& texts, const HybridModel& model,
                                            const Sources& sources, Diagnostics& diagnostics);

}  // namespace saltus
