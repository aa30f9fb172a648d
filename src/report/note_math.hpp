#pragma once
// Formulas in Markdown: `$...$` in a line, `$$...$$` by themselves. They are taken out before the Markdown is read, which knows nothing of them, and
// put back into its HTML.

#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/source.hpp"

namespace saltus {

class NoteMath {
 public:
  /// Takes the formulas out of `markdown`, which begins at `span` in its file. Code is left alone, and `\$` is a dollar sign. What is wrong is reported
  /// where it stands.
  NoteMath(const std::string& markdown, Span span, Diagnostics& diagnostics);

  [[nodiscard]] const std::string& text() const { return text_; }
  /// With the formulas as MathML.
  [[nodiscard]] std::string restored(const std::string& html) const { return replaced(html, true); }
  /// With nothing in their places.
  [[nodiscard]] std::string without(const std::string& text) const { return replaced(text, false); }

 private:
  [[nodiscard]] std::string replaced(const std::string& text, bool formulas) const;

  std::string text_;
  std::vector<std::string> formulas_;
};

}  // namespace saltus
