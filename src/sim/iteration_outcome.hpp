#pragma once
// How an event iteration ends.

#include <cstdint>
#include <string>

#include "base/source.hpp"

namespace saltus {

enum class IterationOutcome : std::uint8_t {
  settled,
  off_surface,  ///< events have moved the states off the surface that the motion slid on, or the surface away: a side goes on
  chattering,
  endless,
  conflict,
  not_finite,
  assertion,
  inconsistent,
  undecided
};

/// What is the matter, and where in the model.
struct IterationProblem {
  std::string text;  ///< empty: nothing
  Span span;
};

}  // namespace saltus
