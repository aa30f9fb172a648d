#pragma once
// Which function in an equation is asked for a value that it does not have.

#include <functional>
#include <string>

#include "model/hybrid_model.hpp"

namespace saltus {

/// The innermost function of the equation at `span` that has no finite value though its arguments have, and the argument that is outside of
/// its domain: "`sqrt(1 - x)` with `1 - x` = -0.5". Empty if no root, logarithm, power, inverse sine or quotient is at fault.
/// leaf(e): the value of a variable, of its derivative, or of time; NaN where it is not known.
[[nodiscard]] std::string outside_domain(const HybridModel& model, Span span, const std::function<double(Expr)>& leaf);

}  // namespace saltus
