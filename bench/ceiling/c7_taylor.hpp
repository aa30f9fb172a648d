#pragma once
// C7 by a hand-written scalar Taylor program: the ceiling that general programs are measured against.

#include <span>

#include "c7_copies_case.hpp"

namespace saltus::bench::c7 {

/// Error about 1e-8, 1e-11, and below 1e-14.
Trajectory taylor_coarse();
Trajectory taylor_middle();
Trajectory taylor_fine();

/// Copies one by one, error as taylor_middle.
CopyCounts taylor_copies(std::span<const double> angles, std::span<Copy> copies);
/// The same in long double, with orders and tolerances that leave an error below 1e-15.
void exact_copies(std::span<const double> angles, std::span<Copy> copies);

/// The series of one step of order 20, as the ceiling computes them; returns a coefficient (so that nothing is optimised away).
double taylor_jet_20(double phi, double w);

}  // namespace saltus::bench::c7
