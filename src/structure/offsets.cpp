// Fixed point from below: c = 0, then d_j = max over i of (sigma_ij + c_i) and c_i = d_j - sigma_ij on the transversal, until
// nothing grows. Only what grew is looked at again. It ends because the transversal has the highest value: the duals of the
// assignment problem bound it from above.
#include "structure/offsets.hpp"

#include <algorithm>
#include <deque>

namespace saltus {

Offsets canonical_offsets(const SignatureMatrix& sigma, const Transversal& transversal) {
  const Matching& matching = transversal.matching;
  Offsets offsets;
  offsets.c.assign(sigma.equations(), 0);
  offsets.d.assign(sigma.variables, 0);
  std::deque<std::uint32_t> grown;
  std::vector<bool> waiting(sigma.equations(), true);
  for (std::uint32_t i = 0; i < sigma.equations(); ++i) grown.push_back(i);

  while (!grown.empty()) {
    const std::uint32_t i = grown.front();
    grown.pop_front();
    waiting[i] = false;
    for (const SignatureEntry& entry : sigma.smooth[i]) {
      std::int64_t& d = offsets.d[entry.variable];
      d = std::max(d, entry.order + offsets.c[i]);
      const std::uint32_t solver = matching.equation_of[entry.variable];
      const std::int64_t c = d - order_at(sigma, solver, entry.variable);
      if (c <= offsets.c[solver]) continue;
      offsets.c[solver] = c;
      if (!waiting[solver]) grown.push_back(solver);
      waiting[solver] = true;
    }
  }

  for (const std::int64_t c : offsets.c) {
    offsets.index = std::max(offsets.index, c);
    offsets.degrees_of_freedom -= c;
  }
  for (const std::int64_t d : offsets.d) offsets.degrees_of_freedom += d;
  if (std::ranges::find(offsets.d, 0) != offsets.d.end()) ++offsets.index;
  return offsets;
}

}  // namespace saltus
