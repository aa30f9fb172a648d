#include "ceiling/c7_lanes.hpp"
#include "ceiling/c7_lanes_loop.hpp"

namespace saltus::bench::c7 {

CopyCounts four_lanes(std::span<const double> angles, std::span<Copy> copies) {
  return LaneLoop<16>(angles, copies, 2e-10).run();
}

}  // namespace saltus::bench::c7
