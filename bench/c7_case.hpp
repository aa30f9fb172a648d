#pragma once
// ARGESIM comparison C7, constrained pendulum, task a1: the pendulum hits a pin and swings on with the short length.
//   phi'' = -(g/length) sin(phi) - (d/m) phi';  length = l above the pin, ls below it;
//   at a hit phi' is multiplied by l/ls, at a release by ls/l.

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "contender.hpp"

namespace saltus::bench::c7 {

inline constexpr double g = 9.81, m = 1.02, l = 1.0, ls = 0.3, d = 0.2;
inline constexpr double pi = 3.14159265358979323846;
inline constexpr double phi0 = pi / 6, w0 = 0, pin = -pi / 12, t_end = 10;
inline constexpr int max_events = 32;

/// Computed with 60 digits by two independent runs of different order and step, which agree to 1e-59.
inline constexpr std::array<double, 8> event_times = {0.703459485762127584248505322463, 1.151779707638231151442249198061,
                                                      2.590417987472131614336429396265, 2.990529056608150914927676681031,
                                                      4.542741390166137973789218687029, 4.867487793864580557135315505658,
                                                      6.648707138039570975131354202730, 6.720384168289221988495143914807};
inline constexpr double phi_end = 0.119693213955711564697582446653;
inline constexpr double w_end = -0.473838550051335452169255708822;

struct Trajectory {
  std::array<double, max_events> times{};
  int events = 0;
  double phi = 0, w = 0;  ///< at t_end
  long steps = -1, jets = -1;

  void add_event(double t) {
    if (events < max_events) times[static_cast<std::size_t>(events)] = t;
    ++events;
  }
};

/// Largest error of the end state and the event times; infinite if the number of events is wrong.
inline Outcome judge(const Trajectory& x) {
  if (x.events != static_cast<int>(event_times.size())) return wrong_count(x.events, std::ssize(event_times));
  double error = std::max(std::abs(x.phi - phi_end), std::abs(x.w - w_end));
  for (std::size_t i = 0; i < event_times.size(); ++i) error = std::max(error, std::abs(x.times[i] - event_times[i]));
  return {.error = error, .events = x.events, .steps = x.steps, .jets = x.jets};
}

}  // namespace saltus::bench::c7
