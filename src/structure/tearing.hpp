#pragma once
// How the equations of one block are solved together.

#include <span>

#include "base/diagnostic.hpp"
#include "structure/structure.hpp"

namespace saltus {

/// Fills tears, residuals, assignments, jacobian and linear of a block from its equations (`equations[block.equations[k]]`) and unknowns.
/// False, with a diagnostic, if a derivative is needed that cannot be had (a call of a user function).
bool tear(const HybridModel& model, std::span<const Equation> equations, Block& block, Diagnostics& diagnostics);

}  // namespace saltus
