#pragma once
// Which leaves an equation contains, and how: smoothly, or only through a decision.
//
// A leaf (symbol, der(x), pre(v)) occurs discretely where only a piecewise constant value is made of it: below a relation or
// another Boolean or Integer operator, or below floor, ceil, div, sign. There it must be known before the equation is
// evaluated, but the equation cannot be solved for it, and time derivatives of the equation do not contain its derivatives.

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "expr/expr.hpp"

namespace saltus {

/// Scans many roots of one pool; a scan costs the number of nodes below its roots, whatever was scanned before.
class LeafScan {
 public:
  using Visit = std::function<void(Expr leaf, bool discrete)>;

  /// Calls `visit` for each leaf below the roots, at most once smoothly and at most once discretely. edge(b) and change(b) are
  /// b and pre(b). The roots belong to one pool. If `discrete` all occurrences are.
  void operator()(std::span<const Expr> roots, bool discrete, const Visit& visit);

 private:
  struct Item {
    Expr node;
    bool discrete;
  };
  void enter(Expr node, bool discrete);

  std::uint32_t scan_ = 0;
  std::vector<std::uint32_t> seen_;  // by 2*id + discrete: the scan that saw it last
  std::vector<Item> stack_;
};

}  // namespace saltus
