#pragma once
// The ensemble of a sweep that varies settings of the runs ("settings.tol") or variants of the study ("variant"): one ensemble for each choice of them,
// made when a point first asks for it. What is left of the point is a point of that one.

#include <functional>
#include <memory>

#include "study/compare_study.hpp"
#include "study/ensemble.hpp"
#include "study/study_file.hpp"

namespace saltus {

/// What the caller wants otherwise than the file says: rows, measures of its own.
using AdjustEnsemble = std::function<void(EnsembleOptions&)>;

/// Does the experiment vary anything but parameters and start values?
[[nodiscard]] bool varies_settings(const StudyExperiment& experiment);

/// Null if a variant or a setting is wrong; `diagnostics` then says what and where. Precondition: varies_settings. The model and the measures are those of
/// the first variant.
[[nodiscard]] std::unique_ptr<Ensemble> make_variant_ensemble(const StudyFile& file, const AdjustEnsemble& adjust,
                                                              Diagnostics& diagnostics);

/// Reports options with which the model cannot be run.
[[nodiscard]] bool can_run(const RunOptions& run, const Ensemble& ensemble, Span place, Diagnostics& diagnostics);

}  // namespace saltus
