#pragma once
// What the instant after the present one will most likely look at, asked of memory ahead of it: of a large model nothing of that is in a cache, and an
// instant would wait for one piece after the other. Nothing depends on it but time. Included where the loop is instantiated.

#include "sim/island_instants.hpp"

namespace saltus {

// The lists of one level are read side by side: their waits overlap.
template <class T>
void IslandInstants<T>::fetch(std::uint32_t guard) const {
  const auto fetch_operation = [](const Code& code, std::uint32_t i) { __builtin_prefetch(&code.instructions[i]); };
  for (const std::uint32_t i : plan_.islands[guard]) {
    islands_.fetch(i);
    __builtin_prefetch(plan_.flow[i].data());
    for (const std::uint32_t g : plan_.guards[i]) {
      guards_.fetch(g);
      __builtin_prefetch(&decided_in_[g]);
      for (const std::uint32_t packed : plan_.guard_code[g]) fetch_operation(c_.guards_code, OrderedOp::unpacked(packed).op);
      for (const std::uint32_t op : plan_.relations[g]) fetch_operation(c_.round, op);
    }
    for (const std::uint32_t j : plan_.states[i]) {
      const Slot s = c_.states[j].value;
      __builtin_prefetch(m_.flow.series(s));
      __builtin_prefetch(plan_.uses[s].data());
      __builtin_prefetch(&jumped_in_[j]);
    }
  }
  if (of_guard_.empty() || of_guard_[guard].first == IslandPlan::none) return;
  const std::vector<CourseStep>& steps = courses_[of_guard_[guard].first].steps;
  for (std::size_t i = 0; i < steps.size(); i += 64 / sizeof(CourseStep)) __builtin_prefetch(&steps[i]);
}

}  // namespace saltus
