#pragma once
// C7 by SUNDIALS ARKODE: an explicit Runge-Kutta method of order 5 with its own root finding.

#include "c7_case.hpp"

namespace saltus::bench::c7 {

Trajectory arkode_erk5(double tolerance);

}  // namespace saltus::bench::c7
