#pragma once
// How often the value of an expression may change: once per run, at events, or continuously.

#include <cstdint>
#include <functional>
#include <vector>

#include "expr/node_table.hpp"

namespace saltus {

enum class Rate : std::uint8_t { parameter, discrete, continuous };

/// What a leaf (symbol, der) stands for: the expression that defines it, or a rate of its own.
struct LeafMeaning {
  Expr definition;  ///< null: an input with the rate below
  Rate rate = Rate::continuous;
  bool reads_time = false;  ///< without a definition: time may enter algebraically
};

/// Rates by memo; a leaf with a definition has the rate of its definition, so that a continuous variable that is piecewise
/// constant (`l_now = if phi < pin then ls else l`) is known as discrete. Relations of continuous operands are discrete.
/// Also knows whether an expression contains operators that need a guard (relations, abs, floor, ... of continuous operands).
class RateAnalysis {
 public:
  explicit RateAnalysis(std::function<LeafMeaning(Expr)> meaning) : meaning_(std::move(meaning)) {}

  struct Facts {
    Rate rate = Rate::parameter;
    bool needs_guard = false;    ///< itself or below it, not looking through leaves
    bool reads_time = false;     ///< time enters algebraically, looking through leaves but not through relations
    bool touches_state = false;  ///< depends on something continuous other than time, looking through leaves and relations
  };
  const Facts& of(Expr e) {
    if (const Facts* known = memo_.find(e)) return *known;
    return find(e);
  }

 private:
  const Facts& find(Expr e);
  Facts combine(Expr e);
  struct Frame {
    Expr e;
    bool expanded;
  };
  std::function<LeafMeaning(Expr)> meaning_;
  NodeTable<Facts> memo_;
  std::vector<Frame> stack_;  // of find(), empty in between
};

}  // namespace saltus
