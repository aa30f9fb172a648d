#include "export/grid_events.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace saltus {

namespace {

bool has_sample(Expr condition) {
  bool found = false;
  for_each_node({&condition, 1}, [&](Expr e) { found |= e->op() == Op::sample; });
  return found;
}

}  // namespace

const WhenBranch& GridEvents::Branch::any() const {
  return **std::ranges::find_if(in, [](const auto* b) { return b != nullptr; });
}

bool GridEvents::collect() {
  grid_.switched = pool_.boolean(false);
  if (!collect_branches() || !collect_transitions()) return false;
  collect_jumps();
  collect_decisions();
  return true;
}

bool GridEvents::admits(const std::vector<Action>& actions) {
  for (const Action& a : actions) {
    if (a.kind != Action::Kind::set_solver) continue;
    not_exportable(diagnostics_, a.span, "a workbook has one scheme for all rows", "changes the solver",
                   "remove `setSolver`; the scheme is chosen with `--solver` at export");
    return false;
  }
  return true;
}

bool GridEvents::collect_branches() {
  std::map<std::pair<std::size_t, std::size_t>, Branch> found;
  for (std::size_t k = 0; k < grid_.modes.size(); ++k)
    for (const When& w : grid_.modes[k].model.whens)
      for (std::size_t b = 0; b < w.branches.size(); ++b) {
        Branch& branch = found[{w.id, b}];
        branch.when = w.id;
        branch.index = b;
        branch.in.resize(grid_.modes.size(), nullptr);
        branch.in[k] = &w.branches[b];
        branch.fires = pool_.symbol(fmt::format("$fires {}.{}", w.id, b), Type::integer);
        if (!admits(w.branches[b].actions)) return false;
      }
  for (auto& [key, branch] : found) branches_.push_back(std::move(branch));
  return true;
}

bool GridEvents::collect_transitions() {
  if (!grid_.has_modes()) return true;
  const Machine& machine = model_.machines.front();
  std::vector<const Transition*> order;
  for (const Transition& t : machine.transitions) order.push_back(&t);
  std::ranges::stable_sort(order, {}, &Transition::priority);
  Expr any;
  for (const Transition* t : order) {
    if (!admits(t->actions)) return false;
    const auto number = static_cast<std::size_t>(t - machine.transitions.data());
    transitions_.push_back({t, pool_.symbol(fmt::format("$taken {}", number), Type::integer)});
    any = either(any, happens(transitions_.back().fires));
  }
  if (any) grid_.switched = any;
  return true;
}

// A condition or a definition that reads the relation decides it for the row.
void GridEvents::collect_decisions() {
  for (std::size_t k = 0; k < grid_.modes.size(); ++k) {
    for (const auto& [leaf, value] : grid_.modes[k].definitions) moments_.note_decisions(value, k);
    for (const Branch& b : branches_)
      if (b.in[k])
        for (const Expr c : b.in[k]->conditions) moments_.note_decisions(c, k);
    for (const Taken& t : transitions_)
      if (leaves(*t.transition, k)) moments_.note_decisions(t.transition->condition, k);
  }
}

void GridEvents::collect_jumps() {
  for (const Branch& b : branches_)
    for (const WhenBranch* in : b.in)
      if (in)
        for (const Action& a : in->actions)
          if (a.kind == Action::Kind::reinit) {
            grid_.jumping.insert(a.target);
            grid_.reinitialised_by_when.insert(a.target);
          }
  if (!grid_.has_modes()) return;
  for (const Taken& t : transitions_)
    for (const Action& a : t.transition->actions) {
      if (a.kind == Action::Kind::reinit) grid_.jumping.insert(a.target);
      if (a.kind == Action::Kind::assign) grid_.two_step_discretes.insert(a.target);
    }
  for (const ModeEquations& m : grid_.modes) {
    for (const Expr x : m.states)
      for (std::size_t k = 0; k < grid_.modes.size(); ++k)
        if (!moments_.is_state(x, k)) grid_.jumping.insert(x);
    for (const auto& [leaf, value] : m.definitions)
      if (const Variable* v = m.model.find(leaf); leaf->op() == Op::symbol && v && v->variability == Variability::discrete)
        grid_.two_step_discretes.insert(leaf);
  }
}

void GridEvents::add_columns() {
  add_mode();
  std::size_t when = ~std::size_t{0};
  Expr earlier;
  for (Branch& b : branches_) {
    if (b.when != when) earlier = {};
    when = b.when;
    add_branch(b, earlier);
    earlier = either(earlier, happens(b.fires));
  }
  add_transitions();
  add_count();
}

// Columns for the condition now, and for what the next row compares with if that is something else.
Expr GridEvents::became_true(const Branch& branch, std::size_t i) {
  const auto condition = [&](Moment moment, Reading reading = Reading::equation) {
    return moments_.in_each_mode(moment, [&](std::size_t k) {
      const WhenBranch* b = branch.in[k];
      return b ? moments_.at(b->conditions[i], moment, k, reading) : pool_.boolean(false);
    });
  };
  if (branch.any().conditions[i]->op() == Op::initial) return pool_.boolean(false);
  const Expr now = condition(Moment::during), after = condition(Moment::after, Reading::kept);
  const Expr first = condition(Moment::after, Reading::fresh);
  const std::string id = fmt::format("{}.{}.{}", branch.when, branch.index, i);
  const std::string name = text(branch.any().conditions[i], true);
  const auto column = [&](const std::string& prefix, const std::string& title, Expr value) {
    if (value->op() == Op::boolean || value->op() == Op::symbol) return value;
    const Expr symbol = pool_.symbol(prefix + id, Type::boolean);
    moments_.add_column(symbol, title, "", "", ColumnGroup::conditions, first, value);
    return symbol;
  };
  const Expr now_column = column("$condition ", name, now);
  const Expr after_column = after == now ? now_column : column("$condition after ", name + " after events", after);
  if (after != now && after->op() != Op::boolean) trouble_ = either(trouble_, both(after_column, negated(now_column)));
  return both(now_column, negated(moments_.above(after_column)));
}

void GridEvents::add_branch(Branch& branch, Expr earlier) {
  const WhenBranch& any = branch.any();
  Expr fires, starts, logged;
  for (std::size_t i = 0; i < any.conditions.size(); ++i) {
    if (!fires_by_) fires = either(fires, became_true(branch, i));
    const bool initial = any.conditions[i]->op() == Op::initial;
    const Expr begins = moments_.in_each_mode(Moment::after, [&](std::size_t k) {
      const WhenBranch* b = branch.in[k];
      if (!b || !(initial || has_sample(b->conditions[i]))) return pool_.boolean(false);
      if (initial) return pool_.boolean(true);
      return both(moments_.at(b->conditions[i], Moment::start, k),
                  negated(moments_.at(b->conditions[i], Moment::after, k, Reading::fresh)));
    });
    starts = either(starts, begins);
    if (!initial) logged = either(logged, begins);
  }
  if (fires_by_) fires = fires_by_(any, branch.fires);
  if (!fires) fires = starts = logged = pool_.boolean(false);
  if (!logged) logged = pool_.boolean(false);
  branch.at_start = starts;
  if (earlier) fires = both(fires, negated(earlier));
  moments_.add_column(branch.fires, any.name, "", "1 in the row in which it happens", ColumnGroup::events, as_number(logged),
                      as_number(fires));
}

bool GridEvents::leaves(const Transition& t, std::size_t mode) const {
  return t.from.empty() || std::ranges::find(t.from, mode) != t.from.end();
}

void GridEvents::add_transitions() {
  Expr earlier, again;
  for (const Taken& t : transitions_) {
    const auto holds = [&](Moment moment) {
      return moments_.in_each_mode(moment, [&](std::size_t k) {
        return leaves(*t.transition, k) ? moments_.at(t.transition->condition, moment, k) : pool_.boolean(false);
      });
    };
    Expr fires = holds(Moment::settled);
    if (earlier) fires = both(fires, negated(earlier));
    moments_.add_column(t.fires, t.transition->name, "", "1 in the row in which it is taken", ColumnGroup::events,
                        pool_.integer(0), as_number(fires));
    earlier = either(earlier, happens(t.fires));
    again = either(again, holds(Moment::after));
  }
  if (again) trouble_ = either(trouble_, again);
}

void GridEvents::add_mode() {
  if (!grid_.has_modes()) return;
  const Machine& machine = model_.machines.front();
  Expr next = pool_.pre(grid_.mode);
  for (auto t = transitions_.rbegin(); t != transitions_.rend(); ++t) {
    const Expr to = t->transition->to ? mode_name_symbol(pool_, *t->transition->to) : pool_.pre(grid_.mode);
    next = pool_.if_(happens(t->fires), to, next);
  }
  Expr first = mode_name_symbol(pool_, machine.initial);
  if (machine.follows_condition) {
    first = mode_name_symbol(pool_, machine.modes.size() - 1);
    for (std::size_t k = machine.conditions.size(); k-- > 0;)
      first = pool_.if_(moments_.at(machine.conditions[k], Moment::start, k), mode_name_symbol(pool_, k), first);
  }
  moments_.add_column(grid_.mode, machine.name, "", "mode from this row on", ColumnGroup::time, first, next);
  sheet_.columns.back().is_mode = true;
  const Expr entered = pool_.symbol("$entered");
  moments_.add_column(entered, "entered", "s", "when the mode was entered", ColumnGroup::steps, grid_.time,
                      pool_.if_(grid_.switched, grid_.time, pool_.pre(entered)));
}

void GridEvents::add_count() {
  Expr sum;
  for (const Branch& b : branches_) sum = sum ? sum + b.fires : b.fires;
  for (const Taken& t : transitions_) sum = sum ? sum + t.fires : t.fires;
  if (!sum) return;
  const Expr count = pool_.symbol("$events", Type::integer);
  moments_.add_column(count, "events", "", "events so far", ColumnGroup::events, sum, pool_.pre(count) + sum);
  sheet_.columns.back().is_count = true;
}

const Action* GridEvents::find(const std::vector<Action>& actions, Action::Kind kind, Expr target) const {
  const auto it = std::ranges::find_if(actions, [&](const Action& a) { return a.kind == kind && a.target == target; });
  return it == actions.end() ? nullptr : &*it;
}

Expr GridEvents::by_whens(Expr target, Action::Kind kind, Moment moment, Expr otherwise) {
  Expr value = otherwise;
  for (auto b = branches_.rbegin(); b != branches_.rend(); ++b) {
    if (std::ranges::none_of(b->in, [&](const WhenBranch* in) { return in && find(in->actions, kind, target); })) continue;
    const Expr given = moments_.in_each_mode(moment == Moment::start ? Moment::after : moment, [&](std::size_t k) {
      const Action* a = b->in[k] ? find(b->in[k]->actions, kind, target) : nullptr;
      return a ? moments_.at(a->value, moment, k, Reading::body) : otherwise;
    });
    value = pool_.if_(moment == Moment::start ? b->at_start : happens(b->fires), given, value);
  }
  return value;
}

Expr GridEvents::at_start(Expr state, std::size_t mode) {
  const Expr base = moments_.start_of(state, mode);
  const Expr value = by_whens(state, Action::Kind::reinit, Moment::start, base);
  if (value == base) return base;
  return substitute(value, [&](Expr e) { return e == state ? base : Expr(); });
}

// carried(from, to): without a value given by the transition.
Expr GridEvents::by_transitions(Expr target, Action::Kind kind, Expr otherwise,
                                const std::function<Expr(std::size_t, std::size_t)>& carried) {
  Expr value = otherwise;
  for (auto t = transitions_.rbegin(); t != transitions_.rend(); ++t) {
    const Action* given = find(t->transition->actions, kind, target);
    const bool everywhere = t->transition->from.empty();
    const Expr taken = moments_.in_each_mode(Moment::settled, [&](std::size_t in) -> Expr {
      // A transition that leaves one mode is taken in that mode only.
      const std::size_t from = everywhere || leaves(*t->transition, in) ? in : t->transition->from.front();
      const std::size_t to = t->transition->to.value_or(from);
      return given && moments_.exists(target, to) ? moments_.at(given->value, Moment::settled, from, Reading::body)
                                                  : carried(from, to);
    });
    value = pool_.if_(happens(t->fires), taken, value);
  }
  return value;
}

Expr GridEvents::after_events(Expr state, Expr left, const Defined& defined) {
  const Expr by_when = by_whens(state, Action::Kind::reinit, Moment::during, left);
  if (!grid_.has_modes()) return by_when;
  const Expr settled = moments_.settled_symbol(state);
  if (grid_.reinitialised_by_when.contains(state))
    moments_.add_column(settled, std::string(settled->name()), "", "", ColumnGroup::steps, state, by_when);
  const Expr before = grid_.reinitialised_by_when.contains(state) ? settled : left;
  const Expr stays = moments_.in_each_mode(Moment::after, [&](std::size_t k) { return defined(k, Moment::after, before); });
  return by_transitions(state, Action::Kind::reinit, stays, [&](std::size_t from, std::size_t to) -> Expr {
    if (!moments_.is_state(state, to)) return defined(to, Moment::after, {});
    return moments_.exists(state, from) ? before : moments_.start_of(state, to);
  });
}

void GridEvents::add_discrete(const Variable& v) {
  const Expr d = v.symbol;
  const auto defined = [&](Moment moment, std::size_t k) -> Expr {
    if (!moments_.exists(d, k)) return gap_symbol(pool_);
    const auto& all = grid_.modes[k].definitions;
    const auto it = all.find(d);
    if (it != all.end()) return moments_.at(it->second, moment, k);
    return moment == Moment::start ? moments_.start_of(d, k) : moment == Moment::after ? d : pool_.pre(d);
  };
  const Expr held = moments_.in_each_mode(Moment::during, [&](std::size_t k) { return defined(Moment::during, k); });
  const Expr during = by_whens(d, Action::Kind::assign, Moment::during, held);
  const Expr start = by_whens(d, Action::Kind::assign, Moment::start,
                              moments_.in_each_mode(Moment::after, [&](std::size_t k) { return defined(Moment::start, k); }));
  if (!grid_.two_step_discretes.contains(d)) {
    moments_.add_column(d, v.name, v.unit, v.description, ColumnGroup::variables, start, during);
    // An equation that reads its own past must agree with itself once the row is over.
    const Expr again = defined(Moment::after, 0);
    if (again != during && again != d && !grid_.has_modes() && by_whens(d, Action::Kind::assign, Moment::during, held) == held)
      trouble_ = either(trouble_, pool_.make(Op::ne, {d, again}));
    return;
  }
  const Expr before = moments_.during_symbol(d);
  moments_.add_column(before, std::string(before->name()), v.unit, "", ColumnGroup::steps, start, during);
  const Expr next = by_transitions(d, Action::Kind::assign, before, [&](std::size_t from, std::size_t to) -> Expr {
    const auto& all = grid_.modes[to].definitions;
    const auto it = all.find(d);
    const bool is_held = it == all.end() || it->second == pool_.pre(d);
    if (!is_held) return moments_.at(it->second, Moment::after, to);
    return moments_.exists(d, from) ? before : moments_.start_of(d, to);
  });
  moments_.add_column(d, v.name, v.unit, v.description, ColumnGroup::variables, start, next);
}

void GridEvents::add_checks() {
  // Two events that give a state different values in one row.
  for (const Expr x : grid_.reinitialised_by_when) {
    Expr sum;
    std::size_t count = 0;
    for (const Branch& b : branches_)
      if (std::ranges::any_of(b.in, [&](const WhenBranch* in) { return in && find(in->actions, Action::Kind::reinit, x); })) {
        sum = sum ? sum + b.fires : b.fires;
        ++count;
      }
    if (count > 1) trouble_ = either(trouble_, greater(sum, pool_.integer(1)));
  }
  if (!trouble_) return;
  const Expr check = pool_.symbol("$check", Type::integer);
  moments_.add_column(check, "check", "", "1: the model would do more in this instant", ColumnGroup::checks, pool_.integer(0),
                      as_number(trouble_));
}

}  // namespace saltus
