#pragma once
// Where the numbers of a run in a lane are. Wide loops and plain code share this, so everything is inlined: the linker has nothing to choose.

#include "sim/lane_plan.hpp"

namespace saltus::lanes {

/// Places in a frame, which has one number of each kind for every lane of a pack.
struct FrameLayout {
  explicit FrameLayout(const LanePlan& plan)
      : slots(plan.kept.size()),
        states(plan.compiled.states.size()),
        families(plan.compiled.families.size()),
        guards(plan.compiled.guards.size()),
        lent(plan.is_lent ? 1 + guards : 0) {}

  std::size_t slots, states, families, guards, lent;

  // Of states, families of them and guards, by index.
  [[nodiscard]] [[gnu::always_inline]] std::size_t largest_state(std::size_t j) const { return slots + j; }
  [[nodiscard]] [[gnu::always_inline]] std::size_t nominal(std::size_t j) const { return slots + states + j; }
  [[nodiscard]] [[gnu::always_inline]] std::size_t family_size(std::size_t f) const { return slots + 2 * states + f; }
  [[nodiscard]] [[gnu::always_inline]] std::size_t largest(std::size_t g) const { return of_guards() + g; }
  [[nodiscard]] [[gnu::always_inline]] std::size_t noise(std::size_t g) const { return of_guards() + guards + g; }
  [[nodiscard]] [[gnu::always_inline]] std::size_t drift(std::size_t g) const { return of_guards() + 2 * guards + g; }
  [[nodiscard]] [[gnu::always_inline]] std::size_t zeros(std::size_t g) const { return of_guards() + 3 * guards + g; }
  [[nodiscard]] [[gnu::always_inline]] std::size_t bit(std::size_t g) const { return of_guards() + 4 * guards + g; }
  [[nodiscard]] [[gnu::always_inline]] std::size_t forced(std::size_t g) const {
    return of_guards() + 5 * guards + g;
  }  ///< -1, 0, 1
  [[nodiscard]] [[gnu::always_inline]] std::size_t expected(std::size_t g) const {
    return of_guards() + 6 * guards + g;
  }  ///< value at an event, by the series that led there
  // Of the run.
  [[nodiscard]] [[gnu::always_inline]] std::size_t base() const { return of_guards() + 7 * guards; }  ///< of time
  [[nodiscard]] [[gnu::always_inline]] std::size_t offset() const { return base() + 1; }
  [[nodiscard]] [[gnu::always_inline]] std::size_t since() const { return base() + 2; }  ///< the last state event
  [[nodiscard]] [[gnu::always_inline]] std::size_t delta() const {
    return base() + 3;
  }  ///< uncertainty of the time of the last event
  [[nodiscard]] [[gnu::always_inline]] std::size_t uncertainty() const { return base() + 4; }  ///< of the interval before it
  [[nodiscard]] [[gnu::always_inline]] std::size_t steps() const { return base() + 5; }
  // Of columns that are lent (sim/mode_lanes.hpp).
  [[nodiscard]] [[gnu::always_inline]] std::size_t carried() const {
    return base() + 6;
  }  ///< error of the states at an event, relative
  /// Of guards by index, in the first stretch: -1, 1: on its surface, to this side; `is_off`: not on it; 0: not known.
  [[nodiscard]] [[gnu::always_inline]] std::size_t tie(std::size_t g) const { return base() + 7 + g; }
  static constexpr double is_off = 2;
  [[nodiscard]] [[gnu::always_inline]] std::size_t size() const { return base() + 6 + lent; }

 private:
  [[nodiscard]] [[gnu::always_inline]] std::size_t of_guards() const { return slots + 2 * states + families; }
};

}  // namespace saltus::lanes
