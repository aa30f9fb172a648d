#pragma once
// Text from outside, made safe to print: control characters, bytes that are no UTF-8 and characters that reorder the line
// on a terminal are shown as escapes, so a model cannot forge the look of a message.

#include <cstddef>
#include <string>
#include <string_view>

namespace saltus {

/// What one character of a text looks like when printed.
struct Glyph {
  std::size_t bytes = 1;  ///< how many bytes of the text it stands for
  std::size_t width = 1;  ///< columns it takes; every printable character counts as one
  std::string shown;      ///< what to print
};

/// The glyph at the beginning of `text`, which is not empty. A tab is four blanks.
[[nodiscard]] Glyph first_glyph(std::string_view text);

/// The whole text; line feeds are kept.
[[nodiscard]] std::string printable(std::string_view text);

}  // namespace saltus
