#pragma once
// Two runs side by side: their events, and where their trajectories are farthest apart.
//
// Trajectories are compared at common times: a grid, and the events of both. At a time with an event of its own a run has a left and a right
// limit. Between the times of one event in both runs a variable that jumps has done so in the one and not in the other, so that a tiny
// difference in time looks like a large one in value: for such variables these intervals are left out, but for the left limits at their
// beginning and the right limits at their end. The difference in time is said with the events.

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "study/event_matching.hpp"

namespace saltus {

struct Deviation {
  std::string variable;
  std::string unit = {};
  double largest = 0;  ///< |other - reference|
  double time = std::numeric_limits<double>::quiet_NaN();
  double reference = 0, other = 0;  ///< values there
  double range = 0;                 ///< largest minus least value of the reference
  bool jumps = false;               ///< at some event, in one of both
  /// The first time at which only one of both runs has the variable; NaN: there is none.
  double alone = std::numeric_limits<double>::quiet_NaN();
};

struct RunComparison {
  EventComparison events;
  std::vector<Deviation> deviations = {};  ///< in the order of the reference's columns
  std::size_t times = 0;                   ///< compared
  double left_out = 0;                     ///< length of what lies between the times of one event in both, where variables jump
};

/// Is `name` the variable or an element of the array that was `asked` for?
[[nodiscard]] inline bool is_or_is_in(std::string_view name, std::string_view asked) {
  return name.starts_with(asked) && (name.size() == asked.size() || name[asked.size()] == '[');
}

/// Series of both have rows at all `times` (ascending). `variables`: which, or which arrays; empty: all real ones that both have, without derivatives.
[[nodiscard]] RunComparison compare_runs(const RunResult& reference, const RunResult& other, const std::vector<double>& times,
                                         const std::vector<std::string>& variables);

/// Where several runs are compared: `cells` equal steps from start to stop, and the events of all of them while these are at most `most_events`.
[[nodiscard]] std::vector<double> common_times(double start, double stop, const std::vector<const RunResult*>& runs,
                                               std::size_t cells = 1000, std::size_t most_events = 5000);

}  // namespace saltus
