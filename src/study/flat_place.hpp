#pragma once
// A minimum along a line as the place where the slope vanishes.

#include <optional>

#include "study/objective.hpp"

namespace saltus {

struct FlatPlace {
  double width = 0;      ///< of the last bracket, and what rounding of the slope makes of it
  double curvature = 0;  ///< slope by place, about
  bool kink = false;     ///< the slope jumps across zero
};

/// Between two places that have been run, with slopes of different signs: leaves the objective at the minimum between them. Nothing where exact slopes cannot be
/// had, or where the slope vanishes elsewhere than at the least value.
[[nodiscard]] std::optional<FlatPlace> find_flat_place(Objective& objective, double low, double high);

}  // namespace saltus
