#pragma once
// Which models can be run in lanes, and what has to be kept of a run between its stretches.
//
// What goes in lanes has neither constraints, implicit blocks, functions with loops, roots in its motion, samples, nor anything else that the
// wide loops do not know (docs/design/lanes.md). A model with one tuple of modes and plain instants is there from its start to its end; of
// all others the stretches are, in the tuples where they can be.

#include <optional>
#include <span>
#include <vector>

#include "compile/compiled_model.hpp"

namespace saltus {

struct LanePlan {
  explicit LanePlan(const CompiledModel& c) : compiled(c) {}

  const CompiledModel& compiled;
  /// Slots whose order 0 outlasts a stretch or an instant: what codes and event rounds read and do not make. States and time are among them.
  std::vector<Slot> kept;
  std::vector<std::uint32_t> kept_for_flow;  ///< in `kept`: what flow and guards read
  std::vector<std::uint32_t> states;         ///< in `kept`, by state
  std::uint32_t time = 0;                    ///< in `kept`
  std::vector<Slot> cleared;                 ///< zero when a run begins
  bool guards_read_flow = false;             ///< as Flow has it
  bool guards_follow = false;                ///< their series are quickly made again from those of the states
  std::vector<Slot> in_motion;  ///< states, guards and their terms, as far as they have series that are not made again
  /// Made by flow or guards, and by another operation in a round, or for outputs: their last bits may differ.
  std::vector<Slot> made_in_round, made_for_outputs;
  bool is_lent = false;                ///< stretch_plan(): of stretches only
  std::vector<Slot> made_at_instants;  ///< stretch_plan(): all of these, by any code of instants
  std::vector<Slot> made_in_series;    ///< stretch_plan(): by flow or guards
  int sign_order = 0;                  ///< as Flow has it
  std::vector<Slot> growing;           ///< arguments of functions that grow faster than any series shows (sim/growth_limit.hpp)
  std::vector<Slot> singular;          ///< quotients and others whose series may not converge (sim/convergence_limit.hpp)
};

/// The value of a constant in double.
[[nodiscard]] double tape_constant(const Tape::Constant& constant);

/// Of whole runs; nothing if they are not for lanes. `shown`: slots that observers read.
[[nodiscard]] std::optional<LanePlan> lane_plan(const CompiledModel& compiled, std::span<const Slot> shown);
/// Of stretches in one tuple of modes.
[[nodiscard]] std::optional<LanePlan> stretch_plan(const CompiledModel& compiled);

}  // namespace saltus
