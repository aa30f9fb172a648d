#pragma once
// Text to syntax tree.

#include <cstdint>

#include "base/diagnostic.hpp"
#include "base/source.hpp"
#include "lang/ast.hpp"

namespace saltus {

/// Reads the text `file` of `sources`. Mistakes go to `diagnostics`, several per run: after each the parser looks for the
/// next `;`, `end` or section word and goes on. What could be read is returned; callers that need a whole model look at
/// diagnostics.has_errors(). Time is linear in the text, memory in the tree; the stack is bounded (ast::max_nesting).
[[nodiscard]] ParsedFile parse(std::uint32_t file, const Sources& sources, Diagnostics& diagnostics);

/// Reads a text that is a single expression (`--set x=...`); null after an error.
[[nodiscard]] ast::ExprPtr parse_expression(std::uint32_t file, const Sources& sources, Diagnostics& diagnostics);

/// The same for measures of studies, where calls have elements: `times("hit")[2]` is a call of `[]` with the list and the index.
inline constexpr const char* element_call = "[]";
[[nodiscard]] ast::ExprPtr parse_measure(std::uint32_t file, const Sources& sources, Diagnostics& diagnostics);

}  // namespace saltus
