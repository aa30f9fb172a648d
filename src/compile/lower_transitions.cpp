#include "compile/lower_transitions.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "compile/lower_comparisons.hpp"
#include "compile/lower_solver.hpp"
#include "model/mode_changes.hpp"

namespace saltus {

namespace {

// Every expression of the model in its modes, transitions that may leave them included.
void for_each_expression(const HybridModel& model, const ModeTuple& tuple, const std::function<void(Expr)>& visit) {
  std::vector<Expr> roots;
  const auto add = [&](Expr e) {
    if (e) roots.push_back(e);
  };
  const auto add_message = [&](const Message& message) {
    for (const auto& part : message)
      if (const Expr* e = std::get_if<Expr>(&part)) add(*e);
  };
  const auto add_actions = [&](const std::vector<Action>& actions) {
    for (const Action& a : actions) {
      for (const Expr e : {a.value, a.solver->tolerance, a.solver->step}) add(e);
      add_message(a.message);
    }
  };
  for (const Equation& e : model.equations) {
    add(e.lhs);
    add(e.rhs);
  }
  for (const When& w : model.whens)
    for (const WhenBranch& b : w.branches) {
      for (const Expr c : b.conditions) add(c);
      add_actions(b.actions);
    }
  for (const Assertion& a : model.assertions) {
    add(a.condition);
    add_message(a.message);
  }
  for (const TransitionRef& r : leaving(model, tuple)) {
    const Transition& t = model.machines[r.machine].transitions[r.transition];
    add(t.condition);
    add_actions(t.actions);
  }
  for_each_node(roots, visit);
}

}  // namespace

TransitionLowering::TransitionLowering(CompiledModel& out, Lowering& lowering, Diagnostics& diagnostics)
    : out_(out), pool_(*out.model.pool), lowering_(lowering), diagnostics_(diagnostics) {
  for (const Machine& machine : out_.model.machines)
    for (const Transition& t : machine.transitions)
      for (const Action& a : t.actions)
        if (a.kind == Action::Kind::assign) targets_.insert(a.target);
}

Slot TransitionLowering::input(Expr symbol) {
  const Slot slot = out_.tape.new_slot();
  lowering_.define_discrete(symbol, slot, no_slot, {}, Context::event_body, {});
  return slot;
}

bool TransitionLowering::define_inputs() {
  const HybridModel& model = out_.model;
  std::unordered_set<Expr> missing;
  std::unordered_map<Expr, Span> gone;
  for (const Variable& v : model.variables)
    if (!v.exists) gone.emplace(v.symbol, v.span);
  for (const Variable& v : model.variables)
    if (v.exists) gone.erase(v.symbol);
  for_each_expression(model, out_.tuple, [&](Expr e) {
    const bool leaf = e->op() == Op::symbol || e->op() == Op::der || e->op() == Op::pre;
    if (leaf && gone.contains(e->symbol())) missing.insert(e->symbol());
  });
  for (const Expr symbol : missing)
    diagnostics_.error("inactive-variable", gone.at(symbol),
                       fmt::format("`{}` is used, but does not exist in these modes", symbol->name()), "lives in another mode",
                       "ask with activeState(...) first, or declare it outside of the modes");
  for (std::size_t m = 0; m < out_.tuple.modes.size(); ++m)
    out_.entered.push_back({m, input(entered_symbol(pool_, model.machines[m].name))});
  if (!targets_.empty()) out_.entering = input(pool_.symbol("$entering", Type::boolean));
  for (const TransitionRef& r : leaving(model, out_.tuple)) {
    const Expr condition = model.machines[r.machine].transitions[r.transition].condition;
    for_each_node({&condition, 1}, [&](Expr n) {
      if (n->is_relation()) lowering_.expect_guard(n);
    });
  }
  return missing.empty();
}

Expr TransitionLowering::held(const Equation& e, Expr symbol) {
  if (!targets_.contains(symbol) || e.lhs != symbol || e.rhs != pool_.pre(symbol)) return {};
  const Expr given = pool_.symbol(fmt::format("$given {}", symbol->name()), symbol->type());
  out_.held.push_back({out_.model.index_of(symbol), input(given)});
  return pool_.if_(pool_.symbol("$entering", Type::boolean), given, e.rhs);
}

void TransitionLowering::lower() {
  for (const TransitionRef& r : leaving(out_.model, out_.tuple)) {
    const Transition& t = out_.model.machines[r.machine].transitions[r.transition];
    CompiledTransition c;
    c.machine = r.machine;
    c.transition = r.transition;
    c.id = pool_.symbol(fmt::format("$transition{}.{}", r.machine, r.transition), Type::boolean);
    c.name = t.name;
    c.time_only = is_time_condition(lowering_, t.condition);
    c.condition = lowering_.lower(latched(t.condition), Context::equation);
    lower_actions(c, t);
    out_.transitions.push_back(std::move(c));
  }
}

Expr TransitionLowering::latched(Expr condition) {
  return substitute(condition, [this](Expr e) {
    const auto symbol = run_symbol(e);
    if (e->op() != Op::sample && !(symbol && symbol->kind == RunSymbol::Kind::zeno)) return Expr();
    const Expr latch = pool_.symbol(fmt::format("$latch{}", e->id()), Type::boolean);
    if (latched_.insert(e).second) {
      const Slot slot = input(latch);
      out_.latches.push_back({lowering_.lower(e, Context::equation), slot});
    }
    return latch;
  });
}

void TransitionLowering::lower_actions(CompiledTransition& out, const Transition& t) {
  const auto place = [&](Expr symbol) {
    const auto& variables = out_.model.variables;
    return static_cast<std::size_t>(std::ranges::find(variables, symbol, &Variable::symbol) - variables.begin());
  };
  for (const Action& a : t.actions) switch (a.kind) {
      case Action::Kind::assign:
      case Action::Kind::reinit:
        out.values.push_back(
            {place(a.target), a.kind == Action::Kind::reinit, lowering_.lower(a.value, Context::event_body), a.span});
        add_rounding_checks(lowering_, out_.time, a.value, t.name, no_slot, out.checks);
        break;
      case Action::Kind::set_solver: out.solver = lower_solver(lowering_, diagnostics_, a); break;
      case Action::Kind::assertion:
      case Action::Kind::terminate: {
        CompiledCheck c = lower_check(lowering_, a.message, a.level, a.span);
        c.is_terminate = a.kind == Action::Kind::terminate;
        if (a.value) c.condition = lowering_.lower(a.value, Context::event_body);
        out.checks.push_back(std::move(c));
        break;
      }
    }
}

CompiledCheck lower_check(Lowering& lowering, const Message& message, AssertLevel level, Span span) {
  CompiledCheck c;
  c.level = level;
  c.span = span;
  for (const auto& part : message) {
    if (const auto* t = std::get_if<std::string>(&part)) {
      c.message.push_back({*t, no_slot, Type::string});
    } else {
      const Expr e = std::get<Expr>(part);
      c.message.push_back({{}, lowering.lower(e, Context::event_body), e->type()});
    }
  }
  return c;
}

bool is_time_condition(Lowering& lowering, Expr condition) {
  if (lowering.rates().of(condition).touches_state) return false;
  bool found = false;
  for_each_node({&condition, 1}, [&](Expr e) { found |= e->op() == Op::time || e->op() == Op::sample; });
  return found;
}

}  // namespace saltus
