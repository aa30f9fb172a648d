#pragma once
// setSolver(...), in a `when` or a transition.

#include "compile/compiled_model.hpp"
#include "compile/lowering.hpp"

namespace saltus {

/// Diagnoses names of no solver.
[[nodiscard]] CompiledSolver lower_solver(Lowering& lowering, Diagnostics& diagnostics, const Action& action);

}  // namespace saltus
