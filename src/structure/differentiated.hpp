#pragma once
// Equations and their time derivatives.

#include <span>
#include <vector>

#include "base/diagnostic.hpp"
#include "model/hybrid_model.hpp"

namespace saltus {

/// Element [i][r] is equation i differentiated r times, r = 0..times[i]. Symbols that are not among `variables` do not change with time.
/// What cannot be differentiated, a call of a user function, is reported as `not-differentiable`; the list then ends there.
std::vector<std::vector<Equation>> differentiate_equations(const HybridModel& model, std::span<const Equation> equations,
                                                           std::span<const std::int64_t> times, std::span<const Expr> variables,
                                                           Diagnostics& diagnostics);

}  // namespace saltus
