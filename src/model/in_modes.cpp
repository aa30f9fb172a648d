#include "model/in_modes.hpp"

#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

namespace saltus {

namespace {

bool is_alive(const HybridModel& model, const ModeTuple& tuple, std::size_t machine) {
  const auto& inside = model.machines[machine].inside;
  return !inside || tuple.modes[inside->machine] == inside->mode;
}

// Replaces activeState(m) by what it is in the tuple.
class Settle {
 public:
  Settle(const HybridModel& model, const ModeTuple& tuple) : pool_(*model.pool) {
    for (std::size_t m = 0; m < model.machines.size(); ++m)
      for (std::size_t k = 0; k < model.machines[m].modes.size(); ++k)
        values_.emplace(active_symbol(pool_, model.machines[m].name, model.machines[m].modes[k].name), tuple.modes[m] == k);
  }

  void operator()(Expr& e) const {
    if (!e) return;
    e = substitute(e, [this](Expr n) {
      const auto it = values_.find(n);
      return it == values_.end() ? Expr() : pool_.boolean(it->second);
    });
  }
  void operator()(Message& message) const {
    for (auto& part : message)
      if (Expr* e = std::get_if<Expr>(&part)) (*this)(*e);
  }
  void operator()(Equation& e) const {
    (*this)(e.lhs);
    (*this)(e.rhs);
  }
  void operator()(Assertion& a) const {
    (*this)(a.condition);
    (*this)(a.message);
  }
  void operator()(Action& a) const {
    (*this)(a.value);
    if (SolverWish* wish = a.solver.find())
      for (Expr* e : {&wish->tolerance, &wish->step}) (*this)(*e);
    if (Message* message = a.message.find()) (*this)(*message);
  }
  void operator()(When& w) const {
    for (WhenBranch& b : w.branches) {
      (*this)(b.conditions);
      (*this)(b.actions);
    }
  }
  void operator()(Transition& t) const {
    (*this)(t.condition);
    (*this)(t.actions);
  }
  template <class Item>
  void operator()(std::vector<Item>& items) const {
    for (Item& item : items) (*this)(item);
  }

 private:
  ExprPool& pool_;
  std::unordered_map<Expr, bool> values_;
};

// What someone assigns somewhere, as opposed to what equations of this tuple define.
class Targets {
 public:
  void add(const std::vector<Action>& actions) {
    for (const Action& a : actions)
      if (a.kind == Action::Kind::assign) targets_.insert(a.target);
  }
  void add(const std::vector<When>& whens) {
    for (const When& w : whens)
      for (const WhenBranch& b : w.branches) add(b.actions);
  }
  [[nodiscard]] bool contains(Expr symbol) const { return targets_.contains(symbol); }

 private:
  std::unordered_set<Expr> targets_;
};

template <class Item>
void append(SharedList<Item>& list, const std::vector<Item>& more) {
  if (!more.empty()) list.edit().insert(list.end(), more.begin(), more.end());
}

}  // namespace

ModeTuple initial_tuple(const HybridModel& model) {
  ModeTuple tuple;
  for (std::size_t m = 0; m < model.machines.size(); ++m) {
    tuple.modes.push_back(model.machines[m].initial);
    if (!is_alive(model, tuple, m)) tuple.modes.back() = ModeTuple::none;
  }
  return tuple;
}

std::string describe(const HybridModel& model, const ModeTuple& tuple) {
  std::vector<std::string> parts;
  for (std::size_t m = 0; m < model.machines.size(); ++m)
    if (tuple.modes[m] != ModeTuple::none)
      parts.push_back(fmt::format("{} = {}", model.machines[m].name, model.machines[m].modes[tuple.modes[m]].name));
  return fmt::format("{}", fmt::join(parts, ", "));
}

HybridModel in_modes(const HybridModel& model, const ModeTuple& tuple) {
  HybridModel flat = model;
  flat.number_whens();
  if (model.machines.empty()) return flat;
  std::size_t id = flat.whens.size();
  Targets elsewhere, here;
  here.add(flat.whens);
  for (std::size_t m = 0; m < flat.machines.size(); ++m) {
    Machine& machine = flat.machines[m];
    for (const Transition& t : machine.transitions) elsewhere.add(t.actions);
    for (std::size_t k = 0; k < machine.modes.size(); ++k) {
      Mode& mode = machine.modes[k];
      for (When& w : mode.whens) w.id = id++;
      elsewhere.add(mode.whens);
      if (tuple.modes[m] != k) continue;
      here.add(mode.whens);
      append(flat.equations, mode.equations);
      append(flat.initial_equations, mode.initial_equations);
      append(flat.whens, mode.whens);
      flat.assertions.insert(flat.assertions.end(), mode.assertions.begin(), mode.assertions.end());
    }
  }
  std::unordered_set<Expr> given;  // on the left of an equation here; later also what is held
  for (const Equation& e : flat.equations) given.insert(e.lhs);
  for (Variable& v : flat.variables.edit()) {
    v.exists = !v.home || tuple.modes[v.home->machine] == v.home->mode;
    if (v.exists && elsewhere.contains(v.symbol) && !here.contains(v.symbol) && given.insert(v.symbol).second)
      flat.equations.push_back({v.symbol, flat.pool->pre(v.symbol), v.span});
  }
  flat.index();
  const Settle settle(model, tuple);
  settle(flat.equations.edit());
  settle(flat.initial_equations.edit());
  settle(flat.whens.edit());
  settle(flat.assertions);
  for (Machine& machine : flat.machines) {
    settle(machine.transitions);
    settle(machine.conditions);
  }
  return flat;
}

}  // namespace saltus
