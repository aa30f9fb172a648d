#pragma once
// C7 with Boost.odeint, as its users write it: runge_kutta_dopri5 with dense output, events by sign change and bisection.

#include <span>

#include "c7_copies_case.hpp"

namespace saltus::bench::c7 {

/// `tolerance` is both the absolute and the relative one.
Trajectory odeint_dopri5(double tolerance, double angle = phi0);

/// One by one.
CopyCounts odeint_copies(std::span<const double> angles, std::span<Copy> copies, double tolerance);

}  // namespace saltus::bench::c7
