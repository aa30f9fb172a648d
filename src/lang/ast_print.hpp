#pragma once
// The syntax tree as text, for `saltus show --stage ast` and for tests.

#include <string>

#include "lang/ast.hpp"

namespace saltus {

/// An indented tree, one item per line; expressions in source form with all parentheses.
[[nodiscard]] std::string print_ast(const ParsedFile& file);

namespace ast {

/// Source form with parentheses around every operation: `(-(a ^ 2)) + b`. Reading it again gives the same tree.
[[nodiscard]] std::string print(const Expr& e);
[[nodiscard]] std::string print(const Name& name);
[[nodiscard]] std::string print(const std::vector<Subscript>& subscripts);  ///< "[i, :]", or "" if empty
[[nodiscard]] std::string print(const std::vector<ForIndex>& indices);      ///< "i in 1 : n, j"
[[nodiscard]] std::string print(const Modification& m);                     ///< "(start = 1) = 2"
[[nodiscard]] std::string quoted(std::string_view value);                   ///< a string literal

}  // namespace ast
}  // namespace saltus
