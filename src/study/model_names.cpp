#include "study/model_names.hpp"

#include <algorithm>

namespace saltus {

bool is_event_of(std::string_view name, std::string_view asked) {
  return name == asked || (name.starts_with(asked) && name.substr(asked.size()).starts_with('['));
}

namespace {

bool has_entry_of_its_own(Expr e) {
  switch (e->op()) {
    case Op::floor:
    case Op::ceil:
    case Op::integer:
    case Op::div_trunc:
    case Op::mod:
    case Op::rem: return true;
    default: return e->is_relation();
  }
}

void add_relations(const std::vector<Equation>& equations, std::vector<std::string>& names) {
  for (const Equation& e : equations) {
    const Expr sides[] = {e.lhs, e.rhs};
    for_each_node(sides, [&](Expr n) {
      if (has_entry_of_its_own(n)) names.push_back(text(n, true));
    });
  }
}

void add_whens(const std::vector<When>& whens, std::vector<std::string>& names) {
  for (const When& w : whens)
    for (const WhenBranch& b : w.branches) names.push_back(b.name);
}

}  // namespace

std::vector<std::string> event_names(const HybridModel& model) {
  std::vector<std::string> names;
  add_whens(model.whens, names);
  add_relations(model.equations, names);
  for (const Machine& m : model.machines) {
    for (const Transition& t : m.transitions) names.push_back(t.name);
    for (const Mode& mode : m.modes) {
      add_whens(mode.whens, names);
      add_relations(mode.equations, names);
    }
  }
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

std::vector<ModeRef> modes_called(const HybridModel& model, std::string_view machine, std::string_view mode) {
  std::vector<ModeRef> found;
  for (std::size_t m = 0; m < model.machines.size(); ++m) {
    const Machine& candidate = model.machines[m];
    if (!machine.empty() && candidate.name != machine && local_name(model, candidate) != machine) continue;
    for (std::size_t k = 0; k < candidate.modes.size(); ++k)
      if (candidate.modes[k].name == mode) found.push_back({m, k});
  }
  return found;
}

}  // namespace saltus
