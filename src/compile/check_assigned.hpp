#pragma once
// Do variables that events assign, and equations that give them, agree with each other?

#include <span>
#include <vector>

#include "base/diagnostic.hpp"
#include "compile/compiled_model.hpp"
#include "compile/lowering.hpp"
#include "model/mode_changes.hpp"
#include "structure/structure.hpp"

namespace saltus {

/// A variable that flows cannot also be held between events: what `when`s and transitions assign has no derivative in an equation. Else `assigned-twice`.
bool check_targets(const HybridModel& model, Diagnostics& diagnostics);

/// The equation of a discrete Real steps: what it reads changes only at events. Else `not-discrete`.
void check_discrete_equations(const HybridModel& model, const std::vector<Equation>& equations,
                              const std::vector<Block>& blocks, Lowering& lowering, Diagnostics& diagnostics);

/// Is every assignment of these transitions of use in the modes they lead to? There the variable is held, or a `when` assigns it, or its
/// equation reads `pre` of it. Else `assigned-twice`; `not-a-state` if it flows.
bool check_assignments(const CompiledModel& from, const CompiledModel& to, std::span<const TransitionRef> taken,
                       Diagnostics& diagnostics);

}  // namespace saltus
