#include "compile/check_assigned.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "expr/node_table.hpp"

namespace saltus {

namespace {

bool is_discrete(const CompiledModel& c, Expr symbol) {
  return std::ranges::any_of(c.discretes, [&](const CompiledDiscrete& d) {
    return d.variable != CompiledDiscrete::npos && c.model.variables[d.variable].symbol == symbol;
  });
}

bool is_held(const CompiledModel& c, Expr symbol) {
  return std::ranges::any_of(c.held, [&](const CompiledHeld& h) { return c.model.variables[h.variable].symbol == symbol; });
}

/// The equation that gives the variable whatever it was before; null: there is none.
const Equation* equation_without_memory(const HybridModel& model, Expr symbol) {
  const auto it = std::ranges::find(model.equations, symbol, &Equation::lhs);
  if (it == model.equations.end()) return nullptr;
  bool remembers = false;
  for_each_node({&it->rhs, 1}, [&](Expr n) { remembers = remembers || (n->op() == Op::pre && n->symbol() == symbol); });
  return remembers ? nullptr : &*it;
}

}  // namespace

bool check_targets(const HybridModel& model, Diagnostics& diagnostics) {
  NodeRecords<Span> flowing;
  for (const Equation& e : model.equations) {
    const Expr sides[] = {e.lhs, e.rhs};
    for_each_node(sides, [&](Expr n) {
      if (n->op() == Op::der && !flowing.contains(n->symbol())) flowing[n->symbol()] = e.span;
    });
  }
  bool good = true;
  const auto check = [&](const std::vector<Action>& actions, std::string_view where) {
    for (const Action& a : actions) {
      const Span* where_it_flows = a.kind == Action::Kind::assign ? flowing.find(a.target) : nullptr;
      if (!where_it_flows) continue;
      good = false;
      diagnostics.add(
          {Severity::error,
           "assigned-twice",
           fmt::format("`{}` is assigned in a {}, but its derivative stands in an equation", a.target->name(), where),
           {a.span, "assigned here"},
           {{*where_it_flows, "flows by this equation"}},
           fmt::format("to make it jump write `reinit({}, ...)`", a.target->name())});
    }
  };
  for (const When& w : model.whens)
    for (const WhenBranch& b : w.branches) check(b.actions, "`when`");
  for (const Machine& m : model.machines)
    for (const Transition& t : m.transitions) check(t.actions, "transition");
  return good;
}

void check_discrete_equations(const HybridModel& model, const std::vector<Equation>& equations,
                              const std::vector<Block>& blocks, Lowering& lowering, Diagnostics& diagnostics) {
  for (const Block& b : blocks) {
    const Expr symbol = b.unknowns[0];
    if (symbol->type() != Type::real || !b.value || lowering.rates().of(b.value).rate != Rate::continuous) continue;
    diagnostics.add({Severity::error,
                     "not-discrete",
                     fmt::format("`{}` changes only at events, but this equation lets it flow", symbol->name()),
                     {equations[b.equations[0]].span, "flows"},
                     {{model.find(symbol)->span, "declared `discrete`, or assigned by a transition"}},
                     "take another variable for what flows, or assign it in a `when`"});
  }
}

bool check_assignments(const CompiledModel& from, const CompiledModel& to, std::span<const TransitionRef> taken,
                       Diagnostics& diagnostics) {
  const HybridModel& model = to.model;
  bool good = true;
  for (const TransitionRef& t : taken)
    for (const Action& a : model.machines[t.machine].transitions[t.transition].actions) {
      if (a.kind != Action::Kind::assign || is_held(to, a.target)) continue;
      const Variable* v = model.find(a.target);
      if (!v || !v->exists) continue;  // ends with the mode it lives in
      const std::string what =
          fmt::format("`{}` cannot be assigned at transition `{}`", a.target->name(), describe(model, from.tuple, t));
      if (!is_discrete(to, a.target)) {
        good = false;
        diagnostics.error("not-a-state", a.span, what + ": it is not discrete", "flows in the new mode",
                          fmt::format("to make it jump write `reinit({}, ...)`", a.target->name()));
      } else if (const Equation* e = equation_without_memory(model, a.target)) {
        good = false;
        diagnostics.add(
            {Severity::error,
             "assigned-twice",
             fmt::format("{}: an equation gives it where {}", what, describe(model, to.tuple)),
             {a.span, "has no effect"},
             {{e->span, "holds from the transition on"}},
             "leave one of the two out; without an equation in the new mode the variable keeps what it is assigned"});
      }
    }
  return good;
}

}  // namespace saltus
