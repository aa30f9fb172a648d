#pragma once
// The signature matrix of a system of equations (Pryce 2001): sigma(i, j) is the order of the highest derivative of variable j
// in equation i, minus infinity (no entry) where it does not occur. Structural: cancellations are not looked for.

#include <cstddef>
#include <cstdint>
#include <span>

#include "model/hybrid_model.hpp"
#include "structure/rows.hpp"

namespace saltus {

struct SignatureEntry {
  std::uint32_t variable;
  std::int32_t order;
  friend bool operator==(const SignatureEntry&, const SignatureEntry&) = default;
};

/// Rows are equations; entries of a row are sorted by variable, one per variable.
struct SignatureMatrix {
  std::size_t variables = 0;
  Rows<SignatureEntry> smooth;    ///< sigma: what an equation can be solved for
  Rows<SignatureEntry> discrete;  ///< occurrences in decisions only (see LeafScan): needed first, never solved for

  [[nodiscard]] std::size_t equations() const { return smooth.size(); }
};

/// Of equations over variables given by their symbols; other symbols and pre values are known. Time and memory are
/// proportional to the sizes of the expressions.
SignatureMatrix signature(std::span<const Equation> equations, std::span<const Expr> variables);

/// The same with unknowns that are arbitrary leaves (symbol, der(x), pre(v)): all orders are 0, x and der(x) are unrelated.
/// An equation of Integers or Booleans can only be solved for a leaf that is one of its sides.
/// An entry has order 1 where the equation is of the form `leaf = expression without it` written that way, so that a
/// highest-value transversal follows the text where it has the choice.
SignatureMatrix leaf_signature(std::span<const Equation> equations, std::span<const Expr> leaves);

}  // namespace saltus
