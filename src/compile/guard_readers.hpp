#pragma once
// Which guards depend, at one instant, on the sides of others.

#include "compile/compiled_model.hpp"
#include "compile/lowering.hpp"

namespace saltus {

/// Fills CompiledGuard::reads: in `y = if x > 0 then x else -x` the guard of `y < 0` reads that of `x > 0`. `all` is the one list
/// of operations, in an order in which they can be run.
void find_guard_readers(CompiledModel& compiled, const InstructionList& all);

}  // namespace saltus
