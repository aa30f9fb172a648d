#pragma once
// Derivatives of what a search looks at, and how they were made.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace saltus {

using Candidate = std::vector<double>;  ///< a value for each unknown

struct Derivatives {
  std::vector<std::vector<double>> by_unknown = {};  ///< for each unknown, the derivative of each value
  std::vector<std::vector<double>> errors = {};      ///< about how wrong they are; of differences of second order: by rounding of the values
  std::string failure = {};                          ///< why there are none; empty: all is there
  std::uint64_t runs = 0;                            ///< in numbers with derivatives
};

/// Exact derivatives of the values at a candidate. What it throws ends the search.
using Differentiate = std::function<Derivatives(const Candidate&)>;

/// How often a search took derivatives, and how.
struct DerivativeUse {
  std::uint64_t exact = 0, by_differences = 0;  ///< places
  std::uint64_t runs = 0;                       ///< in numbers with derivatives, besides the runs of the study
  std::string reason = {};                      ///< why they were not exact, the last time
};

/// "derivatives exact", "derivatives by differences: `n` decides the structure of the model"; empty where none were wanted.
[[nodiscard]] std::string text_of(const DerivativeUse& use);
/// " and 4 with derivatives", behind a number of runs; empty where there were none.
[[nodiscard]] std::string with_derivatives(const DerivativeUse& use);

}  // namespace saltus
