#include "sim/places.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "expr/walk.hpp"

namespace saltus {

namespace {

bool contains(std::span<const Expr> roots, Expr wanted) {
  const std::vector<Expr> nodes = reachable(roots);
  return std::ranges::find(nodes, wanted) != nodes.end();
}

Span span_of_relation(const HybridModel& model, Expr relation) {
  for (const When& w : model.whens)
    for (const WhenBranch& b : w.branches)
      if (contains(b.conditions, relation)) return b.span;
  for (const Machine& m : model.machines)
    for (const Transition& t : m.transitions)
      if (contains(std::array{t.condition}, relation)) return t.span;
  for (const Equation& e : model.equations)
    if (contains(std::array{e.lhs, e.rhs}, relation)) return e.span;
  return {};
}

}  // namespace

Span span_of(const CompiledModel& compiled, const CompiledGuard& guard) {
  return guard.relation ? span_of_relation(compiled.model, guard.relation) : Span{};
}

Span span_of(const Occurrence& what) {
  const CompiledModel& c = *what.compiled;
  switch (what.source) {
    case Occurrence::Source::branch: return c.branches[what.index].written->span;
    case Occurrence::Source::guard: return span_of(c, c.guards[what.index]);
    case Occurrence::Source::transition: {
      const CompiledTransition& t = c.transitions[what.index];
      return c.model.machines[t.machine].transitions[t.transition].span;
    }
    case Occurrence::Source::sliding: break;
  }
  return {};
}

Span span_of_definition(const CompiledModel& compiled, std::string_view variable) {
  const auto it = std::ranges::find_if(compiled.origins, [&](const Origin& o) { return o.what() == variable; });
  return it == compiled.origins.end() ? Span{} : it->span;
}

}  // namespace saltus
