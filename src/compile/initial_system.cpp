#include "compile/initial_system.hpp"

#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include "structure/analyse.hpp"

namespace saltus {

namespace {

Equation start_equation(const HybridModel& model, Expr state) {
  const Variable& v = *model.find(state->op() == Op::der ? state->symbol() : state);
  const Expr start = state->op() == Op::symbol && v.start ? v.start : model.pool->number(0);
  return {state, start, v.span};
}

bool is_fixed(const HybridModel& model, Expr state) { return state->op() == Op::symbol && model.find(state)->fixed; }

// Initial equations may also set discrete variables: `n = 3` or `pre(n) = 3`.
std::vector<Expr> discrete_unknowns(const HybridModel& model) {
  std::vector<Expr> unknowns;
  for (const Equation& e : model.initial_equations) {
    const Expr side = e.lhs->op() == Op::pre ? e.lhs->symbol() : e.lhs;
    if (side->op() != Op::symbol) continue;
    const Variable* v = model.find(side);
    if (v && v->variability == Variability::discrete) unknowns.push_back(side);
  }
  return unknowns;
}

// Variables that equations determine and that are fixed at their start all the same: more conditions on the states.
std::vector<Expr> fixed_algebraics(const HybridModel& model, const Structure& structure) {
  std::vector<Expr> result;
  for (const Block& b : structure.blocks)
    if (b.unknowns[0]->op() == Op::symbol && is_fixed(model, b.unknowns[0])) result.push_back(b.unknowns[0]);
  return result;
}

void report_fixed_algebraic(const HybridModel& model, const Structure& structure, Expr variable, Diagnostics& diagnostics) {
  const Variable& v = *model.find(variable);
  Diagnostic d{Severity::error,
               "singular-system",
               fmt::format("`{}` is fixed at its start value, but an equation determines it", v.name),
               {v.span, "fixed here"}};
  for (const Block& b : structure.blocks)
    if (b.unknowns[0] == variable) d.also.push_back({structure.equations[b.equations[0]].span, "determined here"});
  d.help = fmt::format("remove `fixed = true`; or, if this should be the derivative, write `der({}) = ...`", v.name);
  diagnostics.add(std::move(d));
}

}  // namespace

std::optional<std::vector<InitialValue>> solve_initial_system(const HybridModel& model, const Structure& structure,
                                                              Diagnostics& diagnostics) {
  std::vector<InitialValue> values;
  const std::vector<Expr> states = structure.states();
  const std::vector<Expr> bound = fixed_algebraics(model, structure);
  if (!bound.empty() && std::ranges::all_of(states, [&](Expr s) { return is_fixed(model, s); })) {
    report_fixed_algebraic(model, structure, bound.front(), diagnostics);
    return std::nullopt;
  }
  if (model.initial_equations.empty() && bound.empty()) return values;

  std::vector<Equation> equations;
  for (const Block& b : structure.blocks)
    equations.push_back({b.unknowns[0], b.value, structure.equations[b.equations[0]].span});
  for (const Equation& e : model.initial_equations) {
    const Expr lhs = e.lhs->op() == Op::pre ? e.lhs->symbol() : e.lhs;
    equations.push_back({lhs, e.rhs, e.span});
  }
  std::vector<Expr> unknowns;
  for (const Block& b : structure.blocks) unknowns.push_back(b.unknowns[0]);
  unknowns.insert(unknowns.end(), states.begin(), states.end());
  for (const Expr d : discrete_unknowns(model)) unknowns.push_back(d);

  for (const Expr s : states)
    if (is_fixed(model, s)) equations.push_back(start_equation(model, s));
  for (const Expr s : bound) equations.push_back(start_equation(model, s));
  // Free states take their start value as long as the system stays solvable with it.
  for (const Expr s : states) {
    if (equations.size() >= unknowns.size()) break;
    if (is_fixed(model, s)) continue;
    std::vector<Equation> attempt = equations;
    attempt.push_back(start_equation(model, s));
    for (const Expr other : states) {
      if (attempt.size() >= unknowns.size()) break;
      if (other != s && !is_fixed(model, other) &&
          std::ranges::none_of(attempt, [&](const Equation& e) { return e.lhs == other; }))
        attempt.push_back(start_equation(model, other));
    }
    Diagnostics trial;
    if (attempt.size() == unknowns.size() && sort_assignments(model, attempt, unknowns, trial)) {
      equations = std::move(attempt);
      break;
    }
  }

  constexpr const char* context = "initial system: ";
  const auto blocks = sort_assignments(model, equations, unknowns, diagnostics, context);
  if (!blocks || !require_assignments(model, equations, *blocks, diagnostics, context)) return std::nullopt;

  std::unordered_map<Expr, Expr> known;
  const auto replace = [&](Expr e) {
    const auto it = known.find(e);
    return it == known.end() ? Expr() : it->second;
  };
  for (const Block& b : *blocks) known[b.unknowns[0]] = substitute(b.value, replace);
  for (const Expr s : states) values.push_back({s, known.at(s)});
  for (const Expr d : discrete_unknowns(model)) values.push_back({d, known.at(d)});
  return values;
}

}  // namespace saltus
