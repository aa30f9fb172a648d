#pragma once
// Text to tokens, one at a time, so that memory does not grow with the text.

#include <cstdint>
#include <string>
#include <string_view>

#include "base/diagnostic.hpp"
#include "base/source.hpp"
#include "lang/token.hpp"

namespace saltus {

class Lexer {
 public:
  /// `text` outlives the lexer. A byte order mark at its beginning is skipped.
  Lexer(std::uint32_t file, std::string_view text, Diagnostics& diagnostics);

  /// The next token; at the end of the text end_of_file, again and again. Mistakes are reported once and the token after
  /// them is marked as broken. After some runs of invalid bytes the rest of the text is given up.
  [[nodiscard]] Token next();

 private:
  [[nodiscard]] char at(std::size_t i) const { return i < text_.size() ? text_[i] : '\0'; }
  [[nodiscard]] Span span(std::size_t begin, std::size_t end) const;
  Token token(TokenKind kind, std::size_t length);
  void skip_blanks_and_comments();
  void skip_block_comment();
  void skip_invalid();
  void skip_foreign_comment();
  Token updating_sign();
  Token read_name();
  Token read_quoted_name();
  Token read_number();
  Token read_string();
  Token read_sign();
  Token foreign_sign(TokenKind kind, std::size_t length);
  void check_string(std::size_t begin, std::size_t end);
  void fail(const char* code, Span span, std::string message, std::string help = {});

  std::uint32_t file_;
  std::string_view text_;
  Diagnostics& diagnostics_;
  std::size_t pos_ = 0;
  int invalid_runs_ = 0;
  bool foreign_comment_ = false;
  bool broken_ = false;
};

/// The value of a string token: `text` with its quotes, escapes replaced.
[[nodiscard]] std::string string_value(std::string_view text);

/// One token per line: "3:5 identifier x". Mistakes go to `diagnostics`.
[[nodiscard]] std::string print_tokens(std::uint32_t file, const Sources& sources, Diagnostics& diagnostics);

}  // namespace saltus
