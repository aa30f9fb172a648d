#pragma once
// Event to event where the motion is polynomial and falls into islands (compile/island_plan.hpp).
//
//   every guard has its next crossing in a queue
//   an instant: the guards that cross first, and all that cross with them
//     the islands they read are brought to it
//     event rounds, as in sim/event_iteration.hpp, over the operations that read something that has changed
//     a branch that is active brings the islands its actions read; a state that jumps, the islands that its guards read
//   guards that took part are searched again, with the series as they are now
//
// What an instant costs depends on what it reaches, and on the size of the model only through the queue. Where something comes up that
// this loop does not know (an assertion that fails, two values for one state, rounds that do not end, crossings closer than times can tell)
// the instant is taken back, and the usual loop goes on from before it.

#include <memory>

#include "compile/island_plan.hpp"
#include "sim/motion.hpp"

namespace saltus {

template <class T>
inline constexpr bool has_islands = false;
template <>
inline constexpr bool has_islands<double> = true;
template <>
inline constexpr bool has_islands<Mpfr> = true;

template <class T>
class IslandInstants;

/// Instantiated for double and Mpfr.
template <class T>
class IslandLoop {
 public:
  /// All outlive it, and stay where they are.
  IslandLoop(const IslandPlan& plan, Motion<T>& motion, RunRecords<T>& records);
  ~IslandLoop();

  /// All states are at `now`, an instant is over.
  void enter(const TimePoint<T>& now, const T& stop, bool values_in_events);

  enum class Next : std::uint8_t {
    instant,  ///< happened: it is in the log
    stop,     ///< nothing more until then
    unknown,  ///< something comes next that is for the usual loop
  };
  Next next();

  /// The last instant.
  [[nodiscard]] const TimePoint<T>& now() const;
  /// Between the last instant and the one before; and how uncertain it is, where that is more than rounding.
  [[nodiscard]] const T& interval() const;
  [[nodiscard]] const T& uncertainty() const;
  /// All states are brought to `to`: the last instant, or a later time before the next one.
  void leave(const TimePoint<T>& to);
  [[nodiscard]] bool is_inside() const;

  /// Intervals below this are too short, in relation to the time, for islands with base times of their own.
  [[nodiscard]] static T shortest(const T& now) { return abs(now) * sqrt(unit_roundoff<T>() * sqrt(unit_roundoff<T>())); }

 private:
  std::unique_ptr<IslandInstants<T>> instants_;
};

}  // namespace saltus
