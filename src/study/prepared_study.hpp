#pragma once
// A study with its model: compiled, its points numbered, ready to run.

#include <atomic>
#include <memory>
#include <string>

#include "study/compare_study.hpp"
#include "study/ensemble.hpp"
#include "study/points.hpp"
#include "study/run_settings.hpp"
#include "study/store.hpp"
#include "study/study_file.hpp"

namespace saltus {

struct PrepareOptions {
  const std::atomic<bool>* interrupt = nullptr;  ///< also ends a run that is under way
  std::string program = {};                      ///< version, for the identity of the study
};

struct PreparedStudy {
  StudyFile file;
  StudyRunOptions run;  ///< of all runs; before the ensemble, which uses its expressions
  std::unique_ptr<Ensemble> ensemble;
  std::unique_ptr<PointSource> points;  ///< null for searches, whose next point depends on the runs before it, and comparisons
  std::vector<Variant> variants = {};   ///< of a comparison; `ensemble` is then that of the study without them
  StoreLayout layout;
  StudyIdentity identity;
};

/// Null if model, settings, names or measures are wrong: `diagnostics` then has errors, with places in the sources of the study.
[[nodiscard]] std::unique_ptr<PreparedStudy> prepare_study(StudyFile file, const PrepareOptions& options,
                                                           Diagnostics& diagnostics);

/// What the ensemble of a study is made from; `run` has expressions that live longer than it.
[[nodiscard]] EnsembleOptions ensemble_options(const StudyFile& file, const RunOptions& run);

}  // namespace saltus
