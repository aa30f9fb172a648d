#pragma once
// The initial system: where the states start.

#include <optional>
#include <vector>

#include "base/diagnostic.hpp"
#include "model/hybrid_model.hpp"
#include "structure/structure.hpp"

namespace saltus {

struct InitialValue {
  Expr leaf;   ///< a state, or a discrete variable
  Expr value;  ///< closed: parameters, start values of discrete variables, time
};

struct InitialSystem {
  std::vector<InitialValue> values;
  std::vector<Equation> implicit;  ///< initial equations that must be solved together with all others
  bool is_implicit = false;  ///< the start values do not simply hold: there are such equations, or fixed algebraic variables
};

/// Initial values by `initial equation`. States without `fixed = true` start from their start value where the equations leave
/// room for it. Without initial equations the result is empty: everything starts from its start value, as near as constraints allow.
/// Null, with diagnostics, if the system is structurally singular.
std::optional<InitialSystem> solve_initial_system(const HybridModel& model, const Structure& structure,
                                                  Diagnostics& diagnostics);

}  // namespace saltus
