#pragma once
// C7 from its model text: models/argesim/c07/pendulum.mo, loaded and compiled once, run by the hybrid loop as `saltus run` does.

#include <memory>

#include "c7_case.hpp"

namespace saltus::bench::c7 {

/// The model with a tolerance, to be run again and again as the runs of a study are (sim/simulation.hpp).
class TextRun {
 public:
  /// Throws std::runtime_error if the model cannot be loaded.
  explicit TextRun(double tolerance);
  ~TextRun();
  /// A whole run from the start, with its event log and the values that events changed.
  Trajectory again();

 private:
  struct Kept;
  std::unique_ptr<Kept> kept_;
};

/// Seconds a whole process `saltus run pendulum.mo` takes: start of the program, reading, compiling, simulating, printing (to nowhere).
/// Throws std::runtime_error if it fails.
double program_seconds();

}  // namespace saltus::bench::c7
