#pragma once
// C7's flow written directly as a tape and run in the ceiling's own loop: what the kernels cost, without compiler and hybrid loop.

#include "c7_case.hpp"

namespace saltus::bench::c7 {

Trajectory tape_middle();
Trajectory tape_fine();

/// One jet of order 20 by the kernels; returns a coefficient.
double tape_jet_20(double phi, double w);
/// Eight at once, in lanes.
double tape_jet_20_lanes(double phi, double w);

}  // namespace saltus::bench::c7
