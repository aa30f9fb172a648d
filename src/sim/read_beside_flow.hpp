#pragma once
// What of the flow others read.

#include <vector>

#include "compile/compiled_model.hpp"

namespace saltus {

/// Series that are read by others than the flow itself; those of states are, too. Roots, functions that grow fast and what may not converge
/// are watched (sim/principal_roots.hpp, sim/growth_limit.hpp, sim/convergence_limit.hpp).
[[nodiscard]] std::vector<Slot> read_beside_flow(const CompiledModel& c);

}  // namespace saltus
