#include "compile/check_modes.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

namespace saltus {

namespace {

constexpr std::size_t most_tuples = 64;

// Machine m in `mode`, those around it as they must be, the others in their initial modes.
ModeTuple with_mode(const HybridModel& model, std::size_t m, std::size_t mode) {
  std::vector<std::size_t> forced(model.machines.size(), ModeTuple::none);
  forced[m] = mode;
  for (auto inside = model.machines[m].inside; inside; inside = model.machines[inside->machine].inside)
    forced[inside->machine] = inside->mode;
  ModeTuple tuple;
  for (std::size_t i = 0; i < model.machines.size(); ++i) {
    const Machine& machine = model.machines[i];
    const bool alive = !machine.inside || tuple.modes[machine.inside->machine] == machine.inside->mode;
    tuple.modes.push_back(!alive ? ModeTuple::none : forced[i] != ModeTuple::none ? forced[i] : machine.initial);
  }
  return tuple;
}

}  // namespace

std::vector<ModeTuple> visited_tuples(const HybridModel& model) {
  std::vector<ModeTuple> result{initial_tuple(model)};
  std::set<ModeTuple> seen{result.front()};
  for (std::size_t m = 0; m < model.machines.size(); ++m)
    for (std::size_t k = 0; k < model.machines[m].modes.size() && result.size() < most_tuples; ++k)
      if (ModeTuple tuple = with_mode(model, m, k); seen.insert(tuple).second) result.push_back(std::move(tuple));
  return result;
}

void explain_tuple(CompiledTuples& tuples, const ModeTuple& from, std::span<const TransitionRef> taken, const ModeTuple& tuple,
                   Diagnostics& diagnostics) {
  const HybridModel& model = tuples.model();
  for (Diagnostic d : tuples.diagnostics_of(tuple).all()) {
    for (const TransitionRef& t : taken)
      d.also.push_back({model.machines[t.machine].transitions[t.transition].span,
                        fmt::format("transition `{}` leads there", describe(model, from, t))});
    diagnostics.add(std::move(d));
  }
}

namespace {

// Machines that follow conditions may start in any branch: one that can is enough.
bool check_start(CompiledTuples& tuples, Thoroughness thoroughness, Diagnostics& diagnostics) {
  const std::vector<ModeTuple> starts = start_tuples(tuples.model());
  const ModeTuple& first = starts.front();
  const auto can_start = [&](const ModeTuple& tuple) {
    const CompiledModel* compiled = tuples.of(tuple);
    return compiled && compiled->start_problems.empty();
  };
  const bool compiles = tuples.of(first) != nullptr;
  if ((compiles || thoroughness == Thoroughness::transitions) && std::ranges::any_of(starts, can_start)) return true;
  if (!compiles) {
    for (const Diagnostic& d : tuples.diagnostics_of(first).all()) diagnostics.add(d);
  } else {
    for (const Diagnostic& d : tuples.of(first)->start_problems) diagnostics.add(d);
  }
  return false;
}

}  // namespace

bool check_modes(CompiledTuples& tuples, Thoroughness thoroughness, Diagnostics& diagnostics) {
  const HybridModel& model = tuples.model();
  if (!check_start(tuples, thoroughness, diagnostics)) return false;
  std::set<ModeTuple> reported;
  const std::size_t before = diagnostics.error_count();
  const ModeTuple never{std::vector<std::size_t>(model.machines.size(), ModeTuple::none)};
  std::size_t visited = 0;
  for (std::size_t m = 0; m < model.machines.size(); ++m)
    for (std::size_t k = 0; k < model.machines[m].modes.size() && visited < most_tuples; ++k, ++visited) {
      const ModeTuple tuple = with_mode(model, m, k);
      const CompiledModel* from = tuples.of(tuple);
      if (!from) continue;  // reported with the transition that leads to it, if there is one
      for (const TransitionRef& t : leaving(model, tuple)) {
        if (t.machine != m) continue;
        const ModeTuple next = take(model, tuple, {&t, 1}, never).tuple;
        if (const CompiledModel* to = tuples.of(next)) {
          check_entry(*from, *to, tuples.plan(*from, *to), {&t, 1}, diagnostics);
        } else if (thoroughness == Thoroughness::everything && reported.insert(next).second) {
          explain_tuple(tuples, tuple, {&t, 1}, next, diagnostics);
        }
      }
    }
  if (thoroughness == Thoroughness::everything && diagnostics.error_count() == before)
    for (const ModeTuple& tuple : visited_tuples(model))  // modes to which nothing leads
      if (!tuples.of(tuple) && reported.insert(tuple).second) explain_tuple(tuples, tuple, {}, tuple, diagnostics);
  return diagnostics.error_count() == before;
}

}  // namespace saltus
