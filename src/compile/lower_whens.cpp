#include "compile/lower_whens.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "compile/lower_comparisons.hpp"
#include "compile/lower_solver.hpp"
#include "compile/lower_transitions.hpp"

namespace saltus {

WhenLowering::WhenLowering(CompiledModel& out, Lowering& lowering, Diagnostics& diagnostics)
    : out_(out), pool_(*out.model.pool), lowering_(lowering), diagnostics_(diagnostics) {}

void WhenLowering::define(const AddDiscrete& add_discrete) {
  for (const When& when : out_.model.whens) {
    Expr earlier;
    std::unordered_map<Expr, std::vector<std::pair<Expr, Expr>>> choices;
    std::vector<Expr> order;
    for (std::size_t b = 0; b < when.branches.size(); ++b) {
      const WhenBranch& branch = when.branches[b];
      Expr fires;
      for (std::size_t i = 0; i < branch.conditions.size(); ++i) {
        const Expr edge = condition_edge(branch, branch.conditions[i], fmt::format("$when{}.{}.{}", when.id, b, i));
        fires = fires ? pool_.make(Op::or_, {fires, edge}) : edge;
      }
      if (!fires) fires = pool_.boolean(false);
      const Expr active = pool_.symbol(fmt::format("$active{}.{}", when.id, b), Type::boolean);
      const Expr definition = earlier ? pool_.make(Op::and_, {fires, pool_.make(Op::not_, {earlier})}) : fires;
      lowering_.define_local(active, definition, Context::event_body, branch.span);
      earlier = earlier ? pool_.make(Op::or_, {earlier, active}) : active;
      active_.push_back(active);
      for (const Action& a : branch.actions) {
        if (a.kind != Action::Kind::assign) continue;
        if (!choices.contains(a.target)) order.push_back(a.target);
        choices[a.target].emplace_back(active, a.value);
      }
    }
    for (const Expr target : order) {
      const auto& list = choices.at(target);
      Expr value = pool_.pre(target);
      for (auto it = list.rbegin(); it != list.rend(); ++it) value = pool_.if_(it->first, it->second, value);
      add_discrete(*out_.model.find(target), value, when.span);
    }
  }
}

Expr WhenLowering::condition_edge(const WhenBranch& branch, Expr condition, const std::string& name) {
  if (condition->op() == Op::initial) return condition;
  for_each_node({&condition, 1}, [&](Expr n) {
    if (n->is_relation()) lowering_.expect_guard(n);
  });
  const Expr c = pool_.symbol(name, Type::boolean);
  CompiledDiscrete d;
  d.variable = CompiledDiscrete::npos;
  d.key = c;
  d.value = out_.tape.new_slot();
  d.pre = out_.tape.new_slot();
  lowering_.define_discrete(c, d.value, d.pre, condition, Context::equation, branch.span);
  out_.conditions.push_back(static_cast<std::uint32_t>(out_.discretes.size()));
  out_.discretes.push_back(d);
  const Expr not_initial = pool_.make(Op::not_, {pool_.initial()});
  return pool_.make(Op::and_, {pool_.make(Op::and_, {c, pool_.make(Op::not_, {pool_.pre(c)})}), not_initial});
}

void WhenLowering::lower(NodeTable<std::uint32_t>& states) {
  std::size_t k = 0;
  for (const When& when : out_.model.whens)
    for (const WhenBranch& branch : when.branches) {
      CompiledBranch b;
      b.id = active_[k++];
      b.active = lowering_.lower(b.id);
      b.written = &branch;
      b.initial_only =
          std::ranges::all_of(branch.conditions, [](Expr c) { return c->op() == Op::initial || c->op() == Op::terminal; });
      b.time_only = std::ranges::all_of(branch.conditions, [this](Expr c) { return is_time_condition(lowering_, c); });
      std::vector<std::uint32_t> assigned;
      b.reinits.reserve(static_cast<std::size_t>(std::ranges::count(branch.actions, Action::Kind::reinit, &Action::kind)));
      for (const Action& a : branch.actions) lower_action(b, a, states, assigned);
      b.assigned = assigned;
      out_.branches.push_back(std::move(b));
    }
}

// Does the value give the state another one than it has? Where nothing is said the state stays, and whoever else reinitialises it does not
// contradict. Null: always.
Expr WhenLowering::gives(Expr value, Expr target, int depth, Known& known) {
  constexpr int deepest = 200;
  if (value == target) return pool_.boolean(false);
  if (value->op() != Op::if_ || depth == deepest) return {};
  if (const auto it = known.find(value); it != known.end()) return it->second;
  Expr one = gives(value->arg(1), target, depth + 1, known), other = gives(value->arg(2), target, depth + 1, known);
  if (!one && !other) return known[value] = {};
  const Expr condition = value->arg(0), opposite = pool_.make(Op::not_, {condition});
  one = one ? pool_.make(Op::and_, {condition, one}) : condition;
  other = other ? pool_.make(Op::and_, {opposite, other}) : opposite;
  return known[value] = pool_.make(Op::or_, {one, other});
}

void WhenLowering::lower_action(CompiledBranch& b, const Action& a, NodeTable<std::uint32_t>& states,
                                std::vector<std::uint32_t>& assigned) {
  switch (a.kind) {
    case Action::Kind::assign:
      assigned.push_back(static_cast<std::uint32_t>(out_.model.index_of(a.target)));
      add_rounding_checks(lowering_, out_.time, a.value, b.name(), b.active, out_.checks);
      break;
    case Action::Kind::reinit: {
      const std::uint32_t* state = states.find(a.target);
      if (!state) {
        diagnostics_.error("not-a-state", a.span,
                           fmt::format("`{}` cannot be reinitialised: it is not a state", a.target->name()), "not a state",
                           "only variables that are integrated may stand in `reinit`");
        break;
      }
      assigned.push_back(static_cast<std::uint32_t>(out_.model.index_of(a.target)));
      CompiledReinit r{.state = *state, .value = lowering_.lower(a.value, Context::event_body), .span = a.span};
      Known known;
      if (const Expr given = gives(a.value, a.target, 0, known)) r.gives = lowering_.lower(given, Context::event_body);
      b.reinits.push_back(r);
      add_rounding_checks(lowering_, out_.time, a.value, b.name(), b.active, out_.checks);
      break;
    }
    case Action::Kind::set_solver:
      b.solver = std::make_shared<const CompiledSolver>(lower_solver(lowering_, diagnostics_, a));
      break;
    case Action::Kind::assertion:
    case Action::Kind::terminate: {
      CompiledCheck c = lower_check(lowering_, a.message, a.level, a.span);
      c.active = b.active;
      c.is_terminate = a.kind == Action::Kind::terminate;
      if (a.value) c.condition = lowering_.lower(a.value, Context::event_body);
      out_.checks.push_back(std::move(c));
      break;
    }
  }
}

}  // namespace saltus
