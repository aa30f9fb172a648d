#pragma once
// Roots that are flat, or hidden by rounding: where several places meet the target as well as a double can tell.

#include <algorithm>
#include <cmath>
#include <map>

namespace saltus {

/// How large a residual may be and still be the rounding of the target or of what was measured.
[[nodiscard]] inline double untold(double target, double residual) {
  return 0x1p-50 * std::max(std::abs(target), std::abs(target + residual));
}

/// A reach, unless it is that of a usual root: some roundings of its place.
[[nodiscard]] inline double if_unusual(double reach, double x) { return reach > 0x1p-41 * std::abs(x) ? reach : 0; }

/// How far from x places reach that were looked at and cannot be told from it.
[[nodiscard]] inline double untold_reach(const std::map<double, double>& residuals, double x, double target) {
  double reach = 0;
  for (const auto& [place, residual] : residuals)
    if (std::abs(residual) <= untold(target, residual)) reach = std::max(reach, std::abs(place - x));
  return if_unusual(2 * reach, x);  // those that are told apart lie about twice as far
}

}  // namespace saltus
