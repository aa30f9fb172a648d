#pragma once
// `[seek]` and `[minimize]` of a study: from the file to the search, from its candidates to runs.

#include <vector>

#include "study/runner.hpp"
#include "study/search_end.hpp"
#include "study/study_file.hpp"

namespace saltus {

/// Reports what is wrong with a search now that it is known which measures are lists. Other experiments are fine.
void check_search(const StudyExperiment& experiment, const std::vector<Measure>& measures, Diagnostics& diagnostics);

/// Precondition: a seek or minimize that check_search has nothing against. Every evaluation is a run of the study, numbered in order.
/// Throws what the runner throws.
[[nodiscard]] SearchEnd run_search(const StudyExperiment& experiment, Runner& runner);

}  // namespace saltus
