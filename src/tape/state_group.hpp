#pragma once
// States side by side in a group of slots (tape/packed_op.hpp).

#include <cstdint>

namespace saltus {

/// The lanes of a group that are integrated, and what else is known of them.
struct alignas(64) StateGroup {
  double largest[8];       ///< size that was seen
  double nominal[8];       ///< 0: none given
  double floor[8];         ///< of the size; 0: none
  double ceiling[8];       ///< a value above it raises floors
  std::int64_t counts[8];  ///< -1: the lane is a state; 0: it has no meaning
  double* series;
  std::uint32_t used;      ///< the same, a bit for each lane
  std::uint32_t state[8];  ///< which
};

/// The largest of the last three coefficients of all states, relative to their scales.
struct WorstTerms {
  double last, second, third;
  bool outgrown;  ///< a state is above its ceiling
};

}  // namespace saltus
