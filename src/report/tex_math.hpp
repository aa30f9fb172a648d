#pragma once
// Formulas as TeX writes them, as MathML, which browsers set by themselves. A subset: scripts, fractions, roots, Greek letters, accents, functions,
// relations, sums and integrals, brackets that grow (\left, \right), cases, matrices, aligned equations, text.

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

namespace saltus {

/// What is wrong with a formula, and where in its text.
class TexError : public std::runtime_error {
 public:
  TexError(std::size_t begin, std::size_t end, const std::string& what, std::string help = {})
      : std::runtime_error(what), begin_(begin), end_(end), help_(std::move(help)) {}
  [[nodiscard]] std::size_t begin() const { return begin_; }
  [[nodiscard]] std::size_t end() const { return end_; }
  [[nodiscard]] const std::string& help() const { return help_; }

 private:
  std::size_t begin_, end_;
  std::string help_;
};

/// A <math> element: in a line of text, or displayed by itself. Throws TexError.
[[nodiscard]] std::string mathml(std::string_view tex, bool displayed);

}  // namespace saltus
