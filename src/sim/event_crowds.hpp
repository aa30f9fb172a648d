#pragma once
// Events that crowd together: infinitely many before a time (Zeno), too many at one rounded time, too many at all.
//
// Where the model says what holds at a limit point of events (`zeno`), the run goes on from there: the states are put at the limit, the guards
// stay as they are, and an instant follows. Everywhere else the run ends.

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "sim/limit_watch.hpp"
#include "sim/places.hpp"
#include "sim/run_state.hpp"

namespace saltus {

template <class T>
class EventCrowds {
 public:
  explicit EventCrowds(RunState<T>& run) : run_(run), limits_(run.settings.tolerance) {}

  /// As newly made.
  void renew() {
    limits_.renew(run_.settings.tolerance);
    still_ = 0;
    warned_ = false;
    uncertainty_ = last_instant_ = T(0);
  }

  /// Time went on by so much.
  void advance(const T& length) { limits_.advance(length); }
  /// Time since the last state event, where somebody else counts it.
  void set_interval(const T& since) { limits_.set_interval(since); }
  [[nodiscard]] const T& interval() const { return limits_.interval(); }
  /// Of the interval before the next instant, where it is more than rounding.
  void set_uncertainty(const T& uncertainty) { uncertainty_ = uncertainty; }

  enum class Found : std::uint8_t {
    nothing,
    limit,  ///< the run is at a limit point now: an instant follows
    end,    ///< of the run
  };
  /// After an instant.
  Found look() {
    if (run_.records.log.entries.size() >= run_.records.log.first + many_repetitions && !warned_) warn_of_repetitions();
    if (run_.records.log.fired_anything())
      if (const Found found = look_for_limit(); found != Found::nothing) return found;
    return stands_still() || log_is_full() ? Found::end : Found::nothing;
  }

  /// As LimitWatch::shrinks.
  [[nodiscard]] bool shrink() const { return limits_.shrinks(run_.records.log); }
  /// As LimitWatch::comes_closer.
  [[nodiscard]] bool comes_closer(const T& most) const { return limits_.comes_closer(run_.records.log, most); }

  /// The events of this instant accumulate here: true if the model says what holds then.
  bool accumulate_here() {
    const LimitPoint<T> here = limits_.here(run_.records.log);
    if (!is_awaited(here)) return false;
    go_to(here);
    return true;
  }

 private:
  static constexpr std::size_t most_events = 2'000'000;
  static constexpr std::size_t many_repetitions = 100;  // of one event at one instant
  // Numbers of chosen precision do not underflow; there, irregular sequences get the time to be recognised.
  static constexpr int most_events_without_progress = is_machine_number<T> ? 400 : 20000;

  // Spheres that lose energy may hit each other without end at one instant; they stop when their velocities differ by rounding only.
  void warn_of_repetitions() {
    const auto& log = run_.records.log;
    struct Fired {
      Occurrence what;
      std::size_t times = 0;
    };
    std::map<std::uint32_t, Fired> fired;
    for (std::size_t i = log.first; i < log.entries.size(); ++i) {
      Fired& f = fired[log.entries[i].what.id()];
      f = {log.entries[i].what, f.times + 1};
    }
    std::vector<std::string> names;
    Span span;
    for (const auto& [id, f] : fired) {
      if (f.times < many_repetitions) continue;
      if (names.empty()) span = span_of(f.what);
      names.push_back(fmt::format("`{}`", f.what.name()));
    }
    if (names.empty()) return;
    warned_ = true;
    const std::size_t all = names.size();
    if (all > 4) names.resize(4);
    run_.records.findings.warn(
        "many-repetitions",
        fmt::format("{}{} happened more than {} times at one instant, {}: where that ends may be decided by rounding, and is to "
                    "be compared with a run in other precision",
                    fmt::join(names, ", "), all > 4 ? fmt::format(" and {} more", all - 4) : "", many_repetitions,
                    NumberTraits<T>::text(run_.now.value())),
        span);
  }

  Found look_for_limit() {
    const T elapsed = run_.now - TimePoint<T>(run_.settings.start);
    const auto limit =
        limits_.observe(run_.records.log, run_.at->compiled, run_.at->flow, run_.now.value(), elapsed, uncertainty_);
    if (!limit || comes_later(*limit)) return Found::nothing;
    if (is_awaited(*limit)) {
      go_to(*limit);
      return Found::limit;
    }
    std::vector<std::string> names;
    for (const Occurrence& what : limit->events) names.push_back(fmt::format("`{}`", what.name()));
    run_.finish(StatusCode::zeno, limit->period == 0
                                      ? "infinitely many events before this time, in no order that repeats"
                                      : fmt::format("infinitely many events {} before this time", fmt::join(names, ", ")));
    run_.end.time = run_.now.after(limit->remaining).value();
    run_.end.reason = "zeno";
    if (!limit->events.empty()) run_.end.span = span_of(limit->events.front());
    run_.end.remedy = "say in the model what holds from there on, or stop the run earlier";
    return Found::end;
  }

  bool is_awaited(const LimitPoint<T>& limit) const {
    return std::ranges::any_of(run_.at->compiled.zeno_bits, [&](const CompiledZenoBit& l) { return limit.is_meant_by(l); });
  }

  // The stop, or a time event, comes first: until then the events are finitely many.
  bool comes_later(const LimitPoint<T>& limit) const {
    return run_.next_limit() < run_.now.after(limit.remaining - limit.error).value();
  }

  void go_to(const LimitPoint<T>& limit) {
    Motion<T>& at = *run_.at;
    run_.recorder.inside(at.flow, run_.now, limit.remaining, 0, true);
    if (run_.watcher) run_.watcher->stretch(at, run_.now, limit.remaining, {.length = limit.remaining}, true);
    if (const auto j = limits_.extrapolate(limit, at.compiled, at.flow))
      run_.records.findings.warn("uncertain-limit",
                                 fmt::format("`{}` is uncertain at the limit point {}",
                                             at.compiled.model.variables[at.compiled.states[*j].variable].name,
                                             NumberTraits<T>::text(run_.now.after(limit.remaining).value())));
    run_.now.advance(limit.remaining);
    if (!(run_.now.value() < run_.next_limit())) run_.now = TimePoint<T>(run_.next_limit());
    at.flow.set_time(run_.now);
    at.flow.restart();
    at.signs.forget();
    at.signs.leave_stretch();
    limits_.reset();
    still_ = 0;
    at.events.hold_guards();
    for (std::size_t i = 0; i < at.compiled.zeno_bits.size(); ++i)
      if (limit.is_meant_by(at.compiled.zeno_bits[i])) at.events.set_limit(i);
    run_.take_samples();
  }

  // Events in no pattern that has a recognised limit must end before their intervals and what moves in them leave the range of the numbers.
  bool stands_still() {
    still_ = last_instant_ == run_.now.value() ? still_ + 1 : 0;
    last_instant_ = run_.now.value();
    if (still_ < most_events_without_progress) return false;
    run_.finish(StatusCode::chattering,
                fmt::format("{} event instants in a row without progress of time", most_events_without_progress));
    run_.end.reason = "crowded-events";
    run_.end.remedy =
        "the events crowd together in no regular pattern; say in the model what holds when they come this close, or use "
        "--precision";
    return true;
  }

  // integer(1e30*time) has more events than a machine can hold.
  bool log_is_full() {
    if (run_.records.log.entries.size() < most_events) return false;
    run_.fail("too-many-events", fmt::format("more than {} events", most_events),
              "stop the run earlier, or check the condition that fires so often");
    return true;
  }

  RunState<T>& run_;
  LimitWatch<T> limits_;
  T uncertainty_{}, last_instant_{};
  int still_ = 0;
  bool warned_ = false;
};

}  // namespace saltus
