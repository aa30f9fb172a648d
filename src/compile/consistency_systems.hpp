#pragma once
// The systems that keep values consistent: constraints on the states, and the start system.

#include "base/diagnostic.hpp"
#include "compile/lowering.hpp"
#include "structure/structure.hpp"

namespace saltus {

/// Fills constraints, start_system and tears of `compiled`. Everything is defined in `lowering`; nothing of the present section is lost, since
/// there is nothing in it yet. `is_implicit`: initial equations must be met that give no state explicitly.
void lower_consistency(CompiledModel& compiled, Lowering& lowering, const Structure& structure,
                       const std::vector<Equation>& initial_equations, bool is_implicit, Diagnostics& diagnostics);

}  // namespace saltus
