#pragma once
// Fewer points for a curve that looks the same.

#include <vector>

namespace saltus {

struct PixelPoint {
  double x = 0, y = 0;  ///< in pixels of the picture; NaN is a gap
};

/// Points of a polyline: extremes stay, and nothing moves by more than a twentieth of a pixel, but for curves that are drawn over themselves again
/// and again within a pixel. Gaps stay; no gap is first, last, or beside another.
/// Where x never decreases, each pixel column keeps its first, lowest, highest and last point.
[[nodiscard]] std::vector<PixelPoint> thinned(const std::vector<PixelPoint>& points);

/// Points that are drawn as such: one of those that fall on the same quarter pixel stays.
[[nodiscard]] std::vector<PixelPoint> thinned_cloud(const std::vector<PixelPoint>& points);

}  // namespace saltus
