#include "lang/token.hpp"

#include <algorithm>
#include <array>

#include "model/keywords.hpp"

namespace saltus {
namespace {

constexpr std::array<std::string_view, 33> signs = {
    "end of file", "identifier", "number", "string", "(",  ")", "[", "]", "{", "}", ",",  ";",  ":",  ".",  ":=", "=", "==",
    "<>",          "<",          "<=",     ">",      ">=", "+", "-", "*", "/", "^", ".+", ".-", ".*", "./", ".^", "->"};

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
