#pragma once
// Guards that states have jumped at, and whether the motion leaves their surfaces.
//
// It may leave a surface again, but so slowly that rounding decides: going on would go through it. What comes next, if anything, is closer than
// times can be told apart. So are events that happened in the rounds because of such a decision (sim/round_guards.hpp), and those that have come
// closer and closer until a jump no longer leads off the surface, as far as numbers tell.
// A hop may be lower than rounding, and another event may happen in it, at the top as one of its speed does: nothing is left of the hop then, the guard
// goes to the other side there, and its event finds no speed that it could turn round.
// A condition of several relations (`h < s and v < c`) may become true when the last hop is lower than rounding: the event then gives the states what
// they are, and the motion would go on through the surface. After hops that have become next to nothing that is their limit.
// A motion that an event has stopped, and that nothing holds there, does go through: that is what the model says, and a warning says it.

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "sim/crossing_search.hpp"
#include "sim/event_crowds.hpp"
#include "sim/places.hpp"
#include "sim/run_state.hpp"

namespace saltus {

template <class T>
class SlowDepartures {
 public:
  SlowDepartures(RunState<T>& run, const EventCrowds<T>& crowds) : run_(run), crowds_(crowds) {}

  /// After an instant whose events give the states what they are: a guard that goes through its surface at the top of a hop; of those that crossed, that of a
  /// condition of several relations, if its event does nothing any more.
  std::optional<std::size_t> acts_in_vain(const Crossing<T>& crossing) {
    if (!run_.at->events.reinitialised_in_vain()) return std::nullopt;
    if (const auto guard = goes_through()) return guard;
    if (crossing.guards.empty() || !crowds_.shrink()) return std::nullopt;
    return crossing.guards.front().guard;
  }

  /// After an instant in which states jumped, which began with guards that crossed: the guard with which the run cannot go on.
  std::optional<std::size_t> too_slow(const Crossing<T>& crossing) {
    const Motion<T>& at = *run_.at;
    for (const auto& f : crossing.guards) {
      const auto sign = sign_behind(f.guard, f.root.direction);
      if (!sign) continue;
      const T& speed = at.flow.guard(f.guard)[1];
      // How long it takes through all that is noise; a speed that says nothing is no measure.
      const T blurred = sign->index == 1 ? T(T(4096) * at.signs.bound(f.guard) / abs(speed)) : T(std::numeric_limits<double>::infinity());
      if (crowds_.comes_closer(blurred) || at.signs.is_against_speed(f.guard, *sign)) return f.guard;
      if (f.root.multiplicity == 1 && sign->index >= 2 && speed == T(0)) warn_of_fall(f.guard);
    }
    return goes_through();
  }

 private:
  // Of those that the rounds have found too slow.
  std::optional<std::size_t> goes_through() {
    for (const auto& g : run_.at->events.too_slow())
      if (sign_behind(g.guard, g.side)) return g.guard;
    return std::nullopt;
  }

  // If guard g is on this side of its surface now, and its motion leads further there.
  std::optional<LeadingSign> sign_behind(std::size_t g, int side) {
    Motion<T>& at = *run_.at;
    if (at.compiled.guards[g].kink || at.events.bit(g) != (side > 0)) return std::nullopt;
    at.flow.extend(at.flow.sign_order());
    // 0 where it is off its surface; identically zero where what met moves on together, whatever rounding makes of the speed
    const LeadingSign sign = at.signs.sign(g);
    return sign.index >= 1 && sign.sign == side ? std::optional(sign) : std::nullopt;
  }

  // A ball without restitution: its speed is gone, its weight is not.
  void warn_of_fall(std::size_t g) {
    const CompiledGuard& guard = run_.at->compiled.guards[g];
    run_.records.findings.warn_once(
        "falls-through",
        fmt::format("the motion is stopped at `{}` and goes on through it at once, from rest: nothing in the model holds it there",
                    guard.text()),
        [&] { return span_of(run_.at->compiled, guard); });
  }

  RunState<T>& run_;
  const EventCrowds<T>& crowds_;
};

}  // namespace saltus
