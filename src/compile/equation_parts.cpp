#include "compile/equation_parts.hpp"

#include "expr/node_table.hpp"

namespace saltus {

namespace {

NodeSet when_targets(const HybridModel& model) {
  NodeSet targets;
  for (const When& w : model.whens)
    for (const WhenBranch& b : w.branches)
      for (const Action& a : b.actions)
        if (a.kind == Action::Kind::assign) targets.insert(a.target);
  return targets;
}

}  // namespace

EquationParts split_equations(const HybridModel& model) {
  const NodeSet targets = when_targets(model);
  const auto is_free_discrete = [&](Expr e) {
    if (e->op() != Op::symbol || targets.contains(e)) return false;
    const Variable* v = model.find(e);
    return v != nullptr && v->variability == Variability::discrete;
  };
  const auto is_continuous = [&](Expr e) {
    const Variable* v = e->op() == Op::symbol ? model.find(e) : nullptr;
    return e->op() == Op::der || (v != nullptr && v->variability == Variability::continuous);
  };
  EquationParts parts;
  for (const Variable& v : model.variables) {
    if (!v.exists || targets.contains(v.symbol)) continue;
    if (v.variability == Variability::continuous) parts.continuous_unknowns.push_back(v.symbol);
    if (v.variability == Variability::discrete) parts.discrete_unknowns.push_back(v.symbol);
  }
  for (const Equation& e : model.equations) {
    const bool discrete =
        e.lhs->type() != Type::real || is_free_discrete(e.lhs) || (is_free_discrete(e.rhs) && !is_continuous(e.lhs));
    (discrete ? parts.discrete : parts.continuous).push_back(e);
  }
  return parts;
}

}  // namespace saltus
