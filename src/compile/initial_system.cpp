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
    for (const Expr u : b.unknowns)
      if (u->op() == Op::symbol && is_fixed(model, u)) result.push_back(u);
  return result;
}

void report_fixed_algebraic(const HybridModel& model, const Structure& structure, Expr variable, Diagnostics& diagnostics) {
  const Variable& v = *model.find(variable);
  Diagnostic d{Severity::error,
               "singular-system",
               fmt::format("`{}` is fixed at its start value, but an equation determines it", v.name),
               {v.span, "fixed here"}};
  for (const Block& b : structure.blocks)
    for (std::size_t k = 0; k < b.unknowns.size(); ++k)
      if (b.unknowns[k] == variable) d.also.push_back({structure.equations[b.equations[k]].span, "determined here"});
  d.help = fmt::format("remove `fixed = true`; or, if this should be the derivative, write `der({}) = ...`", v.name);
  diagnostics.add(std::move(d));
}

// Everything is given by assignments, in which initial equations may be turned round.
bool is_direct(const Structure& structure) {
  return std::ranges::all_of(structure.blocks, &Block::is_explicit) &&
         std::ranges::all_of(structure.offsets.c, [](auto c) { return c == 0; });
}

// Discrete variables take their values; the rest is solved numerically.
InitialSystem implicit_system(const HybridModel& model) {
  InitialSystem system;
  system.is_implicit = true;
  for (const Equation& e : model.initial_equations) {
    const Expr side = e.lhs->op() == Op::pre ? e.lhs->symbol() : e.lhs;
    const Variable* v = side->op() == Op::symbol ? model.find(side) : nullptr;
    if (v && v->variability == Variability::discrete) {
      system.values.push_back({side, e.rhs});
    } else {
      system.implicit.push_back(e);
    }
  }
  return system;
}

class DirectInitialSystem {
 public:
  DirectInitialSystem(const HybridModel& model, const Structure& structure, const std::vector<Expr>& bound)
      : model_(model), states_(structure.states()), discretes_(discrete_unknowns(model)) {
    for (const Block& b : structure.blocks)
      for (const Assignment& a : b.assignments) {
        equations_.push_back({a.leaf, a.value, structure.equations[a.equation].span});
        unknowns_.push_back(a.leaf);
      }
    for (const Equation& e : model.initial_equations)
      equations_.push_back({e.lhs->op() == Op::pre ? e.lhs->symbol() : e.lhs, e.rhs, e.span});
    unknowns_.insert(unknowns_.end(), states_.begin(), states_.end());
    unknowns_.insert(unknowns_.end(), discretes_.begin(), discretes_.end());
    for (const Expr s : states_)
      if (is_fixed(model, s)) equations_.push_back(start_equation(model, s));
    for (const Expr s : bound) equations_.push_back(start_equation(model, s));
    // Numbers are put into one another exactly here.
    for (const Variable& v : model.variables)
      if (v.start) note_compiled_in(model, v.start, [](Expr) { return Expr(); });
  }

  /// Free states take their start value as long as the system stays solvable with it.
  void complete() {
    for (const Expr s : states_) {
      if (equations_.size() >= unknowns_.size()) return;
      if (is_fixed(model_, s)) continue;
      std::vector<Equation> attempt = equations_;
      attempt.push_back(start_equation(model_, s));
      for (const Expr other : states_) {
        if (attempt.size() >= unknowns_.size()) break;
        if (other != s && !is_fixed(model_, other) &&
            std::ranges::none_of(attempt, [&](const Equation& e) { return e.lhs == other; }))
          attempt.push_back(start_equation(model_, other));
      }
      Diagnostics trial;
      if (attempt.size() == unknowns_.size() && sort_assignments(model_, attempt, unknowns_, trial)) {
        equations_ = std::move(attempt);
        return;
      }
    }
  }

  std::optional<InitialSystem> solve(Diagnostics& diagnostics) const {
    const auto blocks = sort_assignments(model_, equations_, unknowns_, diagnostics, "initial system: ");
    if (!blocks) return std::nullopt;
    if (!std::ranges::all_of(*blocks, &Block::is_assignment)) return implicit_system(model_);
    InitialSystem system;
    std::unordered_map<Expr, Expr> known;
    const auto replace = [&](Expr e) {
      const auto it = known.find(e);
      return it == known.end() ? Expr() : it->second;
    };
    for (const Block& b : *blocks) known[b.unknowns[0]] = substitute(b.value, replace);
    for (const Expr s : states_) system.values.push_back({s, known.at(s)});
    for (const Expr d : discretes_) system.values.push_back({d, known.at(d)});
    return system;
  }

 private:
  const HybridModel& model_;
  std::vector<Expr> states_, discretes_, unknowns_;
  std::vector<Equation> equations_;
};

}  // namespace

std::optional<InitialSystem> solve_initial_system(const HybridModel& model, const Structure& structure,
                                                  Diagnostics& diagnostics) {
  const std::vector<Expr> states = structure.states();
  const std::vector<Expr> bound = fixed_algebraics(model, structure);
  if (!bound.empty() && std::ranges::all_of(states, [&](Expr s) { return is_fixed(model, s); })) {
    report_fixed_algebraic(model, structure, bound.front(), diagnostics);
    return std::nullopt;
  }
  if (model.initial_equations.empty() && bound.empty()) return InitialSystem{};
  if (!is_direct(structure)) return implicit_system(model);
  DirectInitialSystem direct(model, structure, bound);
  direct.complete();
  return direct.solve(diagnostics);
}

}  // namespace saltus
