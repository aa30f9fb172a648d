#pragma once
// Many pendulums of C7 that start at different angles: about every second passes the pin once more than its neighbour in the row.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "c7_case.hpp"

namespace saltus::bench::c7 {

/// What is asked of each copy.
struct Copy {
  int events = 0;
  double last_event = 0;  ///< time; 0 if there is none
  double phi = 0, w = 0;  ///< at t_end
};

/// Of a single run.
inline Copy copy_of(const Trajectory& x) {
  const int last = std::min(x.events, max_events) - 1;
  return {x.events, last < 0 ? 0 : x.times[static_cast<std::size_t>(last)], x.phi, x.w};
}

struct CopyCounts {
  long steps = 0;     ///< of all copies
  long searches = 0;  ///< stretches on which a guard was taken to the Bernstein basis
};

/// Angles at which the pendulum just reaches the pin a last time, to 1e-8; events below and above.
struct Grazing {
  double angle;
  int below, above;
};
inline constexpr Grazing grazing[] = {{0.35241646, 2, 4}, {0.42873382, 4, 6}, {0.52037118, 6, 8}, {0.63054636, 8, 10}};

/// From 0.4 to 0.7, neighbours far from each other; the first ones lie 1e-5 and 1e-8 beside grazing angles.
inline std::vector<double> start_angles(std::size_t count) {
  std::vector<double> angles;
  for (const Grazing& graze : grazing) {
    for (const double beside : {-1e-5, 1e-5, -1e-8, 1e-8}) angles.push_back(graze.angle + beside);
  }
  for (std::size_t i = angles.size(); i < count; ++i) {
    const double turns = static_cast<double>(i) * 0.61803398874989485;
    angles.push_back(0.4 + 0.3 * (turns - std::floor(turns)));
  }
  angles.resize(count);
  return angles;
}

}  // namespace saltus::bench::c7
