#pragma once
// Kinks and guards that are computed from their bits: x > 0 of max(x, 0) and those of floor(max(x, 0)).

#include <algorithm>
#include <cstdint>
#include <vector>

#include "compile/compiled_model.hpp"

namespace saltus {

/// Both sorted. A kink that others decide about with the equations (`in_loop`) turns with those, and is none.
inline void find_read_kinks(const CompiledModel& c, std::vector<std::uint32_t>& kinks, std::vector<std::uint32_t>& readers) {
  const auto is_kink = [&](std::uint32_t g) { return c.guards[g].kink && !c.guards[g].in_loop; };
  for (std::uint32_t g = 0; g < c.guards.size(); ++g) {
    const auto& reads = c.guards[g].reads;
    if (c.guards[g].in_loop || std::ranges::none_of(reads, is_kink)) continue;
    readers.push_back(g);
    for (const std::uint32_t other : reads)
      if (is_kink(other)) kinks.push_back(other);
  }
  std::ranges::sort(kinks);
  kinks.erase(std::ranges::unique(kinks).begin(), kinks.end());
}

}  // namespace saltus
