#pragma once
// The slots of a large model in an order that is kind to memory.

#include "compile/compiled_model.hpp"

namespace saltus {

/// Numbers the slots anew where that pays: series first, as only the motion needs them, then what has one number; each kind in the order in which
/// an event round comes to it, so that what one event touches lies together.
void order_slots(CompiledModel& compiled);

}  // namespace saltus
