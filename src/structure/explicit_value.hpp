#pragma once
// One equation solved for one unknown.

#include "model/hybrid_model.hpp"

namespace saltus {

/// The value of `leaf` by the equation: the other side if it is a side by itself, else the solution where it enters linearly.
/// Null if it enters otherwise. The leaf does not occur in decisions of the equation (LeafScan).
Expr explicit_value(const Equation& equation, Expr leaf);

}  // namespace saltus
