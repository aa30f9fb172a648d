#pragma once
// How sure a minimum in several unknowns, or of a sum of squares, is.
//
// At a minimum x the gradient g is zero. The exact gradient of the runs at what a search found, and that of better runs at the same place,
// say how far away they think their minima are: H dx = -g, with the curvature H from differences of exact gradients. The step of
// the runs is how well the search did; the difference of both steps is what the error of the runs moves.

#include "study/ensemble.hpp"
#include "study/search_end.hpp"

namespace saltus {

/// Fills FoundValue::run_error, and `width` where the method did not say it. Does nothing where there are no exact gradients, or where they do
/// not describe a valley.
void estimate_minimum_error(SearchEnd& end, Ensemble& usual, Ensemble& better);

}  // namespace saltus
