#pragma once
// C7 from its model text: models/argesim/c07/pendulum.mo, loaded and compiled once, run by the hybrid loop as `saltus run` does.

#include "c7_case.hpp"

namespace saltus::bench::c7 {

/// One whole run, construction included; the event log is recorded. Throws std::runtime_error if the model cannot be loaded.
Trajectory from_text(double tolerance);

/// Seconds a whole process `saltus run pendulum.mo` takes: start of the program, reading, compiling, simulating, printing (to nowhere).
/// Throws std::runtime_error if it fails.
double program_seconds();

}  // namespace saltus::bench::c7
