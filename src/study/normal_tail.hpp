#pragma once
// The standard normal distribution between two limits, at any distance from its centre.

#include "study/counter_random.hpp"

namespace saltus {

/// The number z in [low, high] (either may be infinite, low < high) with the share p.below of the probability between low and high
/// below it.
[[nodiscard]] double standard_normal_between(double low, double high, Probability p);

}  // namespace saltus
