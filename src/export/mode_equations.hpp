#pragma once
// The equations of a model in one tuple of modes, solved for what they determine: what formulas are made of.

#include <optional>
#include <unordered_map>
#include <vector>

#include "base/diagnostic.hpp"
#include "model/in_modes.hpp"

namespace saltus {

struct ModeEquations {
  HybridModel model;         ///< of these modes
  std::vector<Expr> states;  ///< symbols
  std::unordered_map<Expr, Expr>
      definitions;                        ///< of variables that flow, der(x) of states, and discrete variables with an equation
  std::unordered_map<Expr, Span> places;  ///< of the definitions
  std::unordered_map<Expr, Expr>
      initial;  ///< of states and discrete variables, in parameters; those that initial equations give
};

/// Nothing, with diagnostics, if the model is wrong in these modes or an assignment for each unknown is not to be had: equations that
/// have to be solved together, or differentiated, or calls of functions with loops (`not-exportable`).
[[nodiscard]] std::optional<ModeEquations> mode_equations(const HybridModel& model, const ModeTuple& tuple, bool may_start,
                                                          Diagnostics& diagnostics);

/// A diagnostic `not-exportable`.
void not_exportable(Diagnostics& diagnostics, Span span, std::string message, std::string label, std::string help);

}  // namespace saltus
