#pragma once
// What can be said about modes before a run: every transition is looked at with the other machines in their initial modes.

#include <vector>

#include "compile/tuples.hpp"

namespace saltus {

/// The initial tuple, then every mode of every machine with the other machines in their initial modes (and those around it in the modes
/// that make it alive); the first few tens of them.
[[nodiscard]] std::vector<ModeTuple> visited_tuples(const HybridModel& model);

enum class Thoroughness : std::uint8_t {
  transitions,  ///< T3: a state without a value at a transition. Modes that cannot be compiled are left to the run, which may never go there
  everything,  ///< those as well, with the transition that leads there, or none
};

/// False, with diagnostics, if something is wrong.
bool check_modes(CompiledTuples& tuples, Thoroughness thoroughness, Diagnostics& diagnostics);

/// The diagnostics of a tuple that cannot be compiled, with the transitions that lead from `from` to it.
void explain_tuple(CompiledTuples& tuples, const ModeTuple& from, std::span<const TransitionRef> taken, const ModeTuple& tuple,
                   Diagnostics& diagnostics);

}  // namespace saltus
