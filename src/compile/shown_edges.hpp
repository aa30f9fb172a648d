#pragma once
// Where variables that nothing reads may have a pole: what they divide by.
//
// The motion does not notice when such a variable passes a pole, as y = 1/x does where x changes its sign. So what vanishes there is
// computed with the outputs, and its sign watched.

#include <vector>

#include "compile/lowering.hpp"
#include "structure/structure.hpp"

namespace saltus {

/// Expressions that vanish where a variable that neither motion nor events read may have a pole. No more than a few dozen.
[[nodiscard]] std::vector<Expr> edges_of_shown_variables(const CompiledModel& compiled, const Structure& structure,
                                                         const std::vector<Equation>& discrete, Lowering& lowering);

}  // namespace saltus
