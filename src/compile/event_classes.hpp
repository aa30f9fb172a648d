#pragma once
// What an event does to the motion, inferred from the codes: the classes of the C21 paper.

#include "compile/compiled_model.hpp"
#include "compile/lowering.hpp"

namespace saltus {

/// Fills `classes` of guards and branches. `round` is the list of all operations of an event round.
void infer_event_classes(CompiledModel& compiled, const InstructionList& round);

}  // namespace saltus
