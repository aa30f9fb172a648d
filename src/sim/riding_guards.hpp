#pragma once
// Guards that the motion rides: identically zero between two instants, by the series of the equations.
//
// In contact a ball deforms as it moves, so x + w, whose sign said when contact began, stays zero. Series keep that to rounding. Other
// solvers keep it to their tolerance, and what they leave says nothing about the side of the surface. So from an instant after which a
// guard is identically zero
//   it is not searched, and its value is no sign, until the next instant, or until it has become larger than any error of a step;
//   at the next instant the states are moved, as little as possible, to where all such guards are zero, and those that cross there too.
// The second is needed where higher derivatives of a guard decide: lift-off is a double root of x + w, and an error e of x + w would be one
// of k/d e in its slope.

#include <span>
#include <vector>

#include "sim/crossing_search.hpp"
#include "sim/least_move.hpp"

namespace saltus {

template <class T>
class RidingGuards {
 public:
  RidingGuards(const CompiledModel& compiled, Flow<T>& flow, GuardSigns<T>& signs)
      : c_(compiled), flow_(flow), signs_(signs), move_(compiled) {}

  /// As newly made.
  void renew() { riding_.clear(); }

  /// An instant is over; steps that follow are good to `tolerance`.
  void begin(const T& tolerance) {
    flow_.extend(flow_.sign_order());
    for (std::size_t g = 0; g < c_.guards.size(); ++g) {
      if (!signs_.is_tied(g) || signs_.sign(g).sign != 0) continue;
      signs_.ride(g, tolerance);
      riding_.push_back(g);
    }
  }

  /// The next instant begins, at which these guards cross.
  void end(std::span<const typename Crossing<T>::Guard> crossing) {
    if (riding_.empty()) return;
    std::erase_if(riding_, [this](std::size_t g) { return !signs_.rides(g); });
    for (const std::size_t g : riding_) signs_.note_crossing(g);
    // States that constraints tie together were put on those, and constraints may be what is ridden.
    if (!riding_.empty() && !flow_.is_constrained()) {
      zero_.clear();
      for (const std::size_t g : riding_) zero_.push_back(c_.guards[g].h);
      for (const auto& f : crossing) zero_.push_back(c_.guards[f.guard].h);
      move_.to_zero(flow_, zero_);
    }
    signs_.let_go();
    riding_.clear();
  }

 private:
  const CompiledModel& c_;
  Flow<T>& flow_;
  GuardSigns<T>& signs_;
  std::vector<std::size_t> riding_;
  std::vector<Slot> zero_;
  LeastMove<T> move_;
};

}  // namespace saltus
