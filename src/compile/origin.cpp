#include "compile/compiled_model.hpp"

namespace saltus {

std::string Origin::what() const {
  if (!right) return text(leaf);
  constexpr std::size_t longest = 80;
  std::string equation = text(leaf, true) + " = " + text(right, true);
  if (equation.size() > longest) equation = equation.substr(0, longest - 3) + "...";
  return equation;
}

}  // namespace saltus
