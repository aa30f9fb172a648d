#include <unordered_set>

#include "structure/leaf_scan.hpp"
#include "structure/structure.hpp"

namespace saltus {

std::vector<bool> variables_that_jump(const Structure& s) {
  LeafScan scan;
  std::unordered_set<Expr> impulsive;
  for (const Block& b : s.blocks) {
    bool found = false;
    for (const std::size_t i : b.equations) {
      found = found || s.offsets.c[i] > 0;
      const Expr sides[] = {s.solved(i).lhs, s.solved(i).rhs};
      scan(sides, false, [&](Expr leaf, bool) { found = found || impulsive.contains(leaf); });
    }
    if (found) impulsive.insert(b.unknowns.begin(), b.unknowns.end());
  }
  std::vector<bool> result;
  for (std::size_t j = 0; j < s.variables.size(); ++j) result.push_back(impulsive.contains(s.leading(j)));
  return result;
}

}  // namespace saltus
