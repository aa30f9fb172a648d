#pragma once
// The structure of a system of equations: which equation determines what, in which order.

#include <cstdint>
#include <vector>

#include "model/hybrid_model.hpp"
#include "structure/offsets.hpp"

namespace saltus {

/// leaf := value, by one equation.
struct Assignment {
  Expr leaf;
  Expr value;
  std::size_t equation = 0;
};

/// Equations that must be solved together for as many unknowns. Everything else in them is known or solved by earlier blocks.
///
/// The tears are what has to be found from the residual equations by Newton's method; the assignments, in their order, give the other
/// unknowns in terms of them. Without tears the assignments give everything.
struct Block {
  std::vector<std::size_t> equations;  ///< indices into the list of equations
  std::vector<Expr> unknowns;          ///< leaves; unknowns[k] is matched with equations[k]
  Expr value;                          ///< one equation that gives its unknown explicitly: unknowns[0] = value; else null

  struct Entry {
    std::size_t row = 0, column = 0;
    Expr
        value;  ///< derivative of residual `row` (left minus right side) with respect to tear `column`, the assignments carried out
  };
  std::vector<Expr> tears;
  std::vector<std::size_t> residuals;  ///< indices into the list of equations, as many as tears
  std::vector<Assignment> assignments;
  std::vector<Entry> jacobian;
  bool linear = false;  ///< the residuals are linear in the tears, and no unknown of the block decides anything in it

  [[nodiscard]] bool is_assignment() const { return static_cast<bool>(value); }
  [[nodiscard]] bool is_explicit() const { return !assignments.empty() && tears.empty(); }
};

/// Of a system of differential-algebraic equations. The unknowns of its blocks are the leading derivatives x_j^(d_j) (the
/// variable itself for d_j = 0); lower derivatives are states. Equation i takes part differentiated c_i times; its lower derivatives
/// contain states only and constrain them.
struct Structure {
  std::vector<Equation> equations;
  std::vector<Expr> variables;  ///< symbols
  SignatureMatrix sigma;
  Transversal transversal;
  Offsets offsets;
  std::vector<std::vector<Equation>> derivatives;  ///< [i][r] is equation i differentiated r times, r = 0..c_i
  std::vector<Block> blocks;                       ///< in an order of evaluation; of the equations derivatives[i][c_i]

  /// {x_j^(r) : r < d_j}, by variable.
  [[nodiscard]] std::vector<Expr> states() const;
  /// x_j^(d_j).
  [[nodiscard]] Expr leading(std::size_t variable) const;
  /// derivatives[i][c_i].
  [[nodiscard]] const Equation& solved(std::size_t equation) const { return derivatives[equation].back(); }
};

/// The constraints of stage k < 0 (Pryce): equations differentiated c_i + k >= 0 times, for the unknowns x_j^(d_j + k), d_j + k >= 0. Lower
/// derivatives in them belong to earlier stages. There are no more equations than unknowns.
struct ConstraintStage {
  int stage = -1;
  std::vector<Equation> equations;
  std::vector<Expr> unknowns;
};

/// From the lowest stage to -1. Empty for systems without constraints.
[[nodiscard]] std::vector<ConstraintStage> constraint_stages(const Structure& structure);

/// By variable: may it jump where a constraint jumps? A derivative that differentiated equations determine is an impulse there, and so is what
/// follows from it. A variable with a differential equation of its own, in which none of these stand, goes on without a jump.
[[nodiscard]] std::vector<bool> variables_that_jump(const Structure& structure);

}  // namespace saltus
