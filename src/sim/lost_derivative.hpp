#pragma once
// Where the derivatives of a run end: at an event whose time, or whose order among others, does not depend smoothly on what is varied, and
// where states meet equations that do not say how they change (docs/math/sensitivities.md). The run goes on, and says so once.

#include <cmath>
#include <string>

#include <fmt/format.h>

#include "sim/crossing_search.hpp"
#include "sim/run_state.hpp"

namespace saltus {

template <class T>
class LostDerivative {
 public:
  explicit LostDerivative(RunState<T>& run) : run_(run) {}

  /// As newly made.
  void renew() { said_ = false; }

  /// At the end of a stretch: how its states began, and a crossing without speed, or of several guards that do not commute.
  void note(const Crossing<T>& crossing) {
    if (const std::string& why = run_.at->consistency.undetermined(); !why.empty()) say(run_.now.value(), why);
    if (crossing.unsmooth == Unsmooth::no) return;
    say(run_.now.after(crossing.at).value(), crossing,
        crossing.unsmooth == Unsmooth::grazing ? "is crossed without speed, so the time of the event has none"
                                               : "and others change at one instant, each in its own way");
  }

  /// Does the crossing that comes to an instant stay there, whatever is varied?
  [[nodiscard]] bool stays_at(const T& limit, const T& end, const Crossing<T>& crossing) const
    requires has_derivative<T>
  {
    return agree(end.d(), limit.d(), crossing.noise);
  }

  /// The crossing comes to an instant that stays where it is: with other values it is before or after it. The time of the crossing, without a
  /// derivative.
  T at_fixed_instant(const T& limit, const Crossing<T>& crossing)
    requires has_derivative<T>
  {
    say(limit, crossing,
        fmt::format("changes at {}, and with other values before or after it",
                    limit < run_.settings.stop ? "the instant of a sample" : "the end of the run"));
    return T(crossing.at.v(), std::nan(""));
  }

 private:
  void say(const T& from, const Crossing<T>& crossing, const std::string& why) {
    say(from, fmt::format("`{}` {}", run_.at->compiled.guards[crossing.guards.front().guard].text(), why));
  }
  void say(const T& from, const std::string& why) {
    if (said_) return;
    said_ = true;
    run_.records.findings.warnings.push_back(
        fmt::format("no derivatives from {} on: {}", NumberTraits<T>::text(from), why));
  }

  RunState<T>& run_;
  bool said_ = false;
};

}  // namespace saltus
