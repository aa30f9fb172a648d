#include <algorithm>

#include "structure/structure.hpp"

namespace saltus {

std::vector<ConstraintStage> constraint_stages(const Structure& s) {
  std::vector<ConstraintStage> stages;
  const std::int64_t deepest = s.offsets.c.empty() ? 0 : std::ranges::max(s.offsets.c);
  for (std::int64_t k = -deepest; k < 0; ++k) {
    ConstraintStage stage;
    stage.stage = static_cast<int>(k);
    for (std::size_t i = 0; i < s.equations.size(); ++i) {
      const std::int64_t times = s.offsets.c[i] + k;
      if (times >= 0) stage.equations.push_back(s.derivatives[i][static_cast<std::size_t>(times)]);
    }
    for (std::size_t j = 0; j < s.variables.size(); ++j) {
      const auto order = static_cast<int>(s.offsets.d[j] + k);
      if (order < 0) continue;
      stage.unknowns.push_back(order == 0 ? s.variables[j] : s.variables[j]->pool().der(s.variables[j], order));
    }
    stages.push_back(std::move(stage));
  }
  return stages;
}

}  // namespace saltus
