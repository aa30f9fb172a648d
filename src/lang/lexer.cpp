#include "lang/lexer.hpp"

#include <fmt/format.h>

#include <iterator>
#include <utility>

#include "lang/utf8.hpp"

namespace saltus {
namespace {

constexpr int max_invalid_runs = 5;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'; }
bool starts_token(char c) {
  return is_letter(c) || is_digit(c) || is_blank(c) ||
         std::string_view("\"'()[]{},;:.=<>+-*/^!&|").find(c) != std::string_view::npos;
}

char escaped(char c) {
  switch (c) {
    case 'a': return '\a';
    case 'b': return '\b';
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    case 'v': return '\v';
    case '\'':
    case '"':
    case '?':
    case '\\': return c;
    default: return '\0';
  }
}

}  // namespace

Lexer::Lexer(std::uint32_t file, std::string_view text, Diagnostics& diagnostics)
    : file_(file), text_(text), diagnostics_(diagnostics) {
  if (text_.substr(0, 3) == "\xEF\xBB\xBF") pos_ = 3;
}

Span Lexer::span(std::size_t begin, std::size_t end) const {
  return {file_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

void Lexer::fail(const char* code, Span span, std::string message, std::string help) {
  diagnostics_.error(code, span, std::move(message), {}, std::move(help));
  broken_ = true;
}

Token Lexer::token(TokenKind kind, std::size_t length) {
  const Token t{kind, std::exchange(broken_, false), span(pos_, pos_ + length)};
  pos_ += length;
  return t;
}

Token Lexer::next() {
  skip_blanks_and_comments();
  if (pos_ >= text_.size()) {
    Token t = token(TokenKind::end_of_file, 0);
    broken_ = t.broken;  // stays true: asked again, the end is as broken as before
    return t;
  }
  const char c = text_[pos_];
  if (is_letter(c)) return read_name();
  if (is_digit(c) || (c == '.' && is_digit(at(pos_ + 1)))) return read_number();
  if (c == '"') return read_string();
  if (c == '\'') return read_quoted_name();
  return read_sign();
}

void Lexer::skip_blanks_and_comments() {
  while (pos_ < text_.size()) {
    const char c = text_[pos_];
    if (is_blank(c)) {
      ++pos_;
    } else if (c == '/' && at(pos_ + 1) == '/') {
      pos_ = std::min(text_.find('\n', pos_), text_.size());
    } else if (c == '/' && at(pos_ + 1) == '*') {
      skip_block_comment();
    } else if (!starts_token(c)) {
      skip_invalid();
    } else {
      return;
    }
  }
}

void Lexer::skip_block_comment() {
  const std::size_t close = text_.find("*/", pos_ + 2);
  if (close == std::string_view::npos) {
    fail("unterminated-comment", span(pos_, pos_ + 2), "this comment is never closed", "close it with `*/`");
    pos_ = text_.size();
  } else {
    pos_ = close + 2;
  }
}

// A comment as in other languages: said once, the others are skipped in silence.
void Lexer::skip_foreign_comment() {
  broken_ = true;  // what follows in the line may be missed
  if (!std::exchange(foreign_comment_, true))
    diagnostics_.error("invalid-character", span(pos_, pos_ + 1), "`#` begins no comment", {}, "comments begin with `//`");
  pos_ = std::min(text_.find('\n', pos_), text_.size());
}

void Lexer::skip_invalid() {
  if (text_[pos_] == '#') return skip_foreign_comment();
  const std::size_t begin = pos_;
  while (pos_ < text_.size() && !starts_token(text_[pos_])) ++pos_;
  if (++invalid_runs_ > max_invalid_runs) {
    fail("invalid-character", span(begin, pos_), "too many invalid characters; the rest of the file is not read",
         "a model file is text in UTF-8");
    pos_ = text_.size();
    return;
  }
  const auto first = static_cast<unsigned char>(text_[begin]);
  const bool printable = first > 32 && first < 127;
  fail("invalid-character", span(begin, pos_),
       printable          ? fmt::format("`{}` is not a character of the language", text_[begin])
       : pos_ - begin > 4 ? fmt::format("{} bytes are not characters of the language", pos_ - begin)
       : first >= 128     ? std::string("this character is allowed only in strings, comments and 'quoted names'")
                          : fmt::format("the byte {:#04x} is not a character of the language", first),
       first == '?'   ? "a choice is written `if c then a else b`"
       : first == '%' ? "the remainder is written `mod(a, b)`"
                      : "");
}

Token Lexer::read_name() {
  std::size_t end = pos_ + 1;
  while (is_letter(at(end)) || is_digit(at(end))) ++end;
  return token(keyword_kind(text_.substr(pos_, end - pos_)), end - pos_);
}

Token Lexer::read_quoted_name() {
  std::size_t end = pos_ + 1;
  while (end < text_.size() && text_[end] != '\'' && text_[end] != '\n') end += text_[end] == '\\' ? 2 : 1;
  if (at(end) == '\'') {
    ++end;
    check_string(pos_ + 1, end - 1);
  } else {
    end = std::min(end, text_.size());
    fail("unterminated-string", span(pos_, pos_ + 1), "this quoted name is never closed",
         pos_ > 0 && is_letter(text_[pos_ - 1]) ? "the derivative of x is written `der(x)`"
                                                : "close it with `'` on the same line; strings are written with double quotes");
  }
  return token(TokenKind::identifier, end - pos_);
}

Token Lexer::read_number() {
  std::size_t end = pos_;
  const auto digits = [&] {
    const std::size_t begin = end;
    while (is_digit(at(end))) ++end;
    return end > begin;
  };
  digits();
  if (at(end) == '.') {
    ++end;
    digits();
  }
  if (at(end) == 'e' || at(end) == 'E') {
    const std::size_t mark = end++;
    if (at(end) == '+' || at(end) == '-') ++end;
    if (!digits()) fail("syntax-error", span(mark, end), "the exponent has no digits", "write for example `1e-3`");
  }
  if (is_letter(at(end))) {
    std::size_t word = end;
    while (is_letter(at(word)) || is_digit(at(word))) ++word;
    const auto number = text_.substr(pos_, end - pos_), name = text_.substr(end, word - end);
    if (!broken_)
      fail("syntax-error", span(pos_, word), "a number runs into a name",
           number.size() + name.size() < 60 ? fmt::format("for a product write `{}*{}`", number, name) : std::string());
    end = word;
  }
  return token(TokenKind::number, end - pos_);
}

Token Lexer::read_string() {
  std::size_t end = pos_ + 1;
  while (end < text_.size() && text_[end] != '"') end += text_[end] == '\\' ? 2 : 1;
  if (end < text_.size()) {
    check_string(pos_ + 1, end);
    return token(TokenKind::string, end + 1 - pos_);
  }
  fail("unterminated-string", span(pos_, pos_ + 1), "this string is never closed",
       "close it with `\"`; if it looks closed, a string before it may lack its end");
  // No quote follows, so the rest of the file is likely plain text again from the next line on.
  return token(TokenKind::string, std::min(text_.find('\n', pos_), text_.size()) - pos_);
}

/// Escapes must be known, and the bytes UTF-8 without NUL, since strings appear in results.
void Lexer::check_string(std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    if (text_[i] != '\\') continue;
    ++i;
    if (escaped(at(i)) == '\0') {
      fail("syntax-error", span(i - 1, i + 1), "unknown escape in a string", "a backslash is written `\\\\`");
      return;
    }
  }
  const std::size_t bad = invalid_utf8(text_.substr(begin, end - begin));
  if (bad != std::string_view::npos)
    fail("invalid-character", span(begin + bad, begin + bad + 1), "this byte is not UTF-8 text", "save the file in UTF-8");
}

/// A sign of another language: say how it is written here, and go on as if it had been.
Token Lexer::foreign_sign(TokenKind kind, std::size_t length) {
  diagnostics_.error("syntax-error", span(pos_, pos_ + length),
                     fmt::format("`{}` is written `{}`", text_.substr(pos_, length), spelling(kind)));
  return token(kind, length);
}

/// `x += 1`, read as `x = 1`.
Token Lexer::updating_sign() {
  fail("syntax-error", span(pos_, pos_ + 2), fmt::format("there is no `{}`", text_.substr(pos_, 2)),
       fmt::format("write `n = pre(n) {0} ...` in a `when`, `n := n {0} ...` in an algorithm", text_[pos_]));
  return token(TokenKind::equals, 2);
}

Token Lexer::read_sign() {
  using enum TokenKind;
  const char c = text_[pos_], d = at(pos_ + 1);
  if (d == '=' && at(pos_ + 2) != '=' && (c == '+' || c == '-' || c == '*' || c == '/')) return updating_sign();
  switch (c) {
    case '(': return token(left_paren, 1);
    case ')': return token(right_paren, 1);
    case '[': return token(left_bracket, 1);
    case ']': return token(right_bracket, 1);
    case '{': return token(left_brace, 1);
    case '}': return token(right_brace, 1);
    case ',': return token(comma, 1);
    case ';': return token(semicolon, 1);
    case '+': return token(plus, 1);
    case '/': return token(divide, 1);
    case '^': return token(power, 1);
    case '*': return d == '*' ? foreign_sign(power, 2) : token(times, 1);
    case '-': return d == '>' ? token(arrow, 2) : token(minus, 1);
    case ':': return d == '=' ? token(assign, 2) : token(colon, 1);
    case '=': return d == '=' ? token(equal, 2) : token(equals, 1);
    case '<': return d == '=' ? token(less_equal, 2) : d == '>' ? token(not_equal, 2) : token(less, 1);
    case '>': return d == '=' ? token(greater_equal, 2) : token(greater, 1);
    case '!': return d == '=' ? foreign_sign(not_equal, 2) : foreign_sign(kw_not, 1);
    case '&': return foreign_sign(kw_and, d == '&' ? 2 : 1);
    case '|': return foreign_sign(kw_or, d == '|' ? 2 : 1);
    default: break;
  }
  switch (d) {  // c is '.'
    case '+': return token(dot_plus, 2);
    case '-': return token(dot_minus, 2);
    case '*': return token(dot_times, 2);
    case '/': return token(dot_divide, 2);
    case '^': return token(dot_power, 2);
    default: return token(dot, 1);
  }
}

std::string string_value(std::string_view text) {
  std::string value;
  for (std::size_t i = 1; i < text.size() && text[i] != '"'; ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) {
      const char c = escaped(text[++i]);
      value += c == '\0' ? text[i] : c;
    } else {
      value += text[i];
    }
  }
  return value;
}

std::string print_tokens(std::uint32_t file, const Sources& sources, Diagnostics& diagnostics) {
  const std::string_view text = sources.text(file);
  Lexer lexer(file, text, diagnostics);
  fmt::memory_buffer out;
  std::size_t line = 1, line_begin = 0, seen = 0;
  for (Token t = lexer.next(); t.kind != TokenKind::end_of_file; t = lexer.next()) {
    for (; seen < t.span.begin; ++seen) {
      if (text[seen] == '\n') ++line, line_begin = seen + 1;
    }
    const char* sort = t.kind >= TokenKind::kw_algorithm ? "keyword"
                       : t.kind >= TokenKind::left_paren ? "sign"
                                                         : spelling(t.kind).data();
    fmt::format_to(std::back_inserter(out), "{}:{} {} {}\n", line, t.span.begin - line_begin + 1, sort,
                   text.substr(t.span.begin, t.span.end - t.span.begin));
  }
  return fmt::to_string(out);
}

}  // namespace saltus
