#pragma once
// One model, run again and again.

#include <memory>

#include "sim/simulate.hpp"

namespace saltus {

/// What a run prepares for its model (room for series, operations with addresses) is kept for the next one, where runs in double by Taylor
/// series follow each other. Every run is, bit for bit, the one that simulate() would make. One run at a time: for runs side by side
/// there is one of these in each thread.
class Simulation {
 public:
  /// `tuples` outlives it.
  explicit Simulation(CompiledTuples& tuples);
  ~Simulation();
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  /// As simulate().
  [[nodiscard]] RunResult run(const RunOptions& options);

 private:
  struct Kept;
  CompiledTuples& tuples_;
  std::unique_ptr<Kept> kept_;  // null before the first run
};

}  // namespace saltus
