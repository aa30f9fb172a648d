#pragma once
// Motion that is linear in time between events: then the next event is a quotient away.

#include <optional>
#include <unordered_map>

#include "export/mode_equations.hpp"

namespace saltus {

class LinearMotion {
 public:
  explicit LinearMotion(const ModeEquations& equations) : equations_(equations), pool_(*equations.model.pool) {}

  /// How an expression depends on time between events: 0 not at all, 1 linearly, 2 otherwise.
  [[nodiscard]] int degree(Expr e);
  /// Its time derivative, where the degree is at most 1.
  [[nodiscard]] Expr rate(Expr e);

 private:
  [[nodiscard]] int combined(Expr e);
  [[nodiscard]] Expr definition(Expr leaf) const;
  [[nodiscard]] bool is_state(Expr symbol) const;

  const ModeEquations& equations_;
  ExprPool& pool_;
  std::unordered_map<Expr, int> degrees_;
  std::unordered_map<Expr, bool> open_;
};

}  // namespace saltus
