#pragma once
// Several unknowns from a guess, by damped Newton steps.

#include "study/seek.hpp"

namespace saltus {

/// Method newton, or secant (slopes updated from the steps themselves).
[[nodiscard]] SeekOutcome newton_search(const SeekProblem& problem, CountedRuns& runs);

}  // namespace saltus
