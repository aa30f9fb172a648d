#pragma once
// ARGESIM comparison C21, case study 1a: a ball falls from 10 m and bounces a hundred times, without and with air drag (models/argesim/c21/ball.mo).
//   x' = v,  v' = -g - beta v|v|;  at x = 0 v becomes -mu v

#include <algorithm>
#include <cmath>
#include <vector>

#include "contender.hpp"

namespace saltus::bench::ball {

inline constexpr double g = 9.81, mu = 0.9, x0 = 10, beta = 0.002;
inline constexpr int bounces = 100;

/// As it is logged: when, and how fast the ball leaves the ground.
struct Bounce {
  double time = 0, speed = 0;
};

struct Log {
  std::vector<Bounce> bounces = {};
  long steps = -1;
};

/// Between the hundredth bounce and the next, in the middle.
double stop_time(bool drag);
/// Closed forms, in long double.
Log exact(bool drag);

/// Largest error of the times.
inline Outcome judge(const Log& log, const Log& right) {
  const long count = static_cast<long>(log.bounces.size());
  if (log.bounces.size() != right.bounces.size()) return wrong_count(count, bounces);
  Outcome result{.events = count, .steps = log.steps};
  for (std::size_t i = 0; i < log.bounces.size(); ++i)
    result.error = std::max(result.error, std::abs(log.bounces[i].time - right.bounces[i].time));
  return result;
}

}  // namespace saltus::bench::ball
