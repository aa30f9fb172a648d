#pragma once
// Many runs of one model, eight (AVX-512), four (AVX2) or two at a time in the registers of the machine.
//
// Lanes change nothing but the time: a run has, bit for bit, the steps, events and values that it has alone (sim/simulation.hpp). See
// docs/design/lanes.md.

#include <memory>

#include "sim/lane_book.hpp"
#include "sim/simulate.hpp"

namespace saltus {

class LaneSimulation {
 public:
  /// Null if runs with these options cannot go in lanes: the model has something rare in it, or trajectories, values in events or near misses
  /// are wanted (RunOptions::bare_result says they are not). `like`: an observer as those of the jobs will be, or null. `tuples` outlives it;
  /// the inputs of the options are not read.
  static std::unique_ptr<LaneSimulation> make(CompiledTuples& tuples, const RunOptions& options, const Observer<double>* like,
                                              int width = 0);
  ~LaneSimulation();
  LaneSimulation(const LaneSimulation&) = delete;
  LaneSimulation& operator=(const LaneSimulation&) = delete;

  /// Numbers in a register of this machine: 8, 4 or 2.
  [[nodiscard]] static int widest();

  /// Runs in progress at the same time, at most: so many observers are in use at once.
  [[nodiscard]] std::size_t lanes() const;
  /// All jobs of the client. A lane takes the next one as soon as it is free.
  void run(LaneClient& client);

  struct Kept;

 private:
  explicit LaneSimulation(std::unique_ptr<Kept> kept);
  std::unique_ptr<Kept> kept_;
};

}  // namespace saltus
