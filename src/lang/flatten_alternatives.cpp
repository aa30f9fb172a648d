// `if` equations with branches of different structure: machines whose mode is the branch that holds.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "lang/model_flattener.hpp"
#include "model/event_name.hpp"

namespace saltus::lang {
namespace {

std::string branch_name(std::size_t k, std::size_t count) {
  return k == 0 ? "then" : k + 1 == count ? "else" : fmt::format("elseif{}", k + 1);
}

std::string free_name(const HybridModel& model, const std::string& wanted) {
  std::string name = wanted;
  const auto taken = [&] { return std::ranges::find(model.machines, name, &Machine::name) != model.machines.end(); };
  for (int k = 2; taken(); ++k) name = fmt::format("{}_{}", wanted, k);
  return name;
}

/// From every other branch to each: its condition holds and none of the earlier ones, so at most one of them is true.
void add_transitions(ExprPool& pool, const Alternatives& a, Machine& machine) {
  Expr before = pool.boolean(true);
  for (std::size_t k = 0; k < machine.modes.size(); ++k) {
    const bool last = k == a.conditions.size();
    Transition t;
    std::vector<std::string_view> others;
    for (std::size_t other = 0; other < machine.modes.size(); ++other) {
      if (other == k) continue;
      t.from.push_back(other);
      others.push_back(machine.modes[other].name);
    }
    t.to = k;
    t.condition = last ? before : pool.make(Op::and_, {before, a.conditions[k]});
    t.name = unnamed_event(a.path, fmt::format("{} -> {} when {}", fmt::join(others, ", "), machine.modes[k].name,
                                               last ? fmt::format("not ({})", fmt::join(a.texts, " or ")) : a.texts[k]));
    t.span = a.spans[k];
    if (!last) before = pool.make(Op::and_, {before, pool.make(Op::not_, {a.conditions[k]})});
    machine.transitions.push_back(std::move(t));
  }
}

}  // namespace

void ModelFlattener::alternatives(std::vector<Alternatives>& list, const std::string* prefix, std::optional<ModeRef> inside) {
  for (Alternatives& a : list) {
    const std::size_t position = f_.model.machines.size();
    Machine machine;
    machine.name = free_name(f_.model, (prefix != nullptr ? *prefix : a.prefix) + a.name);
    machine.inside = inside;
    machine.follows_condition = true;
    machine.conditions = a.conditions;
    machine.span = a.span;
    for (std::size_t k = 0; k < a.branches.size(); ++k) {
      Mode& mode = machine.modes.emplace_back();
      mode.name = branch_name(k, a.branches.size());
      mode.span = a.spans[k];
      mode.equations = std::move(a.branches[k].equations);
      mode.whens = std::move(a.branches[k].whens);
      mode.assertions = std::move(a.branches[k].assertions);
    }
    add_transitions(f_.pool, a, machine);
    const std::string name = machine.name;
    f_.model.machines.push_back(std::move(machine));
    for (std::size_t k = 0; k < a.branches.size(); ++k) {
      const std::string inner = fmt::format("{}.{}.", name, branch_name(k, a.branches.size()));
      alternatives(a.branches[k].alternatives, &inner, ModeRef{position, k});
    }
  }
}

}  // namespace saltus::lang
