#include "structure/differentiated.hpp"

#include <array>

#include <fmt/format.h>

#include "expr/node_table.hpp"
#include "structure/naming.hpp"

namespace saltus {
namespace {

// Derivatives of products grow with their order; a system that needs more than this is not one that somebody wrote.
constexpr std::size_t most_new_nodes = 4'000'000;

std::string called_function(const Equation& equation) {
  std::string name;
  const std::array roots{equation.lhs, equation.rhs};
  for_each_node(roots, [&](Expr e) {
    if (e->op() == Op::call) name = e->name();
  });
  return name;
}

void report_call(const HybridModel& model, const Equation& equation, std::int64_t times, Diagnostics& diagnostics) {
  diagnostics.error(
      "not-differentiable", equation.span,
      fmt::format("the equation ({}) must be differentiated {}, but it calls the function `{}`", equation_name(model, equation),
                  times == 1 ? "once" : fmt::format("{} times", times), called_function(equation)),
      "other equations use a derivative of what is given here",
      "write the function's value as an expression in the equation, or state the derivative as an equation");
}

}  // namespace

std::vector<std::vector<Equation>> differentiate_equations(const HybridModel& model, std::span<const Equation> equations,
                                                           std::span<const std::int64_t> times, std::span<const Expr> variables,
                                                           Diagnostics& diagnostics) {
  NodeSet moving;
  for (const Expr symbol : variables) moving.insert(symbol);
  const std::function<bool(Expr)> is_constant = [&](Expr symbol) { return !moving.contains(symbol); };
  const std::size_t nodes = model.pool->size();
  std::vector<std::vector<Equation>> result(equations.size());
  for (std::size_t i = 0; i < equations.size(); ++i) {
    result[i].push_back(equations[i]);
    for (std::int64_t r = 0; r < times[i]; ++r) {
      const Equation& last = result[i].back();
      const Expr lhs = time_derivative(last.lhs, is_constant), rhs = time_derivative(last.rhs, is_constant);
      if (!lhs || !rhs) {
        report_call(model, equations[i], times[i], diagnostics);
        break;
      }
      if (model.pool->size() > nodes + most_new_nodes) {
        diagnostics.error("too-large", equations[i].span,
                          fmt::format("the derivatives of order {} that this system needs are too large", times[i]),
                          "differentiated here", "look for a variable whose derivative is used by mistake");
        return result;
      }
      result[i].push_back({lhs, rhs, last.span});
    }
  }
  return result;
}

}  // namespace saltus
