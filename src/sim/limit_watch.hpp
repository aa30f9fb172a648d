#pragma once
// Limit points of events: when the state events of a run accumulate (solve/zeno.hpp, solve/collapse.hpp), or its time events, which events take part,
// and where the states go.
//
// Time events are watched by themselves: a clock that ticks between the bounces of a ball is no part of their pattern. Their intervals are differences
// of rounded times.
//
// The states at a limit are extrapolated from their values after the last cycles, x_k, x_(k-1), x_(k-2): the changes a_k = x_k - x_(k-1)
// shrink geometrically, each state with a factor rho = a_k/a_(k-1) of its own (a velocity like the duration of a cycle, a height like its
// square), so x_k + a_k rho/(1 - rho) is the limit (Aitken). What the same formula gave a cycle earlier tells the error.

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "model/event_name.hpp"
#include "model/machine.hpp"
#include "sim/event_log.hpp"
#include "sim/flow.hpp"
#include "solve/collapse.hpp"
#include "solve/zeno.hpp"

namespace saltus {

/// Infinitely many events happen before now + remaining.
template <class T>
struct LimitPoint {
  T remaining{};
  T error{};                       ///< of `remaining`, estimated
  std::vector<Occurrence> events;  ///< those that take part, each once
  std::size_t period = 0;          ///< events in a cycle; 0: they come in no order that repeats
  T ratio{};                       ///< of the durations of successive cycles
  bool of_time = false;            ///< the events are time events

  /// Does zeno(...) name one of the events?
  [[nodiscard]] bool is_meant_by(const CompiledZenoBit& zeno) const {
    const auto symbol = run_symbol(zeno.symbol);
    return symbol && std::ranges::any_of(events, [&](const Occurrence& what) {
             return is_event_in(symbol->within, what.name(), symbol->event, symbol->index);
           });
  }
};

template <class T>
class LimitWatch {
 public:
  explicit LimitWatch(const T& tolerance) : tolerance_(tolerance), of_states_(tolerance), of_time_(tolerance) {}

  /// As newly made.
  void renew(const T& tolerance) {
    tolerance_ = tolerance;
    for (Sequence* s : {&of_states_, &of_time_}) s->zeno.renew(tolerance);
    reset();
  }

  /// Time went on by so much: a sum of steps keeps its relative precision far below the resolution of time.
  void advance(const T& length) { since_event_ = since_event_ + length; }

  /// Time since the last state event, where somebody else counts it.
  void set_interval(const T& since) { since_event_ = since; }
  [[nodiscard]] const T& interval() const { return since_event_; }

  /// What fired in the present instant of the log, after it, `elapsed` after the start; `uncertainty` of the interval before it, where it is
  /// more than rounding.
  std::optional<LimitPoint<T>> observe(const EventLog<T>& log, const CompiledModel& compiled, const Flow<T>& flow, const T& now,
                                       const T& elapsed, const T& uncertainty) {
    const T interval = since_event_;
    bool state_event = false;
    for (std::size_t i = log.first; i < log.entries.size(); ++i) {
      const Occurrence& what = log.entries[i].what;
      const bool of_time = what.time_only();
      Sequence& sequence = of_time ? of_time_ : of_states_;
      const std::size_t id = what.id();
      if (!compiled.zeno_bits.empty()) sequence.keep(compiled, flow, id);
      const auto found = sequence.zeno.observe(id, of_time ? T(now - last_time_event_) : since_event_, elapsed,
                                               of_time ? T(T(4) * unit_roundoff<T>() * abs(now)) : uncertainty);
      if (of_time) {
        last_time_event_ = now;
      } else {
        state_event = true;
        since_event_ = T(0);
      }
      if (found)
        return LimitPoint<T>{found->remaining,        found->error, named(log, found->pattern),
                             found->pattern.size(), found->ratio, of_time};
    }
    if (!state_event) return std::nullopt;
    last_ = interval;
    longest_ = crowd() == 0 ? T(0) : longest_ > interval ? longest_ : interval;
    if (!collapse_.observe(interval, now)) return std::nullopt;
    return LimitPoint<T>{T(0), T(0), named(log, of_states_.recent_ids()), 0, T(0)};
  }

  /// The event of the present instant has come again and again, the last time after no more than `most`, which is next to nothing beside
  /// what it took at first. In an instant, or after it was observed.
  [[nodiscard]] bool comes_closer(const EventLog<T>& log, const T& most) const {
    const T& interval = since_event_ > T(0) ? since_event_ : last_;
    if (crowd() < 5 || interval > T(next_to_nothing) * longest_ || !log.fired_anything()) return false;
    const auto here = log.entries.begin() + static_cast<std::ptrdiff_t>(log.first);
    const std::size_t looked_at = std::min({crowd(), log.first, most_looked_at});
    int times = 0;
    T later = here->time, last(0), first(0);
    for (auto it = here; it != here - static_cast<std::ptrdiff_t>(looked_at);) {
      if ((--it)->what.id() != here->what.id()) continue;
      first = later - it->time;
      later = it->time;
      if (times++ == 0) last = first;
      if (last > most) return false;
    }
    return times >= 4 && first > T(0) && last <= T(next_to_nothing) * first;
  }

  /// Has the event of the present instant come again and again, each time after little more than the time before and not after next to nothing of it,
  /// until that was next to nothing beside the longest?
  [[nodiscard]] static bool shrinks(const EventLog<T>& log) {
    if (!log.fired_anything()) return false;
    const auto here = log.entries.begin() + static_cast<std::ptrdiff_t>(log.first);
    const T whole = here->time - log.entries.front().time;
    T later = here->time, newer(0), longest(0), latest(0);
    int intervals = 0;
    for (auto it = here; it != here - static_cast<std::ptrdiff_t>(std::min(log.first, most_looked_at));) {
      if ((--it)->what.id() != here->what.id() || it->time == later) continue;
      const T interval = later - it->time;
      if (intervals < 3 && interval > T(next_to_nothing) * whole) return false;
      if (intervals > 0 && (newer > T(4) * interval || newer < T(1e-3) * interval)) break;
      if (interval > longest) longest = interval;
      if (++intervals <= 3) latest = longest;
      later = it->time;
      newer = interval;
    }
    return intervals >= 6 && latest <= T(next_to_nothing) * longest;
  }

  /// The events of the present instant, if they accumulate here.
  [[nodiscard]] static LimitPoint<T> here(const EventLog<T>& log) {
    LimitPoint<T> limit;
    for (std::size_t i = log.first; i < log.entries.size(); ++i) limit.events.push_back(log.entries[i].what);
    return limit;
  }

  /// Puts the states of the flow at the limit. Which state, if any, is not known there to ten times the tolerance?
  std::optional<std::size_t> extrapolate(const LimitPoint<T>& limit, const CompiledModel& compiled, Flow<T>& flow) const {
    const Sequence& sequence = limit.of_time ? of_time_ : of_states_;
    if (limit.period == 0 || !sequence.knows(limit.period, compiled)) return std::nullopt;
    std::optional<std::size_t> uncertain;
    for (std::size_t j = 0; j < compiled.states.size(); ++j) {
      const auto back = [&](std::size_t cycles) { return sequence.snapshot(cycles * limit.period).states[j]; };
      const T last = tail(back(0), back(1), back(2), limit.ratio), before = tail(back(1), back(2), back(3), limit.ratio);
      const T error = abs(back(0) + last - (back(1) + before));
      flow.jets().set(compiled.states[j].value, T(back(0) + last));
      if (error > T(10) * tolerance_ * flow.state_scale(j)) uncertain = j;
    }
    return uncertain;
  }

  /// After a limit the events start afresh.
  void reset() {
    for (Sequence* s : {&of_states_, &of_time_}) s->reset();
    collapse_ = CollapseWatch<T>();
    since_event_ = last_ = longest_ = last_time_event_ = T(0);
  }

 private:
  static constexpr double next_to_nothing = 1e-6;
  static constexpr std::size_t most_looked_at = 4096;  // events
  static constexpr std::size_t ring = 4 * ZenoRecogniser<T>::longest_period;

  struct Snapshot {
    const CompiledModel* compiled = nullptr;
    std::size_t event = 0;
    std::vector<T> states;
  };

  /// Events that may repeat in a pattern, and the states after the last of them.
  struct Sequence {
    explicit Sequence(const T& tolerance) : zeno(tolerance) {}

    void reset() {
      zeno.reset();
      kept = 0;
    }
    void keep(const CompiledModel& compiled, const Flow<T>& flow, std::size_t id) {
      if (snapshots.empty()) snapshots.resize(ring);
      Snapshot& s = snapshots[kept++ % ring];
      s.compiled = &compiled;
      s.event = id;
      s.states.resize(compiled.states.size(), T(0));
      for (std::size_t j = 0; j < s.states.size(); ++j) s.states[j] = flow.state(j)[0];
    }
    [[nodiscard]] const Snapshot& snapshot(std::size_t back) const { return snapshots[(kept - 1 - back) % ring]; }
    [[nodiscard]] bool knows(std::size_t period, const CompiledModel& compiled) const {
      if (kept <= 3 * period) return false;
      for (std::size_t cycles = 0; cycles <= 3; ++cycles)
        if (snapshot(cycles * period).compiled != &compiled) return false;
      return true;
    }
    [[nodiscard]] std::vector<std::size_t> recent_ids() const {
      std::vector<std::size_t> ids;
      for (std::size_t i = 0; i < std::min(kept, ring); ++i) ids.push_back(snapshot(i).event);
      return ids;
    }

    ZenoRecogniser<T> zeno;
    std::vector<Snapshot> snapshots;
    std::size_t kept = 0;
  };

  /// So many state events in a row came at short intervals, in whatever order.
  [[nodiscard]] std::size_t crowd() const { return of_states_.zeno.crowd(); }

  /// The events of these ids, each once; they are among the last of the log.
  [[nodiscard]] static std::vector<Occurrence> named(const EventLog<T>& log, const std::vector<std::size_t>& ids) {
    std::vector<Occurrence> result;
    for (const std::size_t id : ids) {
      const auto same = [&](const auto& entry) { return entry.what.id() == id; };
      const auto it = std::find_if(log.entries.rbegin(), log.entries.rend(), same);
      if (it != log.entries.rend() && std::ranges::find(result, it->what) == result.end()) result.push_back(it->what);
    }
    return result;
  }

  /// What is still to come of a state that was c, b, a after the last cycles.
  static T tail(const T& a, const T& b, const T& c, const T& ratio) {
    const T change = a - b, before = b - c;
    if (!(abs(change) > T(4) * unit_roundoff<T>() * abs(a))) return T(0);
    const T rho = before == T(0) ? ratio : T(change / before);
    const T used = abs(rho) < T(1) ? rho : ratio;
    return change * used / (T(1) - used);
  }

  T tolerance_;
  Sequence of_states_, of_time_;
  CollapseWatch<T> collapse_;
  T since_event_{}, last_time_event_{};
  T last_{}, longest_{};  // intervals between instants of state events: the last one, and of those since events are close
};

}  // namespace saltus
