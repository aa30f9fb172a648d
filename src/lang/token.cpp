#include "lang/token.hpp"

#include <algorithm>
#include <array>

namespace saltus {
namespace {

constexpr std::array<std::string_view, 33> signs = {
    "end of file", "identifier", "number", "string", "(",  ")", "[", "]", "{", "}", ",",  ";",  ":",  ".",  ":=", "=", "==",
    "<>",          "<",          "<=",     ">",      ">=", "+", "-", "*", "/", "^", ".+", ".-", ".*", "./", ".^", "->"};

constexpr std::array<std::string_view, 59> keywords = {
    "algorithm",     "and",      "annotation", "block",   "break",     "class",       "connect",  "connector",    "constant",
    "constrainedby", "der",      "discrete",   "each",    "else",      "elseif",      "elsewhen", "encapsulated", "end",
    "enumeration",   "equation", "expandable", "extends", "external",  "false",       "final",    "flow",         "for",
    "function",      "if",       "import",     "impure",  "in",        "initial",     "inner",    "input",        "loop",
    "model",         "not",      "operator",   "or",      "outer",     "output",      "package",  "parameter",    "partial",
    "protected",     "public",   "pure",       "record",  "redeclare", "replaceable", "return",   "stream",       "then",
    "true",          "type",     "when",       "while",   "within"};

static_assert(static_cast<std::size_t>(TokenKind::kw_algorithm) == signs.size());
static_assert(static_cast<std::size_t>(TokenKind::kw_within) == signs.size() + keywords.size() - 1);
static_assert(std::is_sorted(keywords.begin(), keywords.end()));

}  // namespace

TokenKind keyword_kind(std::string_view word) {
  const auto at = std::lower_bound(keywords.begin(), keywords.end(), word);
  if (at == keywords.end() || *at != word) return TokenKind::identifier;
  return static_cast<TokenKind>(signs.size() + static_cast<std::size_t>(at - keywords.begin()));
}

std::string_view spelling(TokenKind kind) {
  const auto i = static_cast<std::size_t>(kind);
  return i < signs.size() ? signs[i] : keywords[i - signs.size()];
}

}  // namespace saltus
