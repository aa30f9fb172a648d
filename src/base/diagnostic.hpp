#pragma once
// Diagnostics: what is wrong with the input, where, and what to do about it.
//
//   error[unknown-name]: no variable `velocty` in `Ball`
//    --> ball.mo:7:12
//     |
//   7 |   der(h) = velocty;
//     |            ^^^^^^^ not declared here
//   help: did you mean `velocity`? (declared at 3:8)
//
// A code is a short kebab-case name. Each has a page docs/reference/codes/<code>.md (shown by `saltus explain`)
// and a test tests/bad/<code>.test.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.hpp"

namespace saltus {

enum class Severity { error, warning };

struct Label {
  Span span;
  std::string text;
};

struct Diagnostic {
  Severity severity = Severity::error;
  std::string code;
  std::string message;
  Label where;                   ///< the carets; its span may be unknown (then no excerpt is printed)
  std::vector<Label> also = {};  ///< further places, printed below the first
  std::string help = {};         ///< one remedy; empty if there is none
};

/// Collects diagnostics; after `limit` errors (and likewise warnings) further ones are counted but not kept.
class Diagnostics {
 public:
  explicit Diagnostics(std::size_t limit = 50) : limit_(limit) {}

  void add(Diagnostic d);
  void error(std::string code, Span span, std::string message, std::string label = {}, std::string help = {});
  void warning(std::string code, Span span, std::string message, std::string label = {}, std::string help = {});

  [[nodiscard]] bool has_errors() const { return errors_ > 0; }
  [[nodiscard]] std::size_t error_count() const { return errors_; }
  [[nodiscard]] std::size_t warning_count() const { return warnings_; }
  [[nodiscard]] const std::vector<Diagnostic>& all() const { return items_; }

 private:
  std::size_t limit_;
  std::size_t errors_ = 0;
  std::size_t warnings_ = 0;
  std::vector<Diagnostic> items_;
};

/// The text form shown above, each diagnostic ending with a newline; colour is ANSI. A span over several lines is cut at the end
/// of the first, a long line is cut to a window around the carets, further places (`also`) are underlined with dashes.
[[nodiscard]] std::string render(const Diagnostic& d, const Sources& sources, bool color = false);
[[nodiscard]] std::string render(const Diagnostics& all, const Sources& sources, bool color = false);

/// The place alone, from the arrow to the carets; "" if the span is not in a text.
[[nodiscard]] std::string render_place(Span span, const Sources& sources);

/// The candidate nearest to `name` (other capitals only, else an edit distance of at most a third of its length), or "" if none is near.
[[nodiscard]] std::string nearest_name(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace saltus
