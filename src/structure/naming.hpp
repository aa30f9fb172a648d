#pragma once
// How messages name equations and unknowns.

#include <span>
#include <string>

#include "model/hybrid_model.hpp"

namespace saltus {

/// "line 7" or, for an equation that was written in C++, its text.
std::string equation_name(const HybridModel& model, const Equation& equation);

/// "der(x) = v", cut if it is long.
std::string equation_text(const Equation& equation);

/// "`x`, `y` and 3 more": at most six names.
std::string leaf_names(std::span<const Expr> leaves);

/// "1 equation", "2 equations".
std::string counted(std::size_t n, std::string_view noun);

/// Where a leaf's variable was declared; unknown if it is not a variable of the model.
Span declaration(const HybridModel& model, Expr leaf);

}  // namespace saltus
