#pragma once
// A place in the text of a formula, and the smallest things that can be read there.

#include <cctype>
#include <string>
#include <string_view>

#include "report/tex_math.hpp"

namespace saltus {

class TexCursor {
 public:
  explicit TexCursor(std::string_view text) : text_(text) {}

 protected:
  [[noreturn]] static void fail(std::size_t begin, std::size_t end, const std::string& what, std::string help = {}) {
    throw TexError(begin, end, what, std::move(help));
  }
  [[nodiscard]] static bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
  [[nodiscard]] static bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

  void skip_blanks();
  [[nodiscard]] bool looks_at(std::string_view what) const { return text_.substr(at_).starts_with(what); }
  /// The name of the command at this place, without moving; empty if there is none.
  [[nodiscard]] std::string_view command() const;
  /// Of a row, cell or group.
  [[nodiscard]] bool at_end() const;

  /// Words between braces, as they are. `begin`: of what needs them.
  std::string raw_argument(std::size_t begin);
  /// The name of an environment in braces.
  std::string_view braced_word(std::size_t begin);
  /// A bracket; empty for `.`.
  std::string delimiter(std::size_t begin);

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace saltus
