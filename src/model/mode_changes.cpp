#include "model/mode_changes.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace saltus {

std::vector<TransitionRef> leaving(const HybridModel& model, const ModeTuple& tuple) {
  std::vector<TransitionRef> result;
  for (std::size_t m = 0; m < model.machines.size(); ++m) {
    const std::size_t mode = tuple.modes[m];
    if (mode == ModeTuple::none) continue;
    const auto begin = static_cast<std::ptrdiff_t>(result.size());
    const auto& transitions = model.machines[m].transitions;
    for (std::size_t k = 0; k < transitions.size(); ++k) {
      const auto& from = transitions[k].from;
      if (from.empty() || std::ranges::find(from, mode) != from.end()) result.push_back({m, k});
    }
    std::stable_sort(result.begin() + begin, result.end(), [&](const TransitionRef& a, const TransitionRef& b) {
      return transitions[a.transition].priority < transitions[b.transition].priority;
    });
  }
  return result;
}

bool is_nested(const HybridModel& model, std::size_t inner, std::size_t outer) {
  for (auto inside = model.machines[inner].inside; inside; inside = model.machines[inside->machine].inside)
    if (inside->machine == outer) return true;
  return false;
}

bool may_start(const HybridModel& model, const ModeTuple& tuple) {
  for (std::size_t m = 0; m < tuple.modes.size(); ++m) {
    const Machine& machine = model.machines[m];
    if (tuple.modes[m] != ModeTuple::none && !machine.follows_condition && tuple.modes[m] != machine.initial) return false;
  }
  return true;
}

std::vector<ModeTuple> start_tuples(const HybridModel& model) {
  constexpr std::size_t most = 64;
  // Outer machines stand before those nested in them: what is not alive is known when it is its turn.
  std::vector<ModeTuple> result{ModeTuple{}};
  for (const Machine& machine : model.machines) {
    std::vector<ModeTuple> longer;
    for (const ModeTuple& begun : result) {
      const bool alive = !machine.inside || begun.modes[machine.inside->machine] == machine.inside->mode;
      const auto add = [&](std::size_t mode) {
        if (longer.size() >= most) return;
        longer.push_back(begun);
        longer.back().modes.push_back(mode);
      };
      add(alive ? machine.initial : ModeTuple::none);
      for (std::size_t k = 0; alive && machine.follows_condition && k < machine.modes.size(); ++k)
        if (k != machine.initial) add(k);
    }
    result = std::move(longer);
  }
  const auto initial = std::ranges::find(result, initial_tuple(model));
  if (initial != result.end()) std::rotate(result.begin(), initial, initial + 1);
  return result;
}

ModeChange take(const HybridModel& model, const ModeTuple& tuple, std::span<const TransitionRef> taken, const ModeTuple& last) {
  const std::size_t n = model.machines.size();
  ModeChange change{tuple, std::vector<bool>(n, false)};
  std::vector<bool> resumes(n, false);
  for (const TransitionRef& t : taken) {
    const Transition& transition = model.machines[t.machine].transitions[t.transition];
    if (transition.to) change.tuple.modes[t.machine] = *transition.to;
    change.entered[t.machine] = true;
    resumes[t.machine] = transition.resume;
  }
  // Outer machines stand before those nested in them.
  for (std::size_t m = 0; m < n; ++m) {
    const auto& inside = model.machines[m].inside;
    if (!inside) continue;
    if (change.tuple.modes[inside->machine] != inside->mode) {
      change.tuple.modes[m] = ModeTuple::none;
      change.entered[m] = false;
    } else if (change.entered[inside->machine]) {
      resumes[m] = resumes[inside->machine];
      const bool goes_on = resumes[m] && last.modes[m] != ModeTuple::none;
      change.tuple.modes[m] = goes_on ? last.modes[m] : model.machines[m].initial;
      change.entered[m] = true;
    }
  }
  return change;
}

std::string describe(const HybridModel& model, const ModeTuple& tuple, const TransitionRef& transition) {
  const Machine& machine = model.machines[transition.machine];
  const Transition& t = machine.transitions[transition.transition];
  const std::size_t from = tuple.modes[transition.machine];
  const std::string& left = machine.modes[from].name;
  return fmt::format("{} -> {}", left, t.to ? machine.modes[*t.to].name : "self");
}

}  // namespace saltus
