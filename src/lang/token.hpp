#pragma once
// The words and signs of the language.

#include <cstdint>
#include <string_view>

#include "base/source.hpp"

namespace saltus {

enum class TokenKind : std::uint8_t {
  end_of_file,
  identifier,
  number,
  string,
  // signs
  left_paren,
  right_paren,
  left_bracket,
  right_bracket,
  left_brace,
  right_brace,
  comma,
  semicolon,
  colon,
  dot,
  assign,
  equals,
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  plus,
  minus,
  times,
  divide,
  power,
  dot_plus,
  dot_minus,
  dot_times,
  dot_divide,
  dot_power,
  arrow,
  // keywords, in alphabetical order
  kw_algorithm,
  kw_and,
  kw_annotation,
  kw_block,
  kw_break,
  kw_class,
  kw_connect,
  kw_connector,
  kw_constant,
  kw_constrainedby,
  kw_der,
  kw_discrete,
  kw_each,
  kw_else,
  kw_elseif,
  kw_elsewhen,
  kw_encapsulated,
  kw_end,
  kw_enumeration,
  kw_equation,
  kw_expandable,
  kw_extends,
  kw_external,
  kw_false,
  kw_final,
  kw_flow,
  kw_for,
  kw_function,
  kw_if,
  kw_import,
  kw_impure,
  kw_in,
  kw_initial,
  kw_inner,
  kw_input,
  kw_loop,
  kw_model,
  kw_not,
  kw_operator,
  kw_or,
  kw_outer,
  kw_output,
  kw_package,
  kw_parameter,
  kw_partial,
  kw_protected,
  kw_public,
  kw_pure,
  kw_record,
  kw_redeclare,
  kw_replaceable,
  kw_return,
  kw_stream,
  kw_then,
  kw_true,
  kw_type,
  kw_when,
  kw_while,
  kw_within,
};

struct Token {
  TokenKind kind = TokenKind::end_of_file;
  /// Something before or in this token was wrong and has been reported; what follows from it is not reported again.
  bool broken = false;
  Span span;
};

/// The kind of the keyword `word`, or TokenKind::identifier.
[[nodiscard]] TokenKind keyword_kind(std::string_view word);

/// How the kind is written (":=", "equation"); for kinds with many spellings what it is ("identifier").
[[nodiscard]] std::string_view spelling(TokenKind kind);

}  // namespace saltus
