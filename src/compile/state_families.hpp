#pragma once
// Which states are elements of one array.

#include "compile/compiled_model.hpp"

namespace saltus {

/// Finds the families of the states, of which it is known whether they have nominal values: names that differ in subscripts only, and
/// derivatives of the same order.
void find_families(CompiledModel& compiled);

}  // namespace saltus
