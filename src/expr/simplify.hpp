#pragma once
// What make() does before it makes a node: the type of the result, and the simpler expression if there is one.

#include <optional>

#include "expr/expr.hpp"

namespace saltus {

/// Number of arguments of an operator made by ExprPool::make.
[[nodiscard]] std::size_t arity(Op op);

/// Integer with Integer stays Integer except for `/` and `^`; Integer with Real is Real.
[[nodiscard]] Type result_type(Op op, std::span<const Expr> args);

/// An expression of the same value (and type) that is already simpler than op(args), or null.
/// Only exact rules: no rounding, no division by zero, no rule that needs to know a variable's value
/// (x*0 = 0 for a literal zero is the one that supposes x finite).
[[nodiscard]] Expr simplified(ExprPool& pool, Op op, std::span<const Expr> args);

/// op of exact numbers (Booleans are 0 and 1), where the result is rational, defined and not too large.
[[nodiscard]] std::optional<Rational> fold(Op op, std::span<const Rational> args);

}  // namespace saltus
