#pragma once
// ARGESIM comparison C21, case study 1b: a ball that is a spring and damper where it touches the ground, over 30 s.
//   flight   x' = v,  v' = -g - beta v|v|,  w' = -(k/d) w   until x + w falls to 0
//   contact  x' = v,  v' = -g - k x - d v,  w' = -v         until -k x - d v falls to 0

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <vector>

#include "contender.hpp"

namespace saltus::bench::contact {

inline constexpr double g = 9.81, beta = 0.002, k = 1e6, d = 500, x0 = 10, t_end = 30;
inline constexpr double rest = -g / k;

/// Contacts and lift-offs in turn: closed forms of both phases, event times by bisection with 36 digits.
inline constexpr std::array event_times = {1.4326073254453229, 1.4353321199807403, 2.862178164746095, 2.8649050401739125,
                                           3.5837665291258314, 3.5864975237530774, 3.948887053024985, 3.951626255142424,
                                           4.13378931376673,   4.136545030592246,  4.227485925271499, 4.230275516916651,
                                           4.275016113044182,  4.277878065114614,  4.299183512360967, 4.302215269748275,
                                           4.311541948956328,  4.31510813593971,   4.317910442878937};

struct Trajectory {
  std::vector<double> times = {};
  double x = 0;  ///< at t_end
  long steps = -1;
};

/// Largest error of the event times, and of the height at the end relative to the depth of rest; infinite if the number of events is wrong.
inline Outcome judge(const Trajectory& x) {
  const int events = static_cast<int>(x.times.size());
  if (x.times.size() != event_times.size()) return wrong_count(events, std::ssize(event_times));
  double error = std::abs(x.x - rest) / -rest;
  for (std::size_t i = 0; i < event_times.size(); ++i) error = std::max(error, std::abs(x.times[i] - event_times[i]));
  return {.error = error, .events = events, .steps = x.steps};
}

}  // namespace saltus::bench::contact
