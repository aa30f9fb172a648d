#pragma once
// How far the error of the runs moves what a search found.
//
// A search goes on until it sees the noise of the runs; but runs with a tolerance of 1e-9 are wrong by about that, smoothly, and the
// search finds the root of the wrong function to the last digit. One more run at what was found, with a tolerance a hundred times
// smaller (or half the step), tells: the change of the measures, divided by their slopes, is about the error of the unknowns. A
// jump has no slopes: better runs further and further beside its place are made until they have it between them.

#include "study/prepared_study.hpp"
#include "study/search_end.hpp"

namespace saltus {

/// Fills FoundValue::run_error of a goal that was met, or of a minimum (study/minimum_error.hpp, if it has several unknowns or is a sum of squares). Does nothing where the slopes are not known, with a chosen precision, or if the runs
/// cannot be made much better.
void estimate_run_errors(SearchEnd& end, const PreparedStudy& study);

}  // namespace saltus
