#pragma once
// The modes a run starts in.
//
// Machines that follow conditions start in the branch whose condition is true. It is found by starting in one, looking, and going where
// the conditions lead; a branch that cannot start is passed over if another one can. Where the motion pushes back at the start it starts on
// the surface, or on several: what holds beside them is nowhere seen.

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "sim/run_state.hpp"
#include "sim/start_values.hpp"

namespace saltus {

template <class T>
class RunStart {
 public:
  explicit RunStart(RunState<T>& run) : run_(run) {}

  /// Everything is ready for the first instant. False: the run is over.
  bool find() {
    std::vector<ModeTuple> tried;
    std::optional<RunEnd<T>> first_failure;
    for (Start found = Start::elsewhere; found != Start::here;) {
      if (std::ranges::find(tried, run_.modes.tuple()) == tried.end()) {
        tried.push_back(run_.modes.tuple());
        found = try_start();
      } else {
        found = no_branch_agrees();
      }
      if (found != Start::failed) continue;
      if (!first_failure) first_failure = run_.end;
      if (run_.modes.try_other_start(tried)) continue;
      run_.end = *first_failure;
      return false;
    }
    if (first_failure) {
      run_.end = RunEnd<T>();
      run_.modes.forget_problems();
    }
    if (!run_.at->compiled.guards.empty() && run_.times_are_coarse()) warn_of_coarse_times();
    run_.at->probe.sync();
    return true;
  }

 private:
  enum class Start : std::uint8_t { here, elsewhere, failed };

  Start try_start() {
    forget_earlier_tries();
    run_.at = run_.modes.start();
    if (!run_.at) return impossible();
    Motion<T>& at = *run_.at;
    run_.enter_modes();
    put_start_values(at, run_.now);
    if (at.time_events.broken()) {
      run_.fail("sample-interval", "the interval of `sample` is not positive", "");
      return Start::failed;
    }
    if (at.time_events.merge_near(run_.settings.start)) {
      run_.fail("time-resolution",
                fmt::format("the interval of `sample` is shorter than what tells times near {} apart",
                            NumberTraits<T>::text(run_.settings.start)),
                remedy_for_coarse_times);
      return Start::failed;
    }
    run_.modes.begin_instant();
    const IterationOutcome outcome = at.events.initialise();
    const bool on_surface = start_on_surfaces(outcome);
    if (!on_surface && !run_.settled(outcome)) return Start::failed;
    if (!on_surface && !run_.at->compiled.transitions.empty() && run_.modes.follow_conditions(*run_.at))
      return Start::elsewhere;
    if (!run_.modes.may_start(*run_.at)) return impossible();
    if (!run_.settled(run_.at->events.end_instant()) || !is_finite_here()) return Start::failed;
    if (!on_surface)
      for (auto& note : run_.at->consistency.moved_starts(T(run_.settings.tolerance * T(10))))
        run_.records.findings.warn("moved-start", std::move(note.text), note.span);
    return Start::here;
  }

  void forget_earlier_tries() {
    run_.records.findings = {};
    run_.records.log.solver_change.reset();
    run_.note_time();
  }

  void warn_of_coarse_times() {
    run_.records.findings.warn(
        "time-resolution",
        fmt::format("times near {} are told apart only if they differ by {:.2g}: events that are closer to each other or to "
                    "the end of the run may be lost; {}",
                    NumberTraits<T>::text(run_.settings.start), to_double(run_.resolution()), remedy_for_coarse_times));
  }

  // False: it does not slide. Where no end is found, the first instant says why.
  bool start_on_surfaces(const IterationOutcome outcome) {
    if (!run_.slides(outcome, nullptr)) return false;
    for (IterationOutcome sides = run_.at->events.find_sides();; sides = run_.at->events.find_sides()) {
      if (run_.slides(sides, nullptr)) continue;
      if (sides != IterationOutcome::settled) return true;
      if (run_.modes.leave_surface(run_.at, run_.now) != Modes<T>::Surface::left) return true;
      run_.enter_modes();
    }
  }

  Start impossible() {
    run_.impossible();
    return Start::failed;
  }

  Start no_branch_agrees() {
    run_.fail("undecided-relations", "at the start no branch of an `if` equation agrees with its own condition",
              "the condition is true with the one branch and false with the other; give other start values");
    return Start::failed;
  }

  bool is_finite_here() {
    const CompiledModel& c = run_.at->compiled;
    Flow<T>& flow = run_.at->flow;
    flow.evaluate_variables();
    for (std::size_t v = 0; v < c.variables.size(); ++v) {
      const Slot slot = c.variables[v].value;
      if (slot == no_slot || is_finite(flow.value(slot)) || c.model.variables[v].is_watched) continue;
      run_.fail("not-finite", "", "");
      run_.explain_here();
      if (run_.end.variable.empty()) explain_start(c.model.variables[v], T(flow.value(slot)), run_.end);
      return false;
    }
    return true;
  }

  RunState<T>& run_;
};

}  // namespace saltus
