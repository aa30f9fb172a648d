#pragma once
// Derivatives of measures by the unknowns, from runs beside a point.

#include <string>
#include <vector>

#include "study/search.hpp"

namespace saltus {

enum class DifferenceOrder { second, sixth };  ///< errors like h^2 from two runs, like h^6 from six

/// All runs are made at once. Next to a bound they lie on the inner side. `size` is the number of values expected.
[[nodiscard]] Derivatives differences(CountedRuns& runs, const std::vector<Unknown>& unknowns, const Candidate& at,
                                      std::size_t size, DifferenceOrder order);

/// Exact ones where the run at this place, which has been made, can be differentiated; else by differences.
[[nodiscard]] Derivatives derivatives(CountedRuns& runs, const std::vector<Unknown>& unknowns, const Candidate& at,
                                      std::size_t size, DifferenceOrder order);

}  // namespace saltus
