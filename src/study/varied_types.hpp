#pragma once
// Do the values of an experiment fit the types of what it varies? A Boolean is true or false, an Integer whole; searches and
// distributions need numbers between any two.

#include "study/study_file.hpp"

namespace saltus {

struct HybridModel;

/// Reports the first value of each name that does not fit. Names that the model does not have are reported elsewhere.
void check_varied_types(const StudyExperiment& experiment, const HybridModel& model, Diagnostics& diagnostics);

}  // namespace saltus
