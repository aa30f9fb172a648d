#include "structure/naming.hpp"

#include <fmt/format.h>

namespace saltus {
namespace {

constexpr std::size_t longest_equation = 80;
constexpr std::size_t most_names = 6;

}  // namespace

std::string equation_text(const Equation& equation) {
  std::string text = saltus::text(equation.lhs) + " = " + saltus::text(equation.rhs);
  if (text.size() > longest_equation) {
    text.resize(longest_equation - 3);
    text += "...";
  }
  return text;
}

std::string equation_name(const HybridModel& model, const Equation& equation) {
  if (!model.sources || !equation.span.known()) return fmt::format("`{}`", equation_text(equation));
  return fmt::format("line {}", model.sources->place(equation.span.file, equation.span.begin).line);
}

std::string leaf_names(std::span<const Expr> leaves) {
  std::string names;
  for (std::size_t k = 0; k < leaves.size() && k < most_names; ++k) {
    if (k > 0) names += k + 1 == leaves.size() ? " and " : ", ";
    names += fmt::format("`{}`", text(leaves[k]));
  }
  if (leaves.size() > most_names) names += fmt::format(" and {} more", leaves.size() - most_names);
  return names;
}

std::string counted(std::size_t n, std::string_view noun) { return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s"); }

Span declaration(const HybridModel& model, Expr leaf) {
  const Variable* variable = model.find(leaf->op() == Op::symbol ? leaf : leaf->symbol());
  return variable ? variable->span : Span{};
}

}  // namespace saltus
