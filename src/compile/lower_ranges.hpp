#pragma once
// The attributes `min` and `max`: bounds of what changes in a run, and checks of parameters. Checks of Integers that are too large when a run starts.

#include <functional>
#include <string_view>

#include "compile/lowering.hpp"

namespace saltus {

/// Has a variable that is no parameter a `min` or `max`?
[[nodiscard]] bool has_ranges(const HybridModel& model);

/// The slot of what the attribute `what` of a variable at `span` is, made by the set-up.
using LowerAttribute = std::function<Slot(Expr value, Span span, std::string_view what)>;

/// Fills CompiledModel::ranges. Parameters do not change: a check at the start says which are outside, unless they are known to be inside whatever
/// the inputs of the run are. So do checks of Integers that numbers of the run do not hold (`large-integer`).
void lower_ranges(CompiledModel& compiled, Lowering& lowering, const LowerAttribute& attribute);

}  // namespace saltus
