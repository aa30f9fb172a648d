#pragma once
// From equations to an order of evaluation.

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "structure/structure.hpp"

namespace saltus {

/// The structure of the continuous equations for the continuous Real variables given by their symbols; everything else in the
/// equations (parameters, discrete variables, pre values, time) is known. Null, with diagnostics, if the system is structurally
/// singular (`singular-system`) or something must be differentiated that cannot be (`not-differentiable`).
std::optional<Structure> analyse(const HybridModel& model, std::vector<Equation> equations, std::vector<Expr> variables,
                                 Diagnostics& diagnostics);

/// False, with diagnostics `not-yet`, if a condition uses a derivative that no equation gives.
bool require_known_decisions(const HybridModel& model, const Structure& structure, Diagnostics& diagnostics);

/// An order of evaluation for equations whose unknowns are arbitrary leaves (symbol, der(x), pre(v)): initial systems, event
/// rounds. A leaf that stands alone on one side of an equation takes the other side as its value, of any type; others are
/// solved for where they enter linearly. Null, with diagnostics `singular-system`, if the system is structurally singular.
/// `context` ("" or "initial system: ") goes before the messages.
std::optional<std::vector<Block>> sort_assignments(const HybridModel& model, std::span<const Equation> equations,
                                                   std::span<const Expr> leaves, Diagnostics& diagnostics,
                                                   std::string_view context = {});

/// True if every block is an assignment; else diagnostics `not-yet`.
bool require_assignments(const HybridModel& model, std::span<const Equation> equations, std::span<const Block> blocks,
                         Diagnostics& diagnostics, std::string_view context = {});

}  // namespace saltus
