#pragma once
// Walks over expressions without recursion.

#include <vector>

#include "expr/expr.hpp"

namespace saltus {

/// What a walk goes on to: the arguments, but nothing below der and pre, which are leaves.
[[nodiscard]] inline std::span<const Expr> children(Expr e) {
  return e->op() == Op::der || e->op() == Op::pre ? std::span<const Expr>() : e->args();
}

/// All nodes reachable from the roots, each once, arguments before users.
[[nodiscard]] std::vector<Expr> reachable(std::span<const Expr> roots);

/// The same operator (der, call, ... with name and order) over other arguments, in order of `e->args()`.
[[nodiscard]] Expr rebuilt(Expr e, std::span<const Expr> args);

}  // namespace saltus
