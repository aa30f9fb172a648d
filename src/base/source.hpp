#pragma once
// Source texts and places in them. Every item of a model knows where it was written.

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace saltus {

/// A half-open range of bytes [begin, end) of one source text. file == 0 means "written in C++, no text".
struct Span {
  std::uint32_t file = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  [[nodiscard]] bool known() const { return file != 0; }
  friend bool operator==(const Span&, const Span&) = default;
};

/// From the beginning of `a` to the end of `b`; both lie in the same text.
[[nodiscard]] Span join(Span a, Span b);

/// Line and column, both from 1; columns count bytes.
struct Place {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

/// Owns the texts of a compilation. File numbers start at 1 and never change.
class Sources {
 public:
  /// `name` is what diagnostics print. Texts are limited to 1 GiB (the caller checks).
  std::uint32_t add(std::string name, std::string text);

  [[nodiscard]] std::string_view name(std::uint32_t file) const;
  [[nodiscard]] std::string_view text(std::uint32_t file) const;
  [[nodiscard]] std::string_view text(Span span) const;
  [[nodiscard]] Place place(std::uint32_t file, std::uint32_t offset) const;
  [[nodiscard]] std::string_view line(std::uint32_t file, std::uint32_t line) const;  ///< without its end
  /// "ball.mo:7:12", or "" for a span that is not in a text.
  [[nodiscard]] std::string describe(Span span) const;

 private:
  struct Text {
    std::string name;
    std::string text;
    std::vector<std::uint32_t> line_begins;  // ascending; the first is 0
  };
  [[nodiscard]] const Text& at(std::uint32_t file) const;
  std::deque<Text> texts_;  // references stay valid
};

}  // namespace saltus
