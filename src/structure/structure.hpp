#pragma once
// The structure of a system of equations: which equation determines what, in which order.

#include <cstdint>
#include <vector>

#include "model/hybrid_model.hpp"
#include "structure/offsets.hpp"

namespace saltus {

/// Equations that must be solved together for as many unknowns. Everything else in them is known or solved by earlier blocks.
struct Block {
  std::vector<std::size_t> equations;  ///< indices into the list of equations
  std::vector<Expr> unknowns;          ///< leaves; unknowns[k] is matched with equations[k]
  Expr value;                          ///< one equation that gives its unknown explicitly: unknowns[0] = value; else null

  [[nodiscard]] bool is_assignment() const { return static_cast<bool>(value); }
};

/// Of a system of differential-algebraic equations. The unknowns of its blocks are the leading derivatives x_j^(d_j) (the
/// variable itself for d_j = 0); lower derivatives are states. Equation i takes part differentiated c_i times.
struct Structure {
  std::vector<Equation> equations;
  std::vector<Expr> variables;  ///< symbols
  SignatureMatrix sigma;
  Transversal transversal;
  Offsets offsets;
  std::vector<Block> blocks;  ///< in an order of evaluation

  /// {x_j^(r) : r < d_j}, by variable.
  [[nodiscard]] std::vector<Expr> states() const;
  /// x_j^(d_j).
  [[nodiscard]] Expr leading(std::size_t variable) const;
};

}  // namespace saltus
