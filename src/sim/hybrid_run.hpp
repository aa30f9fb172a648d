#pragma once
// The hybrid loop.
//
//   initialise; first event iteration
//   while time < stop:
//     propose a stretch: series of all states and guards, good on [0, length], not beyond stop or the next time event
//     search all guards for the first crossing on it
//     advance to the crossing or the end of the stretch
//     if something crossed, or a time event is due: event iteration and transitions; watch for Zeno sequences
//   final event iteration with terminal()
//
// Where the motion is polynomial, sim/island_loop.hpp goes from event to event in its place.
//
// One run, one number type T. The stepper is a template parameter: it is asked once per stretch. The parts: sim/run_start.hpp,
// sim/stretches.hpp, sim/crossing_search.hpp, sim/run_instant.hpp, sim/event_crowds.hpp; what they share is in sim/run_state.hpp.

#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "sim/event_crowds.hpp"
#include "sim/island_loop.hpp"
#include "sim/lost_derivative.hpp"
#include "sim/places.hpp"
#include "sim/run_instant.hpp"
#include "sim/run_start.hpp"
#include "sim/run_state.hpp"
#include "sim/slow_departures.hpp"
#include "sim/stiffness_hint.hpp"
#include "sim/stretches.hpp"

namespace saltus {

template <class T, class Stepper>
class HybridRun {
 public:
  /// `tuples` and `settings` outlive the run.
  HybridRun(CompiledTuples& tuples, const Settings<T>& settings, Stepper stepper)
      : stepper_(std::move(stepper)), run_(tuples, settings, stepper_.order()) {}

  /// The model has islands: `plan`, which belongs to its only tuple of modes and outlives the run. The stepper has its order.
  void use_islands(const IslandPlan& plan) { plan_ = &plan; }

  /// Another run with the settings, which may have been changed, as they are now: all is as newly made, but what was prepared for the
  /// model is kept.
  void renew(Stepper stepper) {
    if (stepper.order() != stepper_.order()) islands_.reset();
    stepper_ = std::move(stepper);
    run_.renew(stepper_.order());
    stretches_.renew();
    crowds_.renew();
    instant_.renew();
    hint_.renew();
    event_due_ = false;
    lost_.renew();
    root_ = {};
  }

  /// Runs to the end, whatever it is; once, or once after every renew().
  const RunEnd<T>& run() {
    if (initialise() && go_to_stop()) terminate();
    return run_.end;
  }

  // The same in pieces, for who makes stretches of the run elsewhere (sim/mode_lanes.hpp): start(); then step() as long as is_under_way();
  // then stop(). False: the run is over, and end() says why.
  bool start() {
    if (!initialise()) return false;
    begin_motion();
    return true;
  }
  [[nodiscard]] bool is_under_way() const { return run_.now.value() < run_.settings.stop; }
  /// A stretch, and the instant at its end if there is one.
  bool step() {
    if (interrupted()) return run_.finish(StatusCode::interrupted, "interrupted");
    if constexpr (has_islands<T>) {
      if (to_islands_ && !run_islands()) return false;
      if (!is_under_way()) return true;
    }
    if constexpr (std::is_same_v<T, double> && !has_methods)
      if (hint_.is_due(run_.counts.steps)) look_for_stiffness();
    const T limit = run_.next_limit();
    Proposal<T> stretch = stretches_.propose(stepper_, T(TimePoint<T>(limit) - run_.now));
    if (stretch.failed) return fail_here();
    const std::optional<Ending> ending = cut_at_root(stretch);
    if (!stretches_.makes_progress(stretch)) return run_.step_collapsed(stretch.jumps);
    const T jump = stretch.jumps && !ending ? stretch.length : T(0);
    const Crossing<T>& crossing = search(stretch);
    if (!stretches_.shown_values_hold(stretch, crossing.at)) return fail_here();
    const bool at_root = ending && !(crossing.at < stretch.length);
    const bool at_jump = jump > T(0) && !(crossing.at < jump);
    advance(stretch, crossing, limit, at_root || at_jump);
    if (run_.at->consistency.has_constraints() && !back_on_constraints()) return false;
    if (at_root) come_to_root(*ending);
    if constexpr (has_islands<T>)
      to_islands_ = event_due_ && may_use_islands() && crossing.at > T(64) * IslandLoop<T>::shortest(run_.now.value());
    if (!event_due_) return true;
    return at_jump ? handle_jump(crossing) : handle_instant(crossing, at_root);
  }
  void stop() { terminate(); }
  [[nodiscard]] const RunEnd<T>& end() const { return run_.end; }

  /// The motion went on elsewhere until `now`, in so many stretches without events, and states and sizes of the flow are what they became. `since`: the last
  /// state event.
  void go_on_from(const TimePoint<T>& now, const T& since, std::uint64_t steps) {
    Motion<T>& at = *run_.at;
    run_.now = now;
    run_.counts.steps += steps;
    crowds_.set_interval(since);
    stretches_.renew();
    at.signs.leave_instant();
    at.flow.set_time(now);
    at.flow.restart();
  }
  /// A crossing was found elsewhere, and go_on_from() has led there; the signs know how far guards may be off. The instant.
  bool meet(const Crossing<T>& crossing) {
    event_due_ = true;
    return handle_instant(crossing, false);
  }
  [[nodiscard]] const TimePoint<T>& now() const { return run_.now; }
  [[nodiscard]] const T& since_state_event() const { return crowds_.interval(); }

  /// In the modes at the end; null if there was none that could start.
  [[nodiscard]] Motion<T>* motion() { return run_.at; }
  [[nodiscard]] const Modes<T>& modes() const { return run_.modes; }
  [[nodiscard]] const EventLog<T>& log() const { return run_.records.log; }
  [[nodiscard]] const NearMisses<T>& near_misses() const { return run_.records.misses; }
  [[nodiscard]] const Recorder<T>& recorder() const { return run_.recorder; }
  [[nodiscard]] const RunCounts& counts() const { return run_.counts; }
  [[nodiscard]] const std::vector<RunWarning>& warnings() { return run_.records.findings.warnings; }

 private:
  static constexpr bool has_methods = requires(Stepper s, SolverChange<T> c) { s.change(c); };  // beside series
  using Ending = typename PrincipalRoots<T>::Ending;

  bool initialise() {
    run_.records.log.begin_instant(run_.now.value());
    if (!RunStart<T>(run_).find()) return false;
    run_.take_samples();
    if (!instant_.at_start(stepper_)) return false;
    if constexpr (has_derivative<T>) lost_.note_instant(true);
    begin_riding();
    return true;
  }

  void begin_motion() {
    if (run_.watcher && !run_.watcher->watches_motion()) run_.watcher = nullptr;
    to_islands_ = may_use_islands();
  }

  // False, here and below: the run is over.
  bool go_to_stop() {
    begin_motion();
    while (is_under_way())
      if (!step()) return false;
    return true;
  }

  void terminate() {
    run_.begin_end();
    instant_(stepper_, false);
    if constexpr (has_derivative<T>) lost_.note_values();
    if (run_.end.code != StatusCode::finished) return;
    run_.finish(StatusCode::finished, "");
    // What equations solved together do not have at the stop time, and had all along, no stretch has seen.
    if (!run_.at->flow.is_explicit() && !run_.has_values()) {
      run_.fail("not-finite", "", "");
      run_.explain_here();
    }
  }

  bool interrupted() const { return run_.settings.interrupt && run_.settings.interrupt->load(std::memory_order_relaxed); }

  bool may_use_islands() const {
    return plan_ && !run_.recorder.on() && run_.settings.locate == Locate::exact && !run_.watcher;
  }

  // From instant to instant, as long as the islands know how.
  bool run_islands() {
    to_islands_ = false;
    run_.at->flow.stay_in_jets();
    if (!islands_) islands_ = std::make_unique<IslandLoop<T>>(*plan_, *run_.at, run_.records);
    islands_->enter(run_.now, run_.settings.stop, run_.settings.values_in_events);
    for (;;) {
      const auto next = islands_->next();
      if (next != IslandLoop<T>::Next::instant) {
        leave_islands(next == IslandLoop<T>::Next::stop ? TimePoint<T>(run_.settings.stop) : run_.now);
        return true;
      }
      ++run_.counts.steps;
      crowds_.advance(islands_->interval());
      crowds_.set_uncertainty(islands_->uncertainty());
      run_.now = islands_->now();
      if (crowds_.look() != EventCrowds<T>::Found::nothing) return end_in_islands();
      if (interrupted()) {
        run_.finish(StatusCode::interrupted, "interrupted");
        return end_in_islands();
      }
    }
  }

  void leave_islands(const TimePoint<T>& to) {
    if (run_.now < to) ++run_.counts.steps;
    crowds_.advance(T(to - run_.now));
    run_.now = to;
    islands_->leave(to);
  }

  bool end_in_islands() {
    islands_->leave(run_.now);
    run_.at->flow.restart();
    run_.at->flow.evaluate();
    return false;
  }

  void look_for_stiffness() {
    std::string hint = hint_.look(run_.at->flow, stepper_.order(), run_.settings.tolerance, run_.now.value(),
                                  run_.settings.stop, run_.counts.steps, run_.records.log.instants);
    if (hint.empty()) return;
    run_.note_time();
    run_.records.findings.warn("stiff-motion", std::move(hint));
  }

  // A root in the equations may come to zero on the stretch.
  std::optional<Ending> cut_at_root(Proposal<T>& stretch) {
    root_ = {};
    Motion<T>& at = *run_.at;
    return at.roots.any() ? at.roots.cut(at.flow, at.probe, run_.now, stretch) : std::nullopt;
  }

  // The tank is empty.
  void come_to_root(const Ending& ending) {
    if (!run_.at->consistency.has_constraints()) run_.at->roots.put_at_zero(run_.at->flow, ending);
    root_ = ending;
  }

  const Crossing<T>& search(Proposal<T>& stretch) {
    Motion<T>& at = *run_.at;
    at.flow.note_sizes();
    run_.records.misses.begin_stretch(run_.now.value());
    const Crossing<T>& crossing = find_crossing(stretch);
    if (stretch.by_series) stepper_.ends_at(stretch.length);
    return crossing;
  }

  const Crossing<T>& find_crossing(Proposal<T>& stretch) {
    Motion<T>& at = *run_.at;
    if (run_.settings.locate != Locate::grid) return at.search.search(stretch);
    at.probe.look_at_guards(at.flow, run_.now, stretch, above_);
    return at.search.at_end(stretch, above_);
  }

  // `breaks`: beyond it the motion is another one, also where no guard crosses.
  void advance(const Proposal<T>& stretch, const Crossing<T>& crossing, const T& limit, bool breaks) {
    Motion<T>& at = *run_.at;
    ++run_.counts.steps;
    if (at.poles.any()) {
      run_.note_time();
      at.poles.look(at.flow, at.probe, run_.now, crossing.at, stretch.degree, run_.records.findings);
    }
    const bool crosses = !crossing.guards.empty();
    // A crossing that only rounding keeps from the instant of a time event, or from the stop, belongs to it.
    const T rounding = T(4) * unit_roundoff<T>() * abs(limit);
    const TimePoint<T> end = run_.now.after(crossing.at);
    const bool to_limit = !(end.value() < (crosses ? T(limit - rounding) : limit));
    T length = crossing.at;
    if constexpr (has_derivative<T>) length = lost_.length_of(stretch, crossing, limit, crosses && to_limit);
    const bool due = to_limit && at.time_events.any() && at.time_events.next() <= limit;
    event_due_ = crosses || due || breaks;
    if (run_.recorder.on()) run_.recorder.inside(at.flow, run_.now, length, stretch.degree, event_due_);
    if (run_.watcher) run_.watcher->stretch(at, run_.now, length, stretch, event_due_);
    if (event_due_) {
      at.signs.meet_instant(length, stretch.guard_degree, crossing.uncertainty);
      if (!at.compiled.transitions.empty()) note_accuracy(stretch, length);
    } else {
      at.signs.forget();
    }
    at.flow.move(length, stretch.degree);
    stepper_.advanced(length, crosses || breaks || !stretches_.by_stepper());
    crowds_.advance(length);
    run_.now = to_limit ? TimePoint<T>(limit) : end;
    at.flow.set_time(run_.now);
  }

  // For the guards of modes that may be entered here.
  void note_accuracy(const Proposal<T>& stretch, const T& at) {
    if (stretch.by_series) {
      run_.at->signs.note_states(at, stretch.degree);
    } else {
      run_.at->signs.note_accuracy(T(T(10) * run_.settings.tolerance));
    }
  }

  // A step leaves the constraints by its error. What putting the states back does to the guards is part of their noise.
  bool back_on_constraints() {
    Consistency<T>& consistency = run_.at->consistency;
    if (event_due_) run_.at->signs.before_projection();
    T move;
    if (!consistency.project(move)) {
      run_.fail("lost-constraints", consistency.problem().message,
                "use a smaller --tol; near a singular position the constraints do not determine the motion");
      run_.end.span = consistency.problem().span;
      return false;
    }
    if (event_due_) run_.at->signs.after_projection();
    return true;
  }

  bool handle_instant(const Crossing<T>& crossing, bool at_root) {
    stretches_.end_at_instant();
    return pass_instant(crossing, at_root || !crossing.guards.empty());
  }

  // The value of a function has jumped: guards may have changed sides without a crossing. Jumps without events, one right after the other, are no
  // progress.
  bool handle_jump(const Crossing<T>& crossing) {
    if (!pass_instant(crossing, false)) return false;
    if (run_.records.log.fired_anything()) stretches_.end_at_instant();
    return true;
  }

  bool pass_instant(const Crossing<T>& crossing, bool may_be_kinks) {
    if constexpr (has_methods) run_.at->riding.end(crossing.guards);
    bool only_kinks = meet_guards(crossing) && may_be_kinks;
    run_.take_samples([&] { only_kinks = false; });
    const Motion<T>* before = run_.at;
    if (!instant_(stepper_, only_kinks)) return false;
    if (const auto guard = instant_.too_slow()) return end_on_surface(*guard);
    if (run_.at != before) {
      root_ = {};
    } else if (!leaves_surfaces(crossing)) {
      return false;
    }
    if constexpr (has_derivative<T>) lost_.note_instant(false);
    begin_riding();
    return true;
  }

  // An instant is over.
  void begin_riding() {
    if constexpr (has_methods)
      if (run_.settings.locate == Locate::exact) run_.at->riding.begin(run_.settings.tolerance);
  }

  // The guards that cross are on their surfaces, and go to the other side. True if all are kinks.
  bool meet_guards(const Crossing<T>& crossing) {
    Motion<T>& at = *run_.at;
    bool only_kinks = true, arrived = false;
    T uncertainty(0);
    for (const auto& f : crossing.guards) {
      const CompiledGuard& guard = at.compiled.guards[f.guard];
      if (run_.settings.locate != Locate::grid) {
        if (!at.compiled.transitions.empty()) at.signs.note_residual(f.guard);
        if (!at.flow.put_on_surface(f.guard)) {
          if (!std::exchange(arrived, true)) at.signs.note_arrival();
          at.signs.note_crossing(f.guard);
        }
      }
      // Elsewhere the rounding of positions blurs intervals so much that nothing could be told from how they change.
      if (guard.state != no_slot && f.root.uncertainty > uncertainty) uncertainty = f.root.uncertainty;
      at.events.force(f.guard, f.root.direction);
      only_kinks = only_kinks && guard.kink;
    }
    crowds_.set_uncertainty(uncertainty);
    return only_kinks;
  }

  bool leaves_surfaces(const Crossing<T>& crossing) {
    if (const auto guard = departures_.acts_in_vain(crossing)) return end_on_surface(*guard);
    if (!instant_.jumped()) return true;
    const auto guard = departures_.too_slow(crossing);
    return !guard || end_on_surface(*guard);
  }
  bool end_on_surface(std::size_t g) {
    if (crowds_.accumulate_here()) return instant_(stepper_, false);
    run_.finish(StatusCode::zeno, fmt::format("the motion leaves `{}` too slowly to tell the next event from this one",
                                              run_.at->compiled.guards[g].text()));
    run_.end.reason = "slow-departure";
    run_.end.remedy = "say in the model what holds from there on, or use --precision";
    run_.end.span = span_of(run_.at->compiled, run_.at->compiled.guards[g]);
    return false;
  }

  bool fail_here() {
    run_.fail("singularity", std::string(stepper_.problem()), stepper_.remedy());
    if (root_.slot != no_slot) explain_root(run_.at->roots.origin_of(root_.slot), run_.end);
    return run_.explain_here();
  }

  Stepper stepper_;
  RunState<T> run_;
  Stretches<T> stretches_{run_};
  EventCrowds<T> crowds_{run_};
  RunInstant<T> instant_{run_, crowds_};
  SlowDepartures<T> departures_{run_, crowds_};
  StiffnessHint hint_;
  LostDerivative<T> lost_{run_};
  std::vector<std::uint8_t> above_;  // guards, on the grid
  const IslandPlan* plan_ = nullptr;
  struct NoIslands {};
  std::unique_ptr<std::conditional_t<has_islands<T>, IslandLoop<T>, NoIslands>> islands_;
  bool to_islands_ = false;
  bool event_due_ = false;
  Ending root_;  // that came to zero just now
};

}  // namespace saltus
