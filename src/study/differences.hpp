#pragma once
// Derivatives of measures by the unknowns, from runs beside a point.

#include <string>
#include <vector>

#include "study/search.hpp"

namespace saltus {

enum class DifferenceOrder { second, sixth };  ///< errors like h^2 from two runs, like h^6 from six

struct Derivatives {
  std::vector<std::vector<double>> by_unknown = {};  ///< for each unknown, the derivative of each value
  std::vector<std::vector<double>> errors = {};      ///< about how wrong they are, of sixth order
  std::string failure = {};                          ///< where a run had no values, and why; empty: all is there
};

/// All runs are made at once. Next to a bound they lie on the inner side. `size` is the number of values expected.
[[nodiscard]] Derivatives differences(CountedRuns& runs, const std::vector<Unknown>& unknowns, const Candidate& at,
                                      std::size_t size, DifferenceOrder order);

}  // namespace saltus
