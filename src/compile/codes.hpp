#pragma once
// The one list of operations, taken apart by who needs what.

#include "compile/compiled_model.hpp"
#include "compile/lowering.hpp"

namespace saltus {

/// Fills flow, guards_code, outputs, values and round of `compiled` from all operations in an order in which they can be run.
void split_into_codes(CompiledModel& compiled, const InstructionList& all);

}  // namespace saltus
