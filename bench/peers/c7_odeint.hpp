#pragma once
// C7 with Boost.odeint, as its users write it: runge_kutta_dopri5 with dense output, events by sign change and bisection.

#include "c7_case.hpp"

namespace saltus::bench::c7 {

/// `tolerance` is both the absolute and the relative one.
Trajectory odeint_dopri5(double tolerance);

}  // namespace saltus::bench::c7
