#pragma once
// Which slots hold truth values.

#include <vector>

#include "compile/compiled_model.hpp"

namespace saltus {

/// By slot: by what makes it, and by who reads it in an event round.
[[nodiscard]] std::vector<bool> logical_slots(const CompiledModel& compiled);

}  // namespace saltus
