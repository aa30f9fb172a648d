#pragma once
// The hybrid loop.
//
//   initialise; first event iteration
//   while time < stop:
//     propose a stretch: series of all states and guards, good on [0, length], not beyond stop or the next time event
//     search all guards for the first crossing on it
//     advance to the crossing or the end of the stretch
//     if something crossed, or a time event is due: event iteration; watch for Zeno sequences
//   final event iteration with terminal()
//
// One run, one number type T. The stepper is a template parameter: it is asked once per stretch.

#include <algorithm>
#include <optional>
#include <string>
#include <type_traits>

#include <fmt/format.h>

#include "sim/crossing_search.hpp"
#include "sim/event_values.hpp"
#include "sim/probe.hpp"
#include "sim/recorder.hpp"
#include "sim/run_end.hpp"
#include "sim/time_events.hpp"
#include "solve/collapse.hpp"
#include "solve/zeno.hpp"

namespace saltus {

struct RunCounts {
  std::uint64_t steps = 0;
  std::uint64_t kinks = 0;
};

template <class T, class Stepper>
class HybridRun {
 public:
  HybridRun(const CompiledModel& compiled, const Settings<T>& settings, Stepper stepper)
      : c_(compiled),
        settings_(settings),
        stepper_(std::move(stepper)),
        flow_(compiled, stepper_.order()),
        signs_(flow_),
        events_(compiled, flow_, signs_, log_, settings.max_rounds),
        misses_(compiled),
        search_(flow_, signs_, events_, misses_, settings.locate, stepper_.order()),
        probe_(compiled),
        recorder_(compiled, settings, probe_),
        time_events_(compiled, flow_, settings.start),
        zeno_(settings.tolerance),
        now_(settings.start),
        calls_functions_(calls_functions(compiled)),
        values_(compiled, settings.values_in_events) {
    log_.entries.reserve(64);
    log_.changes.reserve(256);
  }

  /// Runs to the end, whatever it is.
  const RunEnd<T>& run() {
    if (!initialise()) return end_;
    while (now_.value() < settings_.stop) {
      if (interrupted()) return finish(StatusCode::interrupted, "interrupted");
      const T limit = next_limit();
      Proposal<T> stretch = propose(T(TimePoint<T>(limit) - now_));
      if (stretch.failed) return fail_here();
      if (!makes_progress(stretch)) return step_collapsed();
      flow_.note_sizes();
      misses_.begin_stretch(now_.value());
      const Crossing<T>& crossing = search_.search(stretch);
      if (!shown_values_hold(stretch, crossing.at)) return fail_here();
      advance(stretch, crossing, limit);
      if (event_due_ && !handle_instant(crossing)) return end_;
    }
    terminal_instant();
    return end_.code == StatusCode::finished ? finish(StatusCode::finished, "") : end_;
  }

  [[nodiscard]] Flow<T>& flow() { return flow_; }
  [[nodiscard]] const EventLog<T>& log() const { return log_; }
  [[nodiscard]] const NearMisses<T>& near_misses() const { return misses_; }
  [[nodiscard]] const Recorder<T>& recorder() const { return recorder_; }
  [[nodiscard]] const RunCounts& counts() const { return counts_; }
  [[nodiscard]] const std::vector<std::string>& warnings() { return events_.warnings(); }
  [[nodiscard]] std::uint64_t halvings() const { return search_.halvings(); }

 private:
  static constexpr std::size_t most_events = 2'000'000;
  // Numbers of chosen precision do not underflow; there, irregular sequences get the time to be recognised.
  static constexpr int most_events_without_progress = std::is_floating_point_v<T> ? 400 : 20000;

  bool initialise() {
    Jets<T>& jets = flow_.jets();
    flow_.set_time(now_);
    for (const CompiledState& s : c_.states) jets.set(s.value, T(flow_.value(s.start)));
    for (const CompiledDiscrete& d : c_.discretes) {
      const T start = d.start == no_slot ? T(0) : T(flow_.value(d.start));
      jets.set(d.value, start);
      jets.set(d.pre, start);
    }
    saltus::run(c_.tape, c_.initial, jets, 0);
    for (const auto& [slot, j] : c_.initial_states) jets.set(c_.states[j].value, T(flow_.value(slot)));
    for (const auto& [slot, i] : c_.initial_discretes) {
      jets.set(c_.discretes[i].value, T(flow_.value(slot)));
      jets.set(c_.discretes[i].pre, T(flow_.value(slot)));
    }
    if (const auto broken = time_events_.broken()) {
      finish(StatusCode::failed, "the interval of `sample` is not positive");
      return false;
    }
    if (!settled(events_.initialise())) return false;
    if (!start_is_finite()) return false;
    probe_.sync();
    if (time_events_.any()) time_events_.take(now_.value(), [this](std::size_t i) { events_.set_sample(i); });
    return instant(false);
  }

  bool start_is_finite() {
    flow_.evaluate();
    for (std::size_t v = 0; v < c_.variables.size(); ++v) {
      const Slot slot = c_.variables[v].value;
      if (slot == no_slot || is_finite(flow_.value(slot))) continue;
      fail_here();
      if (end_.variable.empty()) explain_start(c_.model.variables[v], T(flow_.value(slot)), end_);
      return false;
    }
    return true;
  }

  bool interrupted() const { return settings_.interrupt && settings_.interrupt->load(std::memory_order_relaxed); }

  T next_limit() const {
    if (!time_events_.any()) return settings_.stop;
    const T next = time_events_.next();
    return next < settings_.stop ? next : settings_.stop;
  }

  // A series may look as if it ended though it does not (time^20 about 0): a stretch that accuracy did not limit is checked at its end.
  // So is every stretch where functions with loops are called: a loop ends when its values have converged, but then its derivatives
  // need not have.
  Proposal<T> propose(const T& longest) {
    Proposal<T> stretch = stepper_.propose(flow_, longest);
    if (!Stepper::adaptive || stretch.failed || (stretch.length < longest && !calls_functions_)) return stretch;
    const T tolerance = settings_.tolerance * T(calls_functions_ ? 4 : 1000);
    while (!probe_.agrees(flow_, now_, stretch, tolerance) && now_.value() < now_.after(stretch.length).value())
      stretch.length = stretch.length * T(0.5);
    return stretch;
  }

  static bool calls_functions(const CompiledModel& c) {
    const auto is_call = [](const Instruction& i) { return i.op == TapeOp::call; };
    return std::ranges::any_of(c.flow.instructions, is_call) || std::ranges::any_of(c.guards_code.instructions, is_call);
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
    if (c_.shown_only.empty() || probe_.shown_values_are_finite(flow_, now_, length, stretch.degree)) return true;
    T good(0), bad = length;
    if (!probe_.shown_values_are_finite(flow_, now_, good, stretch.degree)) bad = good;
    for (int i = 0; i < 2000 && bad - good > unit_roundoff<T>() * bad; ++i) {
      const T middle = good + (bad - good) * T(0.5);
      (probe_.shown_values_are_finite(flow_, now_, middle, stretch.degree) ? good : bad) = middle;
    }
    recorder_.inside(flow_, now_, good, stretch.degree, false);
    flow_.move(bad, stretch.degree);
    now_.advance(bad);
    flow_.set_time(now_);
    return false;
  }

  void advance(const Proposal<T>& stretch, const Crossing<T>& crossing, const T& limit) {
    ++counts_.steps;
    const bool crosses = !crossing.guards.empty();
    // A crossing that only rounding keeps from the instant of a time event, or from the stop, belongs to it.
    const T rounding = T(4) * unit_roundoff<T>() * abs(limit);
    const bool to_limit = !(now_.after(crossing.at).value() < (crosses ? T(limit - rounding) : limit));
    const bool due = to_limit && time_events_.any() && time_events_.next() <= limit;
    event_due_ = crosses || due;
    recorder_.inside(flow_, now_, crossing.at, stretch.degree, event_due_);
    if (event_due_) {
      signs_.meet_instant(crossing.at, stretch.guard_degree, crossing.uncertainty);
    } else {
      signs_.forget();
    }
    flow_.move(crossing.at, stretch.degree);
    since_event_ = since_event_ + crossing.at;
    if (to_limit) {
      now_ = TimePoint<T>(limit);
    } else {
      now_.advance(crossing.at);
    }
    flow_.set_time(now_);
  }

  bool handle_instant(const Crossing<T>& crossing) {
    collapsed_ = 0;
    bool only_kinks = !crossing.guards.empty();
    interval_uncertainty_ = T(0);
    for (const auto& f : crossing.guards) {
      if (settings_.locate == Locate::exact) flow_.put_on_surface(f.guard);
      // Elsewhere the rounding of positions blurs intervals so much that nothing could be told from how they change.
      if (c_.guards[f.guard].state != no_slot && f.root.uncertainty > interval_uncertainty_)
        interval_uncertainty_ = f.root.uncertainty;
      events_.force(f.guard, f.root.direction);
      only_kinks = only_kinks && c_.guards[f.guard].kink;
    }
    if (time_events_.any())
      time_events_.take(now_.value(), [&](std::size_t i) {
        events_.set_sample(i);
        only_kinks = false;
      });
    return instant(only_kinks) && !is_stuck(crossing);
  }

  // The motion leaves a surface again, but so slowly that rounding decides: going on would go through it. What comes next, if
  // anything, is closer than times can be told apart.
  bool is_stuck(const Crossing<T>& crossing) {
    for (const auto& f : crossing.guards) {
      const bool still_beyond = events_.bit(f.guard) == (f.root.direction > 0);
      if (c_.guards[f.guard].kink || !still_beyond || !events_.reinitialised()) continue;
      flow_.extend(flow_.sign_order());
      if (!signs_.is_tied(f.guard) || signs_.sign(f.guard).index < 2) continue;
      const T& speed = flow_.guard(f.guard)[1];
      if (sign_of(speed) != -f.root.direction) continue;
      finish(StatusCode::zeno,
             fmt::format("the motion leaves `{}` too slowly to tell the next event from this one", c_.guards[f.guard].text));
      end_.remedy = "say in the model what holds from there on, or use --precision";
      return true;
    }
    return false;
  }

  // An event instant at now_: left limits, iteration, right limits.
  bool instant(bool only_kinks) {
    flow_.evaluate();
    values_.take_left(flow_);
    if (!only_kinks) recorder_.before_events(flow_, now_.value());
    const IterationOutcome outcome = events_.iterate(now_.value());
    if (!settled(outcome)) return false;
    probe_.sync();
    values_.finish(flow_, log_, events_.first_entry());
    if (events_.fired_anything()) {
      recorder_.after_events(flow_, now_.value());
    } else {
      if (only_kinks) ++counts_.kinks;
      recorder_.nothing_happened(flow_, now_.value(), !only_kinks);
    }
    if (events_.terminate_requested()) {
      finish(StatusCode::terminated, events_.terminate_message());
      return false;
    }
    return !zeno_reached() && !time_stands_still() && !log_is_full();
  }

  // integer(1e30*time) has more events than a machine can hold.
  bool log_is_full() {
    if (log_.entries.size() < most_events) return false;
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

  // Infinitely many events before a time: the recogniser sees the state events of every instant.
  bool zeno_reached() {
    if (!events_.fired_anything()) return false;
    const T interval = since_event_;
    bool state_event = false;
    using Source = typename EventLog<T>::Source;
    for (std::size_t i = events_.first_entry(); i < log_.entries.size(); ++i) {
      const auto& entry = log_.entries[i];
      const bool is_branch = entry.source == Source::branch;
      if (is_branch ? c_.branches[entry.index].time_only : c_.guards[entry.index].time_only) continue;
      state_event = true;
      const auto limit =
          zeno_.observe(entry.index * 2 + (is_branch ? 0U : 1U), since_event_, now_.value(), interval_uncertainty_);
      since_event_ = T(0);
      if (!limit) continue;
      std::vector<std::string> names;
      for (const auto id : limit->pattern)
        names.push_back(fmt::format("`{}`", id % 2 ? c_.guards[id / 2].text : c_.branches[id / 2].name));
      finish(StatusCode::zeno, fmt::format("infinitely many events {} before this time", fmt::join(names, ", ")));
      end_.time = now_.after(limit->remaining).value();
      end_.remedy = "say in the model what holds from there on, or stop the run earlier";
      return true;
    }
    if (!state_event || !collapse_.observe(interval, now_.value())) return false;
    finish(StatusCode::zeno, "infinitely many events before this time, in no order that repeats");
    end_.remedy = "say in the model what holds from there on, or stop the run earlier";
    return true;
  }

  void terminal_instant() {
    flow_.jets().set(c_.is_terminal, T(1));
    flow_.restart();
    instant(false);
  }

  bool settled(IterationOutcome outcome) {
    if (outcome == IterationOutcome::settled) return true;
    finish(StatusCode::failed, "");
    explain_iteration(outcome, events_, settings_.max_rounds, end_);
    return false;
  }

  const RunEnd<T>& finish(StatusCode code, std::string message) {
    end_.code = code;
    end_.time = now_.value();
    end_.message = std::move(message);
    flow_.restart();
    flow_.evaluate();
    return end_;
  }

  const RunEnd<T>& fail_here() {
    finish(StatusCode::failed, "");
    explain_not_finite(c_, flow_, end_);
    return end_;
  }

  const RunEnd<T>& step_collapsed() {
    explain_collapsed_step(c_, flow_, end_);
    return finish(StatusCode::failed, std::move(end_.message));
  }

  const CompiledModel& c_;
  const Settings<T>& settings_;
  Stepper stepper_;
  EventLog<T> log_;
  Flow<T> flow_;
  GuardSigns<T> signs_;
  EventIteration<T> events_;
  NearMisses<T> misses_;
  CrossingSearch<T> search_;
  Probe<T> probe_;
  Recorder<T> recorder_;
  TimeEvents<T> time_events_;
  ZenoRecogniser<T> zeno_;
  CollapseWatch<T> collapse_;
  TimePoint<T> now_;
  T since_event_{};  // a sum of steps: keeps its relative precision far below the resolution of time
  T interval_uncertainty_{};
  bool calls_functions_;
  EventValues<T> values_;
  bool event_due_ = false;
  int collapsed_ = 0;
  int still_ = 0;
  T last_instant_{};
  RunCounts counts_;
  RunEnd<T> end_;
};

}  // namespace saltus
