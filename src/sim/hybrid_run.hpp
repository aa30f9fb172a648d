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
// One run, one number type T. The stepper is a template parameter: it is asked once per stretch.

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>

#include <fmt/format.h>

#include "sim/event_values.hpp"
#include "sim/island_loop.hpp"
#include "sim/limit_watch.hpp"
#include "sim/modes.hpp"
#include "sim/observer.hpp"
#include "sim/recorder.hpp"
#include "sim/run_end.hpp"
#include "sim/start_values.hpp"

namespace saltus {

struct RunCounts {
  std::uint64_t steps = 0;
  std::uint64_t kinks = 0;
};

template <class T, class Stepper>
class HybridRun {
 public:
  /// `tuples` and `settings` outlive the run.
  HybridRun(CompiledTuples& tuples, const Settings<T>& settings, Stepper stepper)
      : settings_(settings),
        stepper_(std::move(stepper)),
        records_(settings.max_rounds),
        modes_(tuples, settings, stepper_.order(), records_),
        recorder_(settings),
        limits_(settings.tolerance),
        now_(settings.start),
        values_(settings.values_in_events, T(T(10) * settings.tolerance), tuples.model().variables.size()) {}

  /// The model has islands: `plan`, which belongs to its only tuple of modes and outlives the run. The stepper has its order.
  void use_islands(const IslandPlan& plan) { plan_ = &plan; }

  /// Another run with the settings, which may have been changed, as they are now: all is as newly made, but what was prepared for the
  /// model is kept.
  void renew(Stepper stepper) {
    if (stepper.order() != stepper_.order()) islands_.reset();
    stepper_ = std::move(stepper);
    records_.renew(settings_.max_rounds);
    modes_.renew(stepper_.order());
    recorder_.renew();
    limits_.renew(settings_.tolerance);
    values_.renew(settings_.values_in_events, T(T(10) * settings_.tolerance), modes_.model().variables.size());
    at_ = nullptr;
    now_ = TimePoint<T>(settings_.start);
    interval_uncertainty_ = last_instant_ = T(0);
    event_due_ = jumped_ = derivative_lost_ = false;
    root_ = {};
    collapsed_ = still_ = singular_ = 0;
    counts_ = {};
    end_ = RunEnd<T>();
  }

  /// Runs to the end, whatever it is; once, or once after every renew().
  const RunEnd<T>& run() {
    if (!initialise()) return end_;
    to_islands_ = may_use_islands();
    while (now_.value() < settings_.stop) {
      if (interrupted()) return finish(StatusCode::interrupted, "interrupted");
      if constexpr (has_islands<T>) {
        if (to_islands_ && !run_islands()) return end_;
        if (!(now_.value() < settings_.stop)) break;
      }
      const T limit = next_limit();
      Proposal<T> stretch = propose(T(TimePoint<T>(limit) - now_));
      if (stretch.failed) return fail_here();
      root_ = {};
      const auto ending = at_->roots.any() ? at_->roots.cut(at_->flow, at_->probe, now_, stretch) : std::nullopt;
      if (!makes_progress(stretch)) return step_collapsed();
      at_->flow.note_sizes();
      records_.misses.begin_stretch(now_.value());
      const Crossing<T>& crossing = search(stretch);
      if (stretch.by_series) stepper_.ends_at(stretch.length);
      if (!at_->compiled.shown_only.empty() && !shown_values_hold(stretch, crossing.at)) return fail_here();
      if (at_->poles.any())
        at_->poles.look(at_->flow, at_->probe, now_, crossing.at, stretch.degree, records_.findings.warnings);
      const bool at_root = ending && !(crossing.at < stretch.length);
      advance(stretch, crossing, limit, at_root);
      if (!back_on_constraints()) return end_;
      if (at_root) come_to_root(*ending);
      if constexpr (has_islands<T>)
        to_islands_ = event_due_ && may_use_islands() && crossing.at > T(64) * IslandLoop<T>::shortest(now_.value());
      if (event_due_ && !handle_instant(crossing, at_root)) return end_;
    }
    terminal_instant();
    return end_.code == StatusCode::finished ? finish(StatusCode::finished, "") : end_;
  }

  /// In the modes at the end; null if there was none that could start.
  [[nodiscard]] Motion<T>* motion() { return at_; }
  [[nodiscard]] const Modes<T>& modes() const { return modes_; }
  [[nodiscard]] const EventLog<T>& log() const { return records_.log; }
  [[nodiscard]] const NearMisses<T>& near_misses() const { return records_.misses; }
  [[nodiscard]] const Recorder<T>& recorder() const { return recorder_; }
  [[nodiscard]] const RunCounts& counts() const { return counts_; }
  [[nodiscard]] const std::vector<std::string>& warnings() { return records_.findings.warnings; }

 private:
  static constexpr bool has_methods = requires(Stepper s, SolverChange<T> c) { s.change(c); };  // beside series
  static constexpr std::size_t most_events = 2'000'000;
  static constexpr int most_singular = 2000;  // stretches in a row without series
  // Numbers of chosen precision do not underflow; there, irregular sequences get the time to be recognised.
  static constexpr int most_events_without_progress = is_machine_number<T> ? 400 : 20000;

  // Machines that follow conditions start in the branch whose condition is true. It is found by starting in one, looking, and going where
  // the conditions lead; a branch that cannot start is passed over if another one can.
  bool initialise() {
    std::vector<ModeTuple> tried;
    std::optional<RunEnd<T>> first_failure;
    records_.log.begin_instant(now_.value());
    for (Start found = Start::elsewhere; found != Start::here;) {
      if (std::ranges::find(tried, modes_.tuple()) == tried.end()) {
        tried.push_back(modes_.tuple());
        found = try_start();
      } else {
        no_branch_agrees();
        found = Start::failed;
      }
      if (found != Start::failed) continue;
      if (!first_failure) first_failure = end_;
      if (modes_.try_other_start(tried)) continue;
      end_ = *first_failure;
      return false;
    }
    if (first_failure) {
      end_ = RunEnd<T>();
      modes_.forget_problems();
    }
    at_->probe.sync();
    if (at_->time_events.any()) at_->time_events.take(now_.value(), [this](std::size_t i) { at_->events.set_sample(i); });
    return instant(false);
  }

  enum class Start : std::uint8_t { here, elsewhere, failed };
  Start try_start() {
    at_ = modes_.start();
    if (!at_) {
      impossible();
      return Start::failed;
    }
    recorder_.enter(at_->compiled, at_->probe);
    put_start_values(*at_, now_);
    if (at_->time_events.broken()) {
      finish(StatusCode::failed, "the interval of `sample` is not positive");
      return Start::failed;
    }
    const IterationOutcome outcome = at_->events.initialise();
    const bool on_surface = slides(outcome, nullptr);
    if (!on_surface && !settled(outcome)) return Start::failed;
    if (!on_surface && !at_->compiled.transitions.empty() && modes_.follow_conditions(*at_)) return Start::elsewhere;
    if (!modes_.may_start(*at_)) {
      impossible();
      return Start::failed;
    }
    if (!settled(at_->events.end_instant()) || !start_is_finite()) return Start::failed;
    if (!on_surface)
      for (std::string& note : at_->consistency.moved_starts(T(settings_.tolerance * T(10))))
        records_.findings.warnings.push_back(std::move(note));
    return Start::here;
  }

  bool no_branch_agrees() {
    finish(StatusCode::failed, "at the start no branch of an `if` equation agrees with its own condition");
    end_.remedy = "the condition is true with the one branch and false with the other; give other start values";
    return false;
  }

  // The modes that were to be entered have no solution, or a state in them has no value.
  bool impossible() {
    end_.diagnostics = modes_.diagnostics();
    const auto& all = end_.diagnostics.all();
    end_.code = StatusCode::failed;
    end_.time = now_.value();
    if (!all.empty()) {
      end_.message = all.front().message;
      end_.span = all.front().where.span;
      end_.remedy = all.front().help;
    }
    return false;
  }

  bool start_is_finite() {
    at_->flow.evaluate();
    for (std::size_t v = 0; v < at_->compiled.variables.size(); ++v) {
      const Slot slot = at_->compiled.variables[v].value;
      if (slot == no_slot || is_finite(at_->flow.value(slot)) || at_->compiled.model.variables[v].is_watched) continue;
      fail_here();
      if (end_.variable.empty()) explain_start(at_->compiled.model.variables[v], T(at_->flow.value(slot)), end_);
      return false;
    }
    return true;
  }

  bool may_use_islands() const {
    return plan_ && !recorder_.on() && settings_.locate == Locate::exact &&
           (!settings_.observer || !settings_.observer->watches_motion());
  }

  // From instant to instant, as long as the islands know how. False: the run is over.
  bool run_islands() {
    to_islands_ = false;
    if (!islands_) islands_ = std::make_unique<IslandLoop<T>>(*plan_, *at_, records_);
    islands_->enter(now_, settings_.stop, settings_.values_in_events);
    for (;;) {
      const auto next = islands_->next();
      if (next != IslandLoop<T>::Next::instant) {
        leave_islands(next == IslandLoop<T>::Next::stop ? TimePoint<T>(settings_.stop) : now_);
        return true;
      }
      ++counts_.steps;
      limits_.advance(islands_->interval());
      now_ = islands_->now();
      interval_uncertainty_ = islands_->uncertainty();
      if (zeno_reached() || time_stands_still() || log_is_full()) return false;
      if (interrupted()) {
        finish(StatusCode::interrupted, "interrupted");
        return false;
      }
    }
  }

  void leave_islands(const TimePoint<T>& to) {
    if (now_ < to) ++counts_.steps;
    limits_.advance(T(to - now_));
    now_ = to;
    islands_->leave(to);
  }

  bool interrupted() const { return settings_.interrupt && settings_.interrupt->load(std::memory_order_relaxed); }

  T next_limit() const {
    if (!at_->time_events.any()) return settings_.stop;
    const T next = at_->time_events.next();
    return next < settings_.stop ? next : settings_.stop;
  }

  // A series may look as if it ended though it does not (time^20 about 0): a stretch that accuracy did not limit is checked at its end.
  // So is every stretch where functions with loops are called: a loop ends when its values have converged, but then its derivatives
  // need not have.
  Proposal<T> propose(const T& longest) {
    by_stepper_ = true;
    Proposal<T> stretch = stepper_.propose(at_->flow, longest);
    if (stretch.failed) return leave_singularity(stretch, longest);
    singular_ = 0;
    if (stretch.by_series && at_->growth.any()) at_->growth.shorten(at_->flow, stretch);
    const bool may_be_blind = stretch.unlimited && !(stretch.length < longest);
    if (!stretch.by_series || (!may_be_blind && !at_->calls_functions)) return stretch;
    const T tolerance = settings_.tolerance * T(at_->calls_functions ? 4 : 1000);
    while (!at_->probe.agrees(at_->flow, now_, stretch, tolerance) && now_.value() < now_.after(stretch.length).value())
      stretch.length = stretch.length * T(0.5);
    return stretch;
  }

  // Where the equations have values but no series a short step of another kind leads away. Where it does not, there is no series all along
  // the way: something overflows on the way to a value that is finite.
  Proposal<T> leave_singularity(const Proposal<T>& failed, const T& longest) {
    at_->flow.restart();
    if (settings_.locate == Locate::grid || ++singular_ > most_singular) return failed;
    const auto stretch = at_->singular.propose(at_->flow, longest, settings_.tolerance);
    by_stepper_ = false;
    return stretch ? *stretch : failed;
  }

  // The tank is empty.
  void come_to_root(const typename PrincipalRoots<T>::Ending& ending) {
    if (!at_->consistency.has_constraints()) at_->roots.put_at_zero(at_->flow, ending);
    root_ = ending;
  }

  const Crossing<T>& search(Proposal<T>& stretch) {
    if (settings_.locate != Locate::grid) return at_->search.search(stretch);
    at_->probe.look_at_guards(at_->flow, now_, stretch, above_);
    return at_->search.at_end(stretch, above_);
  }

  // Steps below the rounding of time are right after events (time is compensated), but several of them in a row, without events, mean
  // that the solution runs into a singularity. More than several would walk across a pole of time, from one rounded time to the next.
  bool makes_progress(const Proposal<T>& stretch) {
    if (stretch.length > T(8) * unit_roundoff<T>() * abs(now_.value())) {
      collapsed_ = 0;
    } else {
      ++collapsed_;
    }
    return collapsed_ < 10;
  }

  // A variable that nothing depends on may leave its domain unnoticed by the series. If one does before the end of the stretch, the
  // states are put where it happens.
  bool shown_values_hold(const Proposal<T>& stretch, const T& length) {
    if (at_->probe.shown_values_are_finite(at_->flow, now_, length, stretch.degree)) return true;
    T good(0), bad = length;
    if (!at_->probe.shown_values_are_finite(at_->flow, now_, good, stretch.degree)) bad = good;
    for (int i = 0; i < 2000 && bad - good > unit_roundoff<T>() * bad; ++i) {
      const T middle = good + (bad - good) * T(0.5);
      (at_->probe.shown_values_are_finite(at_->flow, now_, middle, stretch.degree) ? good : bad) = middle;
    }
    recorder_.inside(at_->flow, now_, good, stretch.degree, false);
    if (settings_.observer) settings_.observer->stretch(*at_, now_, good, stretch, false);
    at_->flow.move(bad, stretch.degree);
    now_.advance(bad);
    at_->flow.set_time(now_);
    return false;
  }

  void advance(const Proposal<T>& stretch, const Crossing<T>& crossing, const T& limit, bool at_root) {
    ++counts_.steps;
    if constexpr (has_derivative<T>) note_lost_derivative(crossing);
    const bool crosses = !crossing.guards.empty();
    // A crossing that only rounding keeps from the instant of a time event, or from the stop, belongs to it.
    const T rounding = T(4) * unit_roundoff<T>() * abs(limit);
    const TimePoint<T> end = now_.after(crossing.at);
    const bool to_limit = !(end.value() < (crosses ? T(limit - rounding) : limit));
    const bool due = to_limit && at_->time_events.any() && at_->time_events.next() <= limit;
    event_due_ = crosses || due || at_root;
    if (recorder_.on()) recorder_.inside(at_->flow, now_, crossing.at, stretch.degree, event_due_);
    if (settings_.observer) settings_.observer->stretch(*at_, now_, crossing.at, stretch, event_due_);
    if (event_due_) {
      at_->signs.meet_instant(crossing.at, stretch.guard_degree, crossing.uncertainty);
      if (!at_->compiled.transitions.empty()) note_accuracy(stretch, crossing.at);
    } else {
      at_->signs.forget();
    }
    at_->flow.move(crossing.at, stretch.degree);
    stepper_.advanced(crossing.at, crosses || at_root || !by_stepper_);
    limits_.advance(crossing.at);
    now_ = to_limit ? TimePoint<T>(limit) : end;
    at_->flow.set_time(now_);
  }

  void note_lost_derivative(const Crossing<T>& crossing) {
    if (crossing.unsmooth == Unsmooth::no || derivative_lost_) return;
    derivative_lost_ = true;
    records_.findings.warnings.push_back(
        fmt::format("no derivatives from {} on: `{}` {}", NumberTraits<T>::text(now_.after(crossing.at).value()),
                    at_->compiled.guards[crossing.guards.front().guard].text,
                    crossing.unsmooth == Unsmooth::grazing ? "is crossed without speed, so the time of the event has none"
                                                           : "and others change at one instant, each in its own way"));
  }

  // For the guards of modes that may be entered here.
  void note_accuracy(const Proposal<T>& stretch, const T& at) {
    if (stretch.by_series) {
      at_->signs.note_states(at, stretch.degree);
    } else {
      at_->signs.note_accuracy(T(T(10) * settings_.tolerance));
    }
  }

  // A step leaves the constraints by its error. What putting the states back does to the guards is part of their noise.
  bool back_on_constraints() {
    if (!at_->consistency.has_constraints()) return true;
    if (event_due_) at_->signs.before_projection();
    T move;
    if (!at_->consistency.project(move)) {
      finish(StatusCode::failed, at_->consistency.problem().message);
      end_.span = at_->consistency.problem().span;
      end_.remedy = "use a smaller --tol; near a singular position the constraints do not determine the motion";
      return false;
    }
    if (event_due_) at_->signs.after_projection();
    return true;
  }

  bool handle_instant(const Crossing<T>& crossing, bool at_root) {
    collapsed_ = 0;
    if constexpr (has_methods) at_->riding.end(crossing.guards);
    bool only_kinks = at_root || !crossing.guards.empty();
    interval_uncertainty_ = T(0);
    for (const auto& f : crossing.guards) {
      if (settings_.locate != Locate::grid) {
        if (!at_->compiled.transitions.empty()) at_->signs.note_residual(f.guard);
        at_->flow.put_on_surface(f.guard);
        if (at_->compiled.guards[f.guard].state == no_slot) at_->signs.note_crossing(f.guard);
      }
      // Elsewhere the rounding of positions blurs intervals so much that nothing could be told from how they change.
      if (at_->compiled.guards[f.guard].state != no_slot && f.root.uncertainty > interval_uncertainty_)
        interval_uncertainty_ = f.root.uncertainty;
      at_->events.force(f.guard, f.root.direction);
      only_kinks = only_kinks && at_->compiled.guards[f.guard].kink;
    }
    if (at_->time_events.any())
      at_->time_events.take(now_.value(), [&](std::size_t i) {
        at_->events.set_sample(i);
        only_kinks = false;
      });
    const Motion<T>* before = at_;
    if (!instant(only_kinks) || (at_ == before && is_stuck(crossing))) return false;
    if (at_ != before) root_ = {};
    if constexpr (has_methods)
      if (settings_.locate == Locate::exact) at_->riding.begin(settings_.tolerance);
    return true;
  }

  // The motion leaves a surface again, but so slowly that rounding decides: going on would go through it. What comes next, if
  // anything, is closer than times can be told apart.
  bool is_stuck(const Crossing<T>& crossing) {
    for (const auto& f : crossing.guards) {
      const bool still_beyond = at_->events.bit(f.guard) == (f.root.direction > 0);
      if (at_->compiled.guards[f.guard].kink || !still_beyond || !jumped_) continue;
      at_->flow.extend(at_->flow.sign_order());
      if (at_->signs.sign(f.guard).index < 2) continue;  // 0 where it is off its surface
      const T& speed = at_->flow.guard(f.guard)[1];
      if (sign_of(speed) != -f.root.direction) continue;
      if (const LimitPoint<T> here = limits_.here(records_.log); is_awaited(here)) return !go_to(here);
      finish(StatusCode::zeno, fmt::format("the motion leaves `{}` too slowly to tell the next event from this one",
                                           at_->compiled.guards[f.guard].text));
      end_.remedy = "say in the model what holds from there on, or use --precision";
      return true;
    }
    return false;
  }

  // An event instant at now_: left limits, iteration, right limits.
  bool instant(bool only_kinks) {
    records_.log.begin_instant(now_.value());
    records_.history.begin_instant();
    if (recorder_.on())
      at_->flow.evaluate();
    else
      at_->flow.evaluate_values();
    values_.take_left(at_->compiled, at_->flow);
    if (!only_kinks) recorder_.before_events(at_->flow, now_.value());
    if (settings_.observer) settings_.observer->before(*at_, now_.value());
    if (!settle()) return false;
    at_->probe.sync();
    values_.finish(at_->compiled, at_->flow, records_.log);
    if (is_watched()) at_->flow.evaluate();  // a round leaves derivatives out
    if (records_.log.fired_anything()) {
      recorder_.after_events(at_->flow, now_.value());
    } else {
      if (only_kinks) ++counts_.kinks;
      recorder_.nothing_happened(at_->flow, now_.value(), !only_kinks);
    }
    if (settings_.observer) settings_.observer->after(*at_, now_.value(), records_.log);
    if (records_.findings.terminated) {
      finish(StatusCode::terminated, records_.findings.terminate_message);
      return false;
    }
    return change_solver() && !zeno_reached() && !time_stands_still() && !log_is_full();
  }

  // What `setSolver` asked for in this instant. Steppers that cannot change are chosen only for models that do not ask.
  bool change_solver() {
    if constexpr (has_methods) {
      if (!records_.log.solver_change) return true;
      std::string problem = stepper_.change(*records_.log.solver_change);
      if (problem.empty()) return true;
      finish(StatusCode::failed, std::move(problem));
      end_.span = records_.log.solver_change->span;
      return false;
    }
    return true;
  }

  // Rounds and transitions in turn until nothing happens (sim/modes.hpp).
  bool settle() {
    jumped_ = false;
    modes_.begin_instant();
    Motion<T>* before = nullptr;  // the modes that the last transition left
    for (;;) {
      IterationOutcome outcome = at_->events.iterate();
      if (slides(outcome, nullptr)) continue;
      if (before && outcome != IterationOutcome::settled && records_.history.exhausted()) {
        if (!slides_between(*before)) return false;
        before = nullptr;
        continue;
      }
      if (outcome == IterationOutcome::chattering)
        outcome = at_->events.iterate(true);  // for the names of what does not settle
      if (!settled(outcome)) return false;
      jumped_ = jumped_ || at_->events.reinitialised();
      if (at_->compiled.sliding && modes_.leave_surface(at_, now_)) {
        recorder_.enter(at_->compiled, at_->probe);
        continue;
      }
      if (at_->compiled.transitions.empty()) break;
      if (values_.pending(records_.log)) {  // what fired so far, without what transitions do
        at_->flow.evaluate_values();
        values_.finish(at_->compiled, at_->flow, records_.log);
        values_.take_left(at_->compiled, at_->flow);
      }
      Motion<T>* const left = at_;
      const auto step = modes_.step(at_, now_);
      if (step == Modes<T>::Step::none) break;
      if (step == Modes<T>::Step::impossible) return impossible();
      if (step == Modes<T>::Step::conflict) return conflict();
      if (step == Modes<T>::Step::inconsistent) return settled(IterationOutcome::inconsistent);
      jumped_ = jumped_ || modes_.jumped();
      recorder_.enter(at_->compiled, at_->probe);
      before = left;
      if (!records_.history.exhausted()) continue;
      if (!slides_between(*before)) return false;
      before = nullptr;
    }
    return settled(at_->events.end_instant());
  }

  // Transitions lead to and fro without end. If that is because the motions push back on a surface it goes on along it.
  bool slides_between(Motion<T>& before) {
    at_->events.explain_endless();
    const IterationOutcome end = modes_.push_back(*at_, before) ? IterationOutcome::chattering : IterationOutcome::endless;
    return slides(end, &before) || settled(end);
  }

  bool conflict() {
    finish(StatusCode::failed, modes_.problem());
    end_.span = modes_.problem_span();
    end_.remedy = "let one of the two machines say what the value is when both switch at once";
    return false;
  }

  // integer(1e30*time) has more events than a machine can hold.
  bool log_is_full() {
    if (records_.log.entries.size() < most_events) return false;
    finish(StatusCode::failed, fmt::format("more than {} events", most_events));
    end_.remedy = "stop the run earlier, or check the condition that fires so often";
    return true;
  }

  // Events that crowd into one rounded time, in no pattern that has a recognised limit. They must end before their intervals and
  // what moves in them leave the range of the numbers.
  bool time_stands_still() {
    still_ = last_instant_ == now_.value() ? still_ + 1 : 0;
    last_instant_ = now_.value();
    if (still_ < most_events_without_progress) return false;
    finish(StatusCode::chattering,
           fmt::format("{} event instants in a row without progress of time", most_events_without_progress));
    end_.remedy =
        "the events crowd together in no regular pattern; say in the model what holds when they come this close, or use "
        "--precision";
    return true;
  }

  // Infinitely many events before a time: where the model says what then holds, the run goes on from there.
  bool zeno_reached() {
    if (!records_.log.fired_anything()) return false;
    const auto limit = limits_.observe(records_.log, at_->compiled, at_->flow, now_.value(), interval_uncertainty_);
    if (!limit) return false;
    if (is_awaited(*limit)) return comes_later(*limit) ? false : !go_to(*limit);
    std::vector<std::string> names;
    for (const Occurrence& what : limit->events) names.push_back(fmt::format("`{}`", what.name()));
    finish(StatusCode::zeno, limit->period == 0
                                 ? "infinitely many events before this time, in no order that repeats"
                                 : fmt::format("infinitely many events {} before this time", fmt::join(names, ", ")));
    end_.time = now_.after(limit->remaining).value();
    end_.remedy = "say in the model what holds from there on, or stop the run earlier";
    return true;
  }

  bool is_awaited(const LimitPoint<T>& limit) const {
    return std::ranges::any_of(at_->compiled.zeno_bits, [&](const CompiledZenoBit& l) { return limit.is_meant_by(l); });
  }

  // The stop, or a time event, comes first: until then the events are finitely many.
  bool comes_later(const LimitPoint<T>& limit) const {
    return next_limit() < now_.after(limit.remaining - limit.error).value();
  }

  // Jumps to the limit point and lets the model say what holds there.
  bool go_to(const LimitPoint<T>& limit) {
    recorder_.inside(at_->flow, now_, limit.remaining, 0, true);
    if (settings_.observer) settings_.observer->stretch(*at_, now_, limit.remaining, {.length = limit.remaining}, true);
    if (const auto j = limits_.extrapolate(limit, at_->compiled, at_->flow))
      records_.findings.warnings.push_back(fmt::format("`{}` is uncertain at the limit point {}",
                                                       at_->compiled.model.variables[at_->compiled.states[*j].variable].name,
                                                       NumberTraits<T>::text(now_.after(limit.remaining).value())));
    now_.advance(limit.remaining);
    if (!(now_.value() < next_limit())) now_ = TimePoint<T>(next_limit());
    at_->flow.set_time(now_);
    at_->flow.restart();
    at_->signs.forget();
    limits_.reset();
    still_ = collapsed_ = 0;
    at_->events.hold_guards();
    for (std::size_t i = 0; i < at_->compiled.zeno_bits.size(); ++i)
      if (limit.is_meant_by(at_->compiled.zeno_bits[i])) at_->events.set_limit(i);
    if (at_->time_events.any()) at_->time_events.take(now_.value(), [this](std::size_t i) { at_->events.set_sample(i); });
    return instant(false);
  }

  void terminal_instant() {
    at_->flow.jets().set(at_->compiled.is_terminal, T(1));
    at_->flow.restart();
    instant(false);
  }

  bool is_watched() const { return recorder_.on() || settings_.observer; }

  // Two sides that push back on each other: the motion goes on between them.
  bool slides(IterationOutcome outcome, Motion<T>* before) {
    if (outcome != IterationOutcome::chattering || settings_.locate != Locate::exact) return false;
    if (!modes_.slide(at_, before, now_)) return false;
    recorder_.enter(at_->compiled, at_->probe);
    return true;
  }

  bool settled(IterationOutcome outcome) {
    if (outcome == IterationOutcome::settled) return true;
    finish(StatusCode::failed, "");
    explain_iteration(outcome, at_->events, settings_.max_rounds, end_);
    return false;
  }

  const RunEnd<T>& finish(StatusCode code, std::string message) {
    end_.code = code;
    end_.time = now_.value();
    end_.message = std::move(message);
    if constexpr (has_islands<T>)
      if (islands_ && islands_->is_inside()) islands_->leave(now_);
    at_->flow.restart();
    at_->flow.evaluate();
    return end_;
  }

  const RunEnd<T>& fail_here() {
    finish(StatusCode::failed, std::string(stepper_.problem()));
    end_.remedy = stepper_.remedy();
    if (root_.slot != no_slot) explain_root(at_->roots.origin_of(root_.slot), end_);
    if (end_.message.empty()) explain_not_finite(at_->compiled, at_->flow, counts_.steps == 0, end_);
    if (end_.variable.empty() && settings_.step > T(0)) explain_step(at_->compiled, at_->flow, settings_.step, end_);
    return end_;
  }

  const RunEnd<T>& step_collapsed() {
    explain_collapsed_step(at_->compiled, at_->flow, end_);
    return finish(StatusCode::failed, std::move(end_.message));
  }

  const Settings<T>& settings_;
  Stepper stepper_;
  RunRecords<T> records_;
  Modes<T> modes_;
  Motion<T>* at_ = nullptr;  // the motion in the present modes
  Recorder<T> recorder_;
  LimitWatch<T> limits_;
  TimePoint<T> now_;
  T interval_uncertainty_{};
  EventValues<T> values_;
  std::vector<std::uint8_t> above_;  // guards, on the grid
  const IslandPlan* plan_ = nullptr;
  struct NoIslands {};
  std::unique_ptr<std::conditional_t<has_islands<T>, IslandLoop<T>, NoIslands>> islands_;
  bool to_islands_ = false;
  bool event_due_ = false;
  bool jumped_ = false;  // states did, in the last instant
  bool derivative_lost_ = false;
  bool by_stepper_ = true;                   // made the present stretch
  typename PrincipalRoots<T>::Ending root_;  // that came to zero just now
  int collapsed_ = 0;
  int still_ = 0;
  int singular_ = 0;  // stretches in a row
  T last_instant_{};
  RunCounts counts_;
  RunEnd<T> end_;
};

}  // namespace saltus
