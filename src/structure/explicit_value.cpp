#include "structure/explicit_value.hpp"

namespace saltus {

Expr explicit_value(const Equation& equation, Expr leaf) {
  if (equation.lhs == leaf && !depends_on(equation.rhs, leaf)) return equation.rhs;
  if (equation.rhs == leaf && !depends_on(equation.lhs, leaf)) return equation.lhs;
  if (equation.lhs->type() != Type::real || equation.rhs->type() != Type::real) return {};
  return solve_linear(equation.lhs, equation.rhs, leaf);
}

}  // namespace saltus
