#pragma once
// An event instant of a run.
//
//   left limits; rounds and transitions in turn until nothing happens (sim/event_iteration.hpp, sim/modes.hpp); right limits
//   what `setSolver` asked for
//   if events accumulate and the model says what holds then: the same again at the limit point (sim/event_crowds.hpp)

#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/event_crowds.hpp"
#include "sim/event_values.hpp"
#include "sim/run_state.hpp"

namespace saltus {

template <class T>
class RunInstant {
 public:
  RunInstant(RunState<T>& run, EventCrowds<T>& crowds)
      : run_(run),
        crowds_(crowds),
        values_(run.settings.values_in_events, allowance(run.settings), run.modes.model().variables.size()) {}

  /// As newly made.
  void renew() {
    values_.renew(run_.settings.values_in_events, allowance(run_.settings), run_.modes.model().variables.size());
    jumped_ = false;
    too_slow_.reset();
  }

  /// At the present time, where guards have been forced and samples taken. `only_kinks`: nothing but kinks is known to be here.
  /// False: the run is over.
  template <class Stepper>
  bool operator()(Stepper& stepper, bool only_kinks) {
    run_.records.log.begin_instant(run_.now.value());
    return settled_in(stepper, only_kinks);
  }
  /// The first one, which the log has begun: the surfaces on which the run starts are in it.
  template <class Stepper>
  bool at_start(Stepper& stepper) {
    return settled_in(stepper, false);
  }

  /// In the last one: a guard whose transition would be taken again and again (Modes::repeats_too_slowly).
  [[nodiscard]] std::optional<std::size_t> too_slow() const { return too_slow_; }
  /// Did states jump in the last one?
  [[nodiscard]] bool jumped() const { return jumped_; }

 private:
  static T allowance(const Settings<T>& settings) { return T(10) * settings.tolerance; }

  // With those at limit points that follow from it.
  template <class Stepper>
  bool settled_in(Stepper& stepper, bool only_kinks) {
    for (;; only_kinks = false) {
      if (!happen(only_kinks) || !change_solver(stepper)) return false;
      const auto found = crowds_.look();
      if (found != EventCrowds<T>::Found::limit) return found == EventCrowds<T>::Found::nothing;
      run_.records.log.begin_instant(run_.now.value());
    }
  }

  bool happen(bool only_kinks) {
    RunRecords<T>& records = run_.records;
    run_.note_time();
    records.history.begin_instant();
    const std::vector<Occurrence> known = records.log.fired();  // at the start, surfaces
    if (run_.recorder.on())
      run_.at->flow.evaluate();
    else
      run_.at->flow.evaluate_values();
    values_.take_left(run_.at->compiled, run_.at->flow);
    run_.recorder.before_events(run_.at->flow, run_.now.value());
    if (run_.watcher) run_.watcher->before(*run_.at, run_.now.value());
    if (!settle(only_kinks)) return false;
    run_.at->probe.sync();
    values_.finish(run_.at->compiled, run_.at->flow, records.log);
    if (run_.recorder.on())
      run_.at->flow.evaluate();  // a round leaves derivatives out
    else if (run_.watcher)
      run_.at->flow.evaluate_variables();
    if (known.empty() ? records.log.fired_anything() : records.log.fired() != known) {
      run_.recorder.after_events(run_.at->flow, run_.now.value());
    } else {
      if (only_kinks) ++run_.counts.kinks;
      run_.recorder.nothing_happened(run_.at->flow, run_.now.value());
    }
    if (run_.watcher) run_.watcher->after(*run_.at, run_.now.value(), records.log);
    return !records.findings.terminated || end_well();
  }

  // terminate(...) ends a run as its stop does, with an instant at which terminal() holds.
  bool end_well() {
    if (run_.at->flow.is_set(run_.at->compiled.is_terminal))
      return run_.finish(StatusCode::terminated, run_.records.findings.terminate_message);
    run_.begin_end();
    run_.at->events.hold_ties();
    run_.records.log.begin_instant(run_.now.value());
    return happen(false);
  }

  // Rounds and transitions in turn.
  bool settle(bool only_kinks) {
    const T any_interval(std::numeric_limits<double>::infinity());
    jumped_ = false;
    too_slow_.reset();
    if (only_kinks && run_.at->events.pass_kinks()) return true;
    run_.modes.begin_instant();
    Motion<T>* before = nullptr;  // the modes that the last transition left
    Motion<T>* former = nullptr;  // and those that the one before left
    for (;;) {
      IterationOutcome outcome = run_.at->events.iterate();
      if (outcome == IterationOutcome::off_surface) {
        jumped_ = true;
        if (!run_.modes.thrown_off(run_.at, run_.now)) return run_.settled(run_.at->events.explain_endless());
        run_.enter_modes();
        continue;
      }
      if (run_.slides(outcome, nullptr)) continue;
      if (before && outcome != IterationOutcome::settled && run_.records.history.exhausted()) {
        if (!slides_between(*before, run_.at == former)) return false;
        before = former = nullptr;
        continue;
      }
      if (outcome == IterationOutcome::chattering)
        outcome = run_.at->events.iterate(true);  // for the names of what does not settle
      if (!run_.settled(outcome)) return false;
      jumped_ = jumped_ || run_.at->events.reinitialised();
      if (!run_.at->compiled.sliding.empty()) {
        const auto surface = run_.modes.leave_surface(run_.at, run_.now);
        if (surface == Modes<T>::Surface::lost) return run_.settled(IterationOutcome::chattering);
        if (surface == Modes<T>::Surface::left) {
          run_.enter_modes();
          continue;
        }
      }
      if (run_.at->compiled.transitions.empty()) break;
      if (before) too_slow_ = run_.modes.repeats_too_slowly(*run_.at, crowds_.comes_closer(any_interval), crowds_.shrink());
      if (too_slow_) {  // it has happened: at a limit point the guard is where its speed leads
        run_.at->events.set_bit(*too_slow_, !run_.at->events.bit(*too_slow_));
        break;
      }
      show_values_so_far();
      Motion<T>* const left = run_.at;
      const auto step = run_.modes.step(run_.at, run_.now);
      if (step == Modes<T>::Step::none) break;
      if (step != Modes<T>::Step::taken) return explain(step);
      jumped_ = jumped_ || run_.modes.jumped();
      run_.enter_modes();
      former = std::exchange(before, left);
      if (!run_.records.history.exhausted()) continue;
      if (!slides_between(*before, run_.at == former)) return false;
      before = former = nullptr;
    }
    return run_.settled(run_.at->events.end_instant());
  }

  // Of what fired so far, without what transitions do.
  void show_values_so_far() {
    if (!values_.pending(run_.records.log)) return;
    run_.at->flow.evaluate_values();
    values_.finish(run_.at->compiled, run_.at->flow, run_.records.log);
    values_.take_left(run_.at->compiled, run_.at->flow);
  }

  // Transitions lead on without end, or to and fro. If the motions push back on a surface it goes on along it; where it cannot, a ring through other modes is
  // a cycle like any other.
  bool slides_between(Motion<T>& before, bool to_and_fro) {
    run_.at->events.explain_endless();
    using enum IterationOutcome;
    const IterationOutcome end = run_.modes.push_back(*run_.at, before) ? chattering : endless;
    return run_.slides(end, &before) || run_.settled(to_and_fro ? end : endless);
  }

  bool explain(typename Modes<T>::Step step) {
    if (step == Modes<T>::Step::impossible) return run_.impossible();
    if (step == Modes<T>::Step::inconsistent) return run_.not_settled(IterationOutcome::inconsistent);
    run_.fail("event-conflict", run_.modes.problem(),
              "let one of the two machines say what the value is when both switch at once");
    run_.end.span = run_.modes.problem_span();
    return false;
  }

  // Steppers that cannot change are chosen only for models that do not ask.
  template <class Stepper>
  bool change_solver(Stepper& stepper) {
    if constexpr (requires(SolverChange<T> c) { stepper.change(c); }) {
      if (!run_.records.log.solver_change) return true;
      std::string problem = stepper.change(*run_.records.log.solver_change);
      if (problem.empty()) return true;
      run_.fail("solver-change", std::move(problem), "");
      run_.end.span = run_.records.log.solver_change->span;
      return false;
    }
    return true;
  }

  RunState<T>& run_;
  EventCrowds<T>& crowds_;
  EventValues<T> values_;
  bool jumped_ = false;
  std::optional<std::size_t> too_slow_;
};

}  // namespace saltus
