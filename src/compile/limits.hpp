#pragma once
// zeno("name") in a model: a hidden Boolean that the run sets at the limit point of events of that name.

#include "compile/compiled_model.hpp"
#include "compile/lowering.hpp"

namespace saltus {

/// Gives every zeno symbol of the model, its transitions included, a slot that is false until the run says otherwise.
void define_limits(CompiledModel& compiled, Lowering& lowering);

}  // namespace saltus
