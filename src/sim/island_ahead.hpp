#pragma once
// What the instant after the present one will most likely look at, asked of memory ahead of it: of a large model nothing of that is in a cache, and an
// instant would wait for one piece after the other. Nothing depends on it but time. Included where the loop is instantiated.

#include "sim/island_instants.hpp"

namespace saltus {

template <class T>
void IslandInstants<T>::fetch_next() const {
  if (c_.guards.size() < least_ahead || guards_.queue.empty()) return;
  guards_.queue.for_each_second([this](std::uint32_t g) { forms_.fetch(g); });
  const std::uint32_t next = guards_.queue.first();
  __builtin_prefetch(&c_.guards[next]);
  if (forms_.has_form(next))
    forms_.for_each_item(next, [this](CourseForms::Kind kind, std::uint32_t i) { fetch(kind, i); });
  else
    fetch_by_plan(next);
}

template <class T>
[[gnu::always_inline]] inline void IslandInstants<T>::fetch(CourseForms::Kind kind, std::uint32_t i) const {
  using Kind = CourseForms::Kind;
  switch (kind) {
    case Kind::slot: __builtin_prefetch(m_.flow.series(i)); return;
    case Kind::guard: guards_.fetch(i); return;
    case Kind::island: islands_.fetch(i); return;
    case Kind::operation: __builtin_prefetch(&c_.round.instructions[i]); return;
    case Kind::branch: __builtin_prefetch(&c_.branches[i]); return;
    default: return;
  }
}

// The lists of one level are read side by side: their waits overlap.
template <class T>
void IslandInstants<T>::fetch_by_plan(std::uint32_t guard) const {
  for (const std::uint32_t i : plan_.islands[guard]) {
    islands_.fetch(i);
    for (const std::uint32_t g : plan_.guards[i]) {
      guards_.fetch(g);
      __builtin_prefetch(&decided_in_[g]);
      for (const std::uint32_t op : plan_.relations[g]) __builtin_prefetch(&c_.round.instructions[op]);
    }
    for (const std::uint32_t j : plan_.states[i]) {
      const Slot s = c_.states[j].value;
      __builtin_prefetch(m_.flow.series(s));
      __builtin_prefetch(plan_.uses[s].data());
      __builtin_prefetch(&jumped_in_[j]);
    }
  }
}

}  // namespace saltus
