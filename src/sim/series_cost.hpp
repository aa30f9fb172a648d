#pragma once
// What a step by series costs, in the unit in which methods count theirs (solve/method.hpp).

#include "compile/compiled_model.hpp"

namespace saltus {

/// In the time of an operation on plain numbers, about a third of a nanosecond apart from constants that all solvers share: an
/// operation of order k costs about 1 + k/16, interpreting one of order 0 three (measured; docs/design/solvers.md).
[[nodiscard]] inline double series_cost(const CompiledModel& c, int order) {
  const double n = order;
  return (n + 1) * (1 + n / 16) * static_cast<double>(c.flow.instructions.size() + c.guards_code.instructions.size());
}

}  // namespace saltus
