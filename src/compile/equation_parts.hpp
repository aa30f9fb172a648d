#pragma once
// The equations of a model taken apart: those that flow, and those that change at events only.

#include <vector>

#include "model/hybrid_model.hpp"

namespace saltus {

struct EquationParts {
  std::vector<Equation> continuous, discrete;
  std::vector<Expr> continuous_unknowns, discrete_unknowns;  ///< symbols; without what a `when` assigns
};

/// An equation is discrete if it is no equation of Reals, or gives a discrete variable that no `when` assigns.
[[nodiscard]] EquationParts split_equations(const HybridModel& model);

}  // namespace saltus
