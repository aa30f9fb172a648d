#pragma once
// Distributions of one number, by their inverse distribution functions: each probability has one value.

#include <cstdint>
#include <limits>
#include <string>

#include "study/counter_random.hpp"

namespace saltus {

struct Distribution {
  enum class Kind : std::uint8_t {
    normal,      ///< first: mean, second: standard deviation
    uniform,     ///< from first to second
    lognormal,   ///< first, second: mean and standard deviation of the logarithm
    triangular,  ///< from first to third, most likely at second
  };
  Kind kind = Kind::uniform;
  double first = 0, second = 1, third = 1;
  /// What lies outside is left out, and the rest takes its probability (truncation).
  double lowest = -std::numeric_limits<double>::infinity();
  double highest = std::numeric_limits<double>::infinity();
};

/// What is wrong with it ("a standard deviation has to be positive"), or "".
[[nodiscard]] std::string fault_of(const Distribution& distribution);

/// The value with this probability below it. Accurate to rounding in both tails, also where all of the truncated range lies
/// so far out that its probability is below the range of doubles. Precondition: no fault.
[[nodiscard]] double quantile(const Distribution& distribution, Probability p);

}  // namespace saltus
