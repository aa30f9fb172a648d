#pragma once
// Pendulums in a row, each coupled to its neighbours by springs, the outer ones to walls (models/mechanics/pendulum_row.mo):
//   x_i' = v_i,  v_i' = -sin(x_i) + stiffness (x_{i-1} - 2 x_i + x_{i+1}),  x_0 = x_{n+1} = 0;  x_i(0) = sin(i), v_i(0) = 0.

#include <algorithm>
#include <cmath>
#include <vector>

#include "contender.hpp"

namespace saltus::bench::pendulum_row {

inline constexpr double stiffness = 0.5, t_end = 10;

struct EndState {
  std::vector<double> x = {}, v = {};  ///< at t_end
  long steps = -1;
};

inline Outcome judge(const EndState& found, const EndState& exact) {
  Outcome result{.events = 0, .steps = found.steps};
  if (found.x.size() != exact.x.size()) return wrong("not all pendulums");
  for (std::size_t i = 0; i < exact.x.size(); ++i) {
    result.error = std::max({result.error, std::abs(found.x[i] - exact.x[i]), std::abs(found.v[i] - exact.v[i])});
    if (!std::isfinite(found.x[i])) return wrong("no number");
  }
  return result;
}

}  // namespace saltus::bench::pendulum_row
