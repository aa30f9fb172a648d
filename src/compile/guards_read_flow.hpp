#pragma once
// Can the series of guards be known to an order before those of the flow are?

#include "compile/compiled_model.hpp"

namespace saltus {

/// Do guards, or their terms, read series that the flow makes? States are known one order ahead and do not count; their derivatives do.
[[nodiscard]] bool guards_read_flow(const CompiledModel& compiled);

}  // namespace saltus
