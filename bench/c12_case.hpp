#pragma once
// ARGESIM comparison C12: four equal spheres of diameter 1 at distances 1, the first one moving, for restitutions from 0.2 to 1, until t = 15.

#include <algorithm>
#include <cmath>
#include <vector>

#include "contender.hpp"

namespace saltus::bench::c12 {

inline constexpr double t_end = 15;

struct Row {
  int hits = 0;
  double v[4] = {};  ///< at the end
};

/// 0.2, 0.201, ..., 1.
inline std::vector<double> restitutions() {
  std::vector<double> e;
  for (int i = 200; i <= 1000; ++i) e.push_back(i / 1000.0);
  return e;
}

/// Largest error of the velocities; wrong if a number of hits is.
inline Outcome judge(const std::vector<Row>& rows, const std::vector<Row>& exact) {
  Outcome result{.events = 0};
  for (std::size_t i = 0; i < exact.size(); ++i) {
    if (rows[i].hits != exact[i].hits) return wrong_count(rows[i].hits, exact[i].hits);
    result.events += rows[i].hits;
    for (int k = 0; k < 4; ++k) result.error = std::max(result.error, std::abs(rows[i].v[k] - exact[i].v[k]));
  }
  return result;
}

}  // namespace saltus::bench::c12
