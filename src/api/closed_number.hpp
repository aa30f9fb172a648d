#pragma once
// Numbers given as text, for options: decimals, or constant expressions as in `--set`.

#include "api/options.hpp"
#include "expr/expr.hpp"

namespace saltus {

/// A closed expression in `pool`. `option` names it in messages. Throws InvalidOption if the text is no constant number.
[[nodiscard]] Expr closed_number(const char* option, const Exact& number, ExprPool& pool);

}  // namespace saltus
