#pragma once
// The bouncing ball by hand.

#include "ball_case.hpp"

namespace saltus::bench::ball {

/// Without drag: the quadratic of each flight, every bounce logged in `log`, which is used again.
void by_quadratics(double stop, Log& log);
/// With drag: Taylor series, restarted at the tops of the flights, where the drag changes its sign. Error about 1e-9.
void by_taylor(double stop, Log& log);

}  // namespace saltus::bench::ball
