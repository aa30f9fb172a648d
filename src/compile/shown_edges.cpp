#include "compile/shown_edges.hpp"

#include <algorithm>
#include <utility>

#include "expr/node_table.hpp"
#include "model/mode_changes.hpp"

namespace saltus {

namespace {

constexpr std::size_t most_edges = 32;

struct Definitions {
  NodeTable<Expr> values;
  std::vector<Expr> symbols;
};

/// Algebraic variables that one equation gives explicitly.
Definitions explicit_definitions(const HybridModel& model, const Structure& structure) {
  Definitions result;
  for (const Block& b : structure.blocks) {
    if (!b.is_assignment() || b.unknowns[0]->op() != Op::symbol) continue;
    const Variable* v = model.find(b.unknowns[0]);
    if (v && v->is_watched) continue;
    result.values[b.unknowns[0]] = b.value;
    result.symbols.push_back(b.unknowns[0]);
  }
  return result;
}

/// Everything that motion and events are made of, apart from those definitions.
std::vector<Expr> readers(const CompiledModel& c, const Structure& structure, const std::vector<Equation>& discrete) {
  std::vector<Expr> roots;
  const auto add = [&](Expr e) {
    if (e) roots.push_back(e);
  };
  const auto add_equation = [&](const Equation& e) {
    add(e.lhs);
    add(e.rhs);
  };
  const auto add_actions = [&](const std::vector<Action>& actions) {
    for (const Action& a : actions)
      for (const Expr e : {a.value, a.solver->tolerance, a.solver->step}) add(e);
  };
  for (const Block& b : structure.blocks) {
    if (b.is_assignment() && b.unknowns[0]->op() == Op::symbol) continue;
    add(b.value);
    for (const std::size_t i : b.equations)
      for (const Equation& e : structure.derivatives[i]) add_equation(e);
  }
  for (const Equation& e : discrete) add_equation(e);
  for (const Equation& e : c.model.initial_equations) add_equation(e);
  for (const When& w : c.model.whens)
    for (const WhenBranch& b : w.branches) {
      for (const Expr e : b.conditions) add(e);
      add_actions(b.actions);
    }
  for (const Assertion& a : c.model.assertions) add(a.condition);
  for (const TransitionRef& r : leaving(c.model, c.tuple)) {
    const Transition& t = c.model.machines[r.machine].transitions[r.transition];
    add(t.condition);
    add_actions(t.actions);
  }
  return roots;
}

std::vector<Expr> values_nobody_reads(const Definitions& definitions, std::vector<Expr> open) {
  NodeSet read;
  while (!open.empty()) {
    const std::vector<Expr> roots = std::exchange(open, {});
    for_each_node(roots, [&](Expr n) {
      const bool leaf = n->op() == Op::symbol || n->op() == Op::der || n->op() == Op::pre;
      const Expr* value = leaf ? definitions.values.find(n->symbol()) : nullptr;
      if (value && read.insert(n->symbol())) open.push_back(*value);
    });
  }
  std::vector<Expr> result;
  for (const Expr symbol : definitions.symbols)
    if (!read.contains(symbol)) result.push_back(definitions.values.at(symbol));
  std::ranges::sort(result, {}, [](Expr e) { return e->id(); });
  return result;
}

/// Of a power with a constant one; else 0.
int sign_of_exponent(Expr e) { return e->op() == Op::pow && e->arg(1)->is_number() ? e->arg(1)->number().sign() : 0; }

/// A product vanishes where a factor does, a power where its base does.
void add_factors(Expr product, std::vector<Expr>& result) {
  std::vector<Expr> open{product};
  while (!open.empty() && result.size() < most_edges) {
    const Expr e = open.back();
    open.pop_back();
    if (e->op() == Op::mul) {
      open.insert(open.end(), e->args().begin(), e->args().end());
    } else if (e->op() == Op::neg || e->op() == Op::sqrt || sign_of_exponent(e) > 0) {
      open.push_back(e->arg(0));
    } else if (e->op() != Op::exp && e->op() != Op::cosh && e->op() != Op::pow) {
      result.push_back(e);
    }
  }
}

void add_edges(Expr value, std::vector<Expr>& result) {
  for_each_node({&value, 1}, [&](Expr n) {
    if (n->op() == Op::div) add_factors(n->arg(1), result);
    if (n->op() == Op::tan) result.push_back(n->pool().make(Op::cos, {n->arg(0)}));
    if (sign_of_exponent(n) < 0) add_factors(n->arg(0), result);
  });
}

}  // namespace

std::vector<Expr> edges_of_shown_variables(const CompiledModel& compiled, const Structure& structure,
                                           const std::vector<Equation>& discrete, Lowering& lowering) {
  std::vector<Expr> edges;
  for (const Expr value :
       values_nobody_reads(explicit_definitions(compiled.model, structure), readers(compiled, structure, discrete))) {
    if (edges.size() >= most_edges) break;
    add_edges(value, edges);
  }
  std::ranges::sort(edges, {}, [](Expr e) { return e->id(); });
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  std::erase_if(edges, [&](Expr e) { return lowering.rates().of(e).rate != Rate::continuous; });
  return edges;
}

}  // namespace saltus
