#include "compile/entry_plan.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>

#include <fmt/format.h>

#include "compile/check_assigned.hpp"

namespace saltus {

namespace {

using StateKey = std::pair<std::size_t, int>;  // place of the variable, order of the derivative

StateKey key_of(const CompiledModel& c, const CompiledState& s) { return {c.variables[s.variable].place, s.order}; }

// A state of the new tuple in the old one: the same state, the series of a lower derivative that is one, or the series of a variable
// that is computed.
EntryPlan::State find_state(const CompiledModel& from, const std::map<StateKey, std::size_t>& states,
                            const std::unordered_map<std::size_t, Slot>& values, const StateKey& wanted) {
  for (int order = wanted.second; order >= 0; --order)
    if (const auto it = states.find({wanted.first, order}); it != states.end())
      return {from.states[it->second].value, wanted.second - order, order == wanted.second ? it->second : EntryPlan::none};
  const auto it = values.find(wanted.first);
  return it == values.end() ? EntryPlan::State{} : EntryPlan::State{it->second, wanted.second};
}

std::vector<std::pair<Expr, Expr>> sorted_equations(const CompiledModel& c) {
  std::vector<std::pair<Expr, Expr>> result;
  for (const Equation& e : c.model.equations) result.emplace_back(e.lhs, e.rhs);
  std::ranges::sort(result, {}, [](const auto& e) { return std::pair(e.first->id(), e.second->id()); });
  return result;
}

EventClasses change_of_equations(const CompiledModel& from, const CompiledModel& to) {
  const auto states = [](const CompiledModel& c) {
    std::vector<StateKey> keys;
    for (const CompiledState& s : c.states) keys.push_back(key_of(c, s));
    std::ranges::sort(keys);
    return keys;
  };
  if (states(from) != states(to)) return static_cast<EventClasses>(EventClass::space);
  return sorted_equations(from) == sorted_equations(to) ? EventClasses{0} : static_cast<EventClasses>(EventClass::equations);
}

}  // namespace

EntryPlan plan_entry(const CompiledModel& from, const CompiledModel& to) {
  std::map<StateKey, std::size_t> states;
  for (std::size_t j = 0; j < from.states.size(); ++j) states.emplace(key_of(from, from.states[j]), j);
  std::unordered_map<std::size_t, Slot> values;  // by place
  for (const CompiledVariable& v : from.variables)
    if (v.value != no_slot) values.emplace(v.place, v.value);
  std::unordered_map<std::size_t, const CompiledDiscrete*> discretes;
  std::unordered_map<Expr, const CompiledDiscrete*> hidden;
  for (const CompiledDiscrete& d : from.discretes)
    if (d.variable != CompiledDiscrete::npos) {
      discretes.emplace(from.variables[d.variable].place, &d);
    } else {
      hidden.emplace(d.key, &d);
    }
  std::map<std::pair<std::uint32_t, bool>, std::size_t> guards;
  for (std::size_t g = 0; g < from.guards.size(); ++g)
    guards.emplace(std::pair(from.guards[g].surface->id(), from.guards[g].kink), g);

  EntryPlan plan;
  for (const CompiledState& s : to.states) {
    plan.states.push_back(find_state(from, states, values, key_of(to, s)));
    if (plan.states.back().slot != no_slot) plan.order = std::max(plan.order, plan.states.back().derivative);
  }
  for (const CompiledDiscrete& d : to.discretes) {
    EntryPlan::Discrete found;
    if (d.variable == CompiledDiscrete::npos) {
      if (const auto it = hidden.find(d.key); it != hidden.end()) found = {it->second->value, it->second->pre};
    } else if (const auto it = discretes.find(to.variables[d.variable].place); it != discretes.end()) {
      found = {it->second->value, it->second->pre};
    } else if (const auto value = values.find(to.variables[d.variable].place); value != values.end()) {
      found = {value->second, value->second};
    }
    plan.discretes.push_back(found);
  }
  for (const CompiledGuard& g : to.guards) {
    const auto it = guards.find({g.surface->id(), g.kink});
    plan.guards.push_back(it == guards.end() ? EntryPlan::none : it->second);
  }
  for (const CompiledTear& t : to.tears) {
    const auto same = [&](const CompiledVariable& v) { return v.value == t.value; };
    const auto it = std::ranges::find_if(to.variables, same);
    const auto old = it == to.variables.end() ? values.end() : values.find(it->place);
    plan.tears.push_back(old == values.end() ? no_slot : old->second);
  }
  plan.classes = change_of_equations(from, to);
  return plan;
}

bool check_entry(const CompiledModel& from, const CompiledModel& to, const EntryPlan& plan,
                 std::span<const TransitionRef> taken, Diagnostics& diagnostics) {
  const HybridModel& model = to.model;
  std::unordered_map<Expr, bool> given;  // symbols that a transition reinitialises
  bool good = true;
  const auto leads = [&](const TransitionRef& t) { return describe(model, from.tuple, t); };
  const auto is_state = [&](Expr symbol) {
    return std::ranges::any_of(to.states, [&](const CompiledState& s) { return model.variables[s.variable].symbol == symbol; });
  };
  for (const TransitionRef& t : taken)
    for (const Action& a : model.machines[t.machine].transitions[t.transition].actions) {
      if (a.kind != Action::Kind::reinit) continue;
      given[a.target] = true;
      if (is_state(a.target)) continue;
      good = false;
      diagnostics.error("not-a-state", a.span,
                        fmt::format("`{}` cannot be reinitialised at transition `{}`: it is not a state where {}",
                                    a.target->name(), leads(t), describe(model, to.tuple)),
                        "not a state of the new mode",
                        "only variables that are integrated in the new mode may stand in `reinit`");
    }
  good = check_assignments(from, to, taken, diagnostics) && good;
  for (std::size_t j = 0; j < to.states.size(); ++j) {
    const Variable& v = model.variables[to.states[j].variable];
    if (plan.states[j].slot != no_slot || v.fixed || given.contains(v.symbol) || to.states[j].order > 0) continue;
    good = false;
    const std::string mode =
        v.home ? fmt::format(" of mode `{}`", model.machines[v.home->machine].modes[v.home->mode].name) : "";
    // The transition of the machine whose mode it lives in, or of one around it.
    const auto responsible = [&](const TransitionRef& t) {
      return v.home && (t.machine == v.home->machine || is_nested(model, v.home->machine, t.machine));
    };
    const auto it = std::ranges::find_if(taken, responsible);
    const TransitionRef& t = it == taken.end() ? taken.front() : *it;
    Diagnostic d{Severity::error,
                 "state-without-value",
                 fmt::format("state `{}`{} has no value at transition `{}`", v.name, mode, leads(t)),
                 {model.machines[t.machine].transitions[t.transition].span, "this transition gives it none"},
                 {{v.span, "declared here"}},
                 fmt::format("add `reinit({}, ...)` to the transition, or declare it with `fixed = true`", v.name)};
    diagnostics.add(std::move(d));
  }
  return good;
}

EventClasses classes_of(const CompiledTransition& transition, const CompiledModel& from, const CompiledModel& to,
                        const EntryPlan& plan) {
  EventClasses result = plan.classes;
  const auto is_old_state = [&](std::size_t place) {
    return std::ranges::any_of(from.states, [&](const CompiledState& s) { return from.variables[s.variable].place == place; });
  };
  for (const CompiledTransition::Given& g : transition.values) {
    if (g.reinit) {
      if (is_old_state(g.place)) result |= static_cast<EventClasses>(EventClass::state);
      continue;
    }
    for (const CompiledDiscrete& d : to.discretes)
      if (d.variable != CompiledDiscrete::npos && to.variables[d.variable].place == g.place) result |= d.classes;
  }
  if (transition.solver) result |= static_cast<EventClasses>(EventClass::algorithm);
  if (!result) result = static_cast<EventClasses>(EventClass::output);
  if (transition.time_only) result |= static_cast<EventClasses>(EventClass::input);
  return result;
}

}  // namespace saltus
