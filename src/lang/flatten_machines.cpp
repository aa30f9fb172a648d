// Machines of the text to those of the flat model.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "lang/evaluator.hpp"
#include "lang/instances.hpp"
#include "lang/model_flattener.hpp"
#include "model/event_name.hpp"

namespace saltus::lang {
namespace {

/// Whose modes: for messages.
std::string_view owner_name(const MachineScope& scope) {
  return scope.region.empty() ? std::string_view(scope.around->type->name) : scope.region;
}

}  // namespace

void ModelFlattener::machines(Instance& in) {
  for (const auto& scope : in.machines) {
    if (f_.stopped()) return;
    machine(*scope);
  }
  for (Member& m : in.members) {
    if (m.resolved != Progress::done || !m.is_class) continue;
    for (const auto& child : m.instances) machines(*child);
  }
}

void ModelFlattener::machine(MachineScope& scope) {
  const std::size_t position = f_.model.machines.size();
  Machine& flat = f_.model.machines.emplace_back();
  flat.name = scope.name;
  flat.span = scope.span;
  flat.inside = here_->home;
  if (!choose_initial(scope)) return;
  flat.initial = scope.initial;
  for (const ModeScope& m : scope.modes) {
    Mode& written = flat.modes.emplace_back();
    written.name = m.name;
    written.description = m.node->description.text;
    written.span = m.node->name.span;
  }
  for (std::size_t k = 0; k < scope.modes.size(); ++k) mode({position, k}, scope.modes[k]);
  for (const WrittenTransition& t : scope.transitions) transition(position, scope, t);
}

bool ModelFlattener::choose_initial(MachineScope& scope) {
  const ModeScope* first = nullptr;
  for (std::size_t k = 0; k < scope.modes.size(); ++k) {
    const ModeScope& m = scope.modes[k];
    if (!m.node->initial) continue;
    if (first != nullptr) {
      f_.diagnostics->add({Severity::error,
                           "initial-mode",
                           fmt::format("the modes `{}` and `{}` are both initial", first->name, m.name),
                           {m.node->name.span, "the second one"},
                           {{first->node->name.span, "the first one"}},
                           "remove `initial` from one of them; modes that are active side by side stand in `modes` regions"});
      return false;
    }
    first = &m;
    scope.initial = k;
  }
  if (first != nullptr) return true;
  if (scope.modes.empty()) {
    f_.error("initial-mode", scope.span, fmt::format("`{}` has a transition, but no modes", owner_name(scope)), "",
             "transitions stand beside the modes they lead between, not inside one of them");
  } else {
    f_.error("initial-mode", scope.span, fmt::format("none of the modes of `{}` is initial", owner_name(scope)), "",
             "write `initial mode` where the run begins");
  }
  return false;
}

void ModelFlattener::mode(ModeRef place, const ModeScope& scope) {
  Contents mine;
  mine.home = place;
  Contents* outer = std::exchange(here_, &mine);
  const std::size_t indices = f_.late.indices.size();
  instance(*scope.scope);
  const auto first_index = f_.late.indices.begin() + static_cast<std::ptrdiff_t>(indices);
  std::move(first_index, f_.late.indices.end(), std::back_inserter(mine.flat.assertions));
  f_.late.indices.erase(first_index, f_.late.indices.end());
  std::ranges::move(mine.initial.assertions, std::back_inserter(mine.flat.assertions));
  for (Variable& v : mine.hidden) {
    v.home = place;
    f_.model.variables.push_back(std::move(v));
  }
  Mode& flat = f_.model.machines[place.machine].modes[place.mode];
  flat.equations = std::move(mine.flat.equations);
  flat.initial_equations = std::move(mine.initial.equations);
  flat.whens = std::move(mine.flat.whens);
  flat.assertions = std::move(mine.flat.assertions);
  alternatives(mine.flat.alternatives, nullptr, place);
  machines(*scope.scope);
  here_ = outer;
}

std::optional<std::size_t> ModelFlattener::mode_named(const MachineScope& scope, const ast::Ident& name) {
  if (const ModeScope* m = scope.find(plain(name))) return static_cast<std::size_t>(m - scope.modes.data());
  std::vector<std::string> names;
  for (const ModeScope& m : scope.modes) names.emplace_back(m.name);
  for (const auto& other : scope.around->machines) {
    if (other->find(plain(name)) == nullptr) continue;
    f_.error("unknown-mode", name.span,
             fmt::format("mode `{}` belongs to `{}`, not to `{}`", plain(name), owner_name(*other), owner_name(scope)),
             "of another machine", "a transition leads from mode to mode of one machine");
    return std::nullopt;
  }
  const std::string near = nearest_name(plain(name), names);
  f_.error("unknown-mode", name.span, fmt::format("no mode `{}` in `{}`", plain(name), owner_name(scope)), "not declared",
           !near.empty() ? fmt::format("did you mean `{}`?", near) : fmt::format("its modes are {}", fmt::join(names, ", ")));
  return std::nullopt;
}

namespace {

std::string transition_name(const Flattening& f, const ast::Transition& t, const std::string& path) {
  if (t.comment.description.span.known()) return event_name(path, t.comment.description.text);
  std::string from = t.from_any ? "*" : "";
  for (const ast::Ident& name : t.from) from += fmt::format("{}{}", from.empty() ? "" : ", ", plain(name));
  return unnamed_event(path, fmt::format("{} -> {} when {}", from, plain(t.to), f.sources.text(t.guard->span)));
}

/// Modes that a transition enters: its target, and in it the first modes of its machines; with `resume` they may be others.
void enter(Instance& mode, std::vector<Instance*>& out) {
  for (const auto& machine : mode.machines) {
    for (const ModeScope& m : machine->modes) {
      if (!m.node->initial) continue;
      out.push_back(m.scope.get());
      enter(*m.scope, out);
    }
  }
}

}  // namespace

void ModelFlattener::transition(std::size_t machine, const MachineScope& scope, const WrittenTransition& written) {
  const ast::Transition& t = *written.node;
  const std::size_t errors = f_.diagnostics->error_count();
  Transition out;
  out.span = t.span;
  out.name = transition_name(f_, t, scope.around->path);
  out.priority = t.priority.value_or(0);
  out.resume = t.resume;
  std::vector<Instance*> left, entered;
  for (const ast::Ident& name : t.from) {
    const auto k = mode_named(scope, name);
    if (!k) continue;
    out.from.push_back(*k);
    left.push_back(scope.modes[*k].scope.get());
  }
  if (t.from_any)
    for (const ModeScope& m : scope.modes) left.push_back(m.scope.get());
  if (plain(t.to) == "self" && scope.find("self") == nullptr) {
    entered = left;
  } else if ((out.to = mode_named(scope, t.to))) {
    entered.push_back(scope.modes[*out.to].scope.get());
  }
  if (f_.diagnostics->error_count() > errors) return;

  std::vector<Instance*> nested;
  if (entered.size() == 1) enter(*entered.front(), nested);
  const ActiveModes before{.any_of = left};
  std::deque<ActiveModes> after;
  after.push_back({.any_of = entered});
  for (Instance* mode : nested) after.push_back({.any_of = {mode}, .outer = &after.back()});
  Context c{
      .instance = scope.around, .lexical = written.lexical, .active = &before, .entered = &after.back(), .machine = &scope};
  const Value condition = f_.evaluator->value(*t.guard, c);
  if (condition.valid && (!condition.is_scalar() || condition.type != Type::boolean)) {
    f_.error("type-mismatch", t.guard->span,
             fmt::format("the condition of a transition is {}, not one Boolean",
                         condition.is_scalar() ? std::string(name_of(condition.type)) : describe(condition.shape)));
  }
  c.in_when = true;
  Equations equations(f_, owners_);
  equations.body(t.body, c, out.actions);
  if (!condition.valid || f_.diagnostics->error_count() > errors || !equations.check_once(out.actions, "transition")) return;
  out.condition = condition.scalar();
  for (const Action& a : out.actions)
    if (a.kind == Action::Kind::assign) owners_.mark(a.target);
  f_.model.machines[machine].transitions.push_back(std::move(out));
}

}  // namespace saltus::lang
