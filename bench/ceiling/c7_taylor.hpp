#pragma once
// C7 by a hand-written scalar Taylor program: the ceiling that general programs are measured against.

#include "c7_case.hpp"

namespace saltus::bench::c7 {

/// Error about 1e-8, 1e-11, and below 1e-14.
Trajectory taylor_coarse();
Trajectory taylor_middle();
Trajectory taylor_fine();

/// The series of one step of order 20, as the ceiling computes them; returns a coefficient (so that nothing is optimised away).
double taylor_jet_20(double phi, double w);

}  // namespace saltus::bench::c7
