#pragma once
// One unknown between two values where a measure lies on both sides of its target.

#include "study/seek.hpp"

namespace saltus {

/// Precondition: one unknown with finite bounds, one target; method toms748 or bisection.
[[nodiscard]] SeekOutcome bracket_search(const SeekProblem& problem, CountedRuns& runs);

}  // namespace saltus
