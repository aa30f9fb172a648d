#pragma once
// Model text of expressions in which symbols and functions are shown under other names.

#include <functional>
#include <string>

#include "expr/expr.hpp"

namespace saltus {

/// As text(root), but with `shown` asked for what to write
///   for a symbol, also that of der, pre, edge and change: its name;
///   for a call: the name of the function, with what says which of its outputs;
///   for a difference from time: all of it, as if it were a name; empty: as it is.
[[nodiscard]] std::string named_text(Expr root, const std::function<std::string(Expr)>& shown);

}  // namespace saltus
