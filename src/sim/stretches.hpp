#pragma once
// Stretches of motion between instants: how far the series, or a step of another method, may be used.
//
//   the stepper proposes a length
//   where there are values but no series, a short step of another kind leads away (sim/singular_start.hpp)
//   shorter where functions grow faster than their series show (sim/growth_limit.hpp), where series do not converge (sim/convergence_limit.hpp),
//   where unknowns would leave their branch (sim/branch_watch.hpp), and where a check at the end says that the series is blind

#include <algorithm>
#include <optional>

#include "sim/run_state.hpp"

namespace saltus {

template <class T>
class Stretches {
 public:
  explicit Stretches(RunState<T>& run) : run_(run) {}

  /// As newly made.
  void renew() {
    collapsed_ = singular_ = 0;
    no_value_.reset();
  }

  /// At most `longest`. A series may look as if it ended though it does not (time^20 about 0): a stretch that accuracy did not limit is
  /// checked at its end. Every stretch is checked, inside as well, where functions with loops are called, and arcs: a loop ends when its values have converged,
  /// but then its derivatives need not have; and values may jump that no series tells of.
  template <class Stepper>
  [[gnu::always_inline]] Proposal<T> propose(Stepper& stepper, const T& longest) {
    Motion<T>& at = *run_.at;
    by_stepper_ = true;
    Proposal<T> stretch = stepper.propose(at.flow, longest);
    if (stretch.failed) return leave_singularity(stretch, longest);
    singular_ = 0;
    if (!stretch.by_series) {
      if (run_.settings.locate == Locate::grid) return stretch;
      if (at.growth.any()) at.growth.shorten_along(at.flow, stretch);
      if (at.probe.calls_functions()) check_calls(stretch, T(1000));
      return stretch;
    }
    const bool counts_as_constant = at.growth.any() && at.growth.shorten(at.flow, stretch);
    const bool hides_terms = at.convergence.any() && at.convergence.shorten(at.flow, stretch, run_.settings.tolerance);
    if (at.branches.any()) at.branches.stay(at.flow, at.probe, run_.now, stretch, run_.settings.tolerance);
    const bool may_be_blind = stretch.unlimited && !(stretch.length < longest);
    if (at.probe.calls_functions()) check_calls(stretch, T(4));
    if (!stretch.jumps && (may_be_blind || counts_as_constant || hides_terms)) check_end(stretch);
    return stretch;
  }
  /// Did the stepper make the last one?
  [[nodiscard]] bool by_stepper() const { return by_stepper_; }

  /// Steps below the rounding of time are right after events (time is compensated), but several of them in a row, without events, mean
  /// that the solution runs into a singularity. More than several would walk across a pole of time, from one rounded time to the next.
  bool makes_progress(const Proposal<T>& stretch) {
    if (stretch.length > T(8) * unit_roundoff<T>() * abs(run_.now.value())) {
      collapsed_ = 0;
    } else {
      ++collapsed_;
    }
    if (collapsed_ < 10) return true;
    if (no_value_) look_at_no_value(stretch);
    return false;
  }
  void end_at_instant() {
    collapsed_ = 0;
    no_value_.reset();
  }

  /// A variable that nothing depends on may leave its domain unnoticed by the series. If one does before the end of the stretch, the
  /// states are put where it happens.
  [[gnu::always_inline]] bool shown_values_hold(const Proposal<T>& stretch, const T& length) {
    return run_.at->compiled.shown_only.empty() || shown_values_are_finite(stretch, length);
  }

 private:
  static constexpr int most_singular = 2000;  // in a row

  bool shown_values_are_finite(const Proposal<T>& stretch, const T& length) {
    Motion<T>& at = *run_.at;
    const auto are_finite = [&](const T& s) { return at.probe.shown_values_are_finite(at.flow, run_.now, s, stretch.degree); };
    if (are_finite(length)) return true;
    T good(0), bad = length;
    if (!are_finite(good)) bad = good;
    for (int i = 0; i < 2000 && bad - good > unit_roundoff<T>() * bad; ++i) {
      const T middle = good + (bad - good) * T(0.5);
      (are_finite(middle) ? good : bad) = middle;
    }
    run_.recorder.inside(at.flow, run_.now, good, stretch.degree, false);
    if (run_.watcher) run_.watcher->stretch(at, run_.now, good, stretch, false);
    at.flow.move(bad, stretch.degree);
    run_.now.advance(bad);
    at.flow.set_time(run_.now);
    return false;
  }

  // So that the end of the run is explained by what was found there.
  void look_at_no_value(Proposal<T> stretch) const {
    stretch.length = T(*no_value_ - run_.now) + T(8) * unit_roundoff<T>() * abs(run_.now.value());
    run_.at->probe.agrees(run_.at->flow, run_.now, stretch, run_.settings.tolerance);
  }

  void check_end(Proposal<T>& stretch) const {
    Motion<T>& at = *run_.at;
    const T tolerance = run_.settings.tolerance * T(1000);
    while (!at.probe.agrees(at.flow, run_.now, stretch, tolerance) && run_.now.value() < run_.now.after(stretch.length).value())
      stretch.length = stretch.length * T(0.5);
  }

  // The value of a function may jump, where a loop in it makes another pass. If the guards or derivatives are others however short the stretch is, it
  // ends just behind the jump.
  void check_calls(Proposal<T>& stretch, const T& factor) {
    Motion<T>& at = *run_.at;
    const T tolerance = run_.settings.tolerance * factor;
    bool halved = false;
    if (no_value_ && !(run_.now.after(stretch.length) < *no_value_)) stretch.length = T(*no_value_ - run_.now) * T(0.5);
    for (; !at.probe.agrees_throughout(at.flow, run_.now, stretch, tolerance); halved = true) {
      stretch.jumps = at.probe.calls_have_values();
      if (!stretch.jumps) no_value_ = run_.now.after(at.probe.last_place());
      const T half = stretch.length * T(0.5);
      if (!(run_.now.value() < run_.now.after(half).value())) return;
      stretch.length = half;
    }
    const T before = stretch.length * T(2);
    stretch.jumps = halved && at.probe.jumps_from_rest(at.flow, run_.now, before, stretch.degree, tolerance);
    if (stretch.jumps) stretch.length = before;
  }

  // Where the short step does not lead away, there is no series all along the way: something overflows on the way to a value that is finite. What
  // may grow then is known from the arguments, as far as these have series.
  Proposal<T> leave_singularity(const Proposal<T>& failed, T longest) {
    if (run_.at->growth.any()) {
      Proposal<T> blind{.degree = run_.at->flow.max_order(), .length = longest};
      run_.at->growth.shorten(run_.at->flow, blind);
      longest = blind.length;
    }
    run_.at->flow.restart();
    if (run_.settings.locate == Locate::grid || ++singular_ > most_singular) return failed;
    const auto stretch = run_.at->singular.propose(run_.at->flow, longest, run_.settings.tolerance);
    by_stepper_ = false;
    return stretch ? *stretch : failed;
  }

  RunState<T>& run_;
  std::optional<TimePoint<T>> no_value_;  // where a function has none: a loop that does not end takes its time
  bool by_stepper_ = true;
  int collapsed_ = 0;  // in a row, below the rounding of time
  int singular_ = 0;   // in a row, without series
};

}  // namespace saltus
