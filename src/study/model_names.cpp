#include "study/model_names.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/diagnostic.hpp"
#include "model/sliding.hpp"

namespace saltus {

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

bool moves(const HybridModel& model, Expr relation) {
  bool found = false;
  for_each_node({&relation, 1}, [&](Expr n) {
    const Variable* v = n->op() == Op::symbol ? model.find(n) : n->op() == Op::der ? model.find(n->symbol()) : nullptr;
    found = found || (v && v->variability == Variability::continuous);
  });
  return found;
}

/// Surfaces in these expressions that the motion may slide on.
void add_sliding(const HybridModel& model, const std::vector<Expr>& roots, std::vector<std::string>& names) {
  for_each_node(roots, [&](Expr n) {
    if (!jumps_at_surface(n) || !moves(model, n)) return;
    for (const bool ends : {false, true}) names.push_back(sliding_event(text(n, true), ends));
  });
}

void sort_from(std::vector<std::string>& names, std::size_t first) {
  const auto begin = names.begin() + static_cast<std::ptrdiff_t>(first);
  std::sort(begin, names.end());
  names.erase(std::unique(begin, names.end()), names.end());
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
  sort_from(names, 0);
  const std::size_t first_sliding = names.size();
  for (const Equation& e : model.equations) add_sliding(model, {e.lhs, e.rhs}, names);
  for (const Machine& m : model.machines) {
    for (const Transition& t : m.transitions) add_sliding(model, {t.condition}, names);
    for (const Mode& mode : m.modes)
      for (const Equation& e : mode.equations) add_sliding(model, {e.lhs, e.rhs}, names);
  }
  sort_from(names, first_sliding);
  return names;
}

std::string help_with_events(const std::string& asked, const std::vector<std::string>& known) {
  constexpr std::size_t most = 12;
  if (known.empty()) return "the model has no events";
  if (const std::string near = nearest_name(asked, known); !near.empty()) return fmt::format("did you mean \"{}\"?", near);
  std::vector<std::string> shown;
  for (std::size_t i = 0; i < std::min(most, known.size()); ++i) shown.push_back(fmt::format("\"{}\"", known[i]));
  const std::size_t more = known.size() - shown.size();
  return fmt::format("its events are {}{}", fmt::join(shown, ", "), more == 0 ? "" : fmt::format(" and {} more", more));
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
