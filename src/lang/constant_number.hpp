#pragma once
// Numbers given as text outside of models (options, studies): decimals, or constant expressions as in `--set`.

#include <memory>
#include <optional>
#include <string>

#include "expr/expr.hpp"

namespace saltus {

/// A closed expression, and what it is made of.
struct ConstantNumber {
  std::shared_ptr<ExprPool> pool;
  Expr value;
};

/// nullopt if the text is no constant number ("0.2", "pi/6", "2*sqrt(3)").
[[nodiscard]] std::optional<ConstantNumber> read_constant(const std::string& text);

}  // namespace saltus
