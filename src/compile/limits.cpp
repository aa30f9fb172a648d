#include "compile/limits.hpp"

#include "model/machine.hpp"

namespace saltus {

namespace {

// Expressions of a model in which a limit may be asked for.
std::vector<Expr> expressions_of(const HybridModel& model) {
  std::vector<Expr> roots;
  const auto add = [&](Expr e) {
    if (e) roots.push_back(e);
  };
  const auto add_actions = [&](const std::vector<Action>& actions) {
    for (const Action& a : actions) add(a.value);
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
  for (const Assertion& a : model.assertions) add(a.condition);
  for (const Machine& m : model.machines)
    for (const Transition& t : m.transitions) {
      add(t.condition);
      add_actions(t.actions);
    }
  return roots;
}

}  // namespace

void define_limits(CompiledModel& compiled, Lowering& lowering) {
  for_each_node(expressions_of(compiled.model), [&](Expr e) {
    const auto symbol = run_symbol(e);
    if (!symbol || symbol->kind != RunSymbol::Kind::zeno) return;
    const Slot bit = compiled.tape.new_slot();
    compiled.zeno_bits.push_back({e, bit});
    lowering.define_discrete(e, bit, no_slot, {}, Context::equation, {});
  });
}

}  // namespace saltus
