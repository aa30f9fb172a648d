#pragma once
// Where a run is, and how it ends: what the parts of the hybrid loop share.

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>

#include "sim/modes.hpp"
#include "sim/range_watch.hpp"
#include "sim/recorder.hpp"
#include "sim/run_end.hpp"

namespace saltus {

struct RunCounts {
  std::uint64_t steps = 0;
  std::uint64_t kinks = 0;
};

/// The motions refer to the records: stays where it was made.
template <class T>
struct RunState {
  RunState(CompiledTuples& tuples, const Settings<T>& used, int order)
      : settings(used),
        records(used.max_rounds),
        modes(tuples, used, order, records),
        recorder(used),
        ranges(RangeWatch<T>::make(tuples.model(), used, records.findings)),
        watcher(ranges ? ranges.get() : used.observer),
        now(used.start) {}
  RunState(const RunState&) = delete;
  RunState& operator=(const RunState&) = delete;

  /// As newly made, with the settings as they are now.
  void renew(int order) {
    records.renew(settings.max_rounds);
    modes.renew(order);
    recorder.renew();
    if (ranges) ranges->renew();
    watcher = ranges ? ranges.get() : settings.observer;
    at = nullptr;
    now = TimePoint<T>(settings.start);
    counts = {};
    end = RunEnd<T>();
  }

  const Settings<T>& settings;
  RunRecords<T> records;
  Modes<T> modes;
  Motion<T>* at = nullptr;  ///< the motion in the present modes
  Recorder<T> recorder;
  std::unique_ptr<RangeWatch<T>> ranges;  ///< null: no variable has one
  Observer<T>* watcher;                   ///< null: nobody wants to know what happens before the end
  TimePoint<T> now;
  RunCounts counts;
  RunEnd<T> end;

  /// The stop, or a time event before it.
  [[nodiscard]] T next_limit() const {
    if (!at->time_events.any()) return settings.stop;
    const T next = at->time_events.next();
    return next < settings.stop ? next : settings.stop;
  }
  /// What tells times of this run apart. Events closer than that to the stop or to a time event are put there.
  [[nodiscard]] T resolution() const {
    const T first = abs(settings.start), last = abs(settings.stop);
    return T(4) * unit_roundoff<T>() * (first > last ? first : last);
  }
  /// Is that a visible part of the whole run?
  [[nodiscard]] bool times_are_coarse() const { return resolution() > T(visible) * (settings.stop - settings.start); }
  /// Bits of the samples that are due now; seen() is told of each.
  template <class Seen>
  void take_samples(Seen&& seen) {
    if (!at->time_events.any()) return;
    at->time_events.take(now.value(), [&](std::size_t i) {
      at->events.set_sample(i);
      seen();
    });
  }
  void take_samples() {
    take_samples([] {});
  }
  /// For warnings.
  void note_time() { records.findings.now = to_double(now.value()); }
  /// What follows is the end of the run: terminal() holds.
  void begin_end() {
    at->flow.jets().set(at->compiled.is_terminal, T(1));
    at->flow.restart();
  }
  void enter_modes() { recorder.enter(at->compiled, at->probe); }

  // The run is over: these answer false.

  bool finish(StatusCode code, std::string message) {
    end.code = code;
    end.time = now.value();
    end.message = std::move(message);
    at->flow.restart();
    evaluate_end();
    return false;
  }
  bool fail(std::string_view reason, std::string message, std::string_view remedy) {
    finish(StatusCode::failed, std::move(message));
    end.reason = reason;
    end.remedy = remedy;
    return false;
  }
  /// Of a bare result nobody asks for derivatives, unless for their sensitivity.
  void evaluate_end() {
    if (settings.bare_result && !recorder.on() && !has_derivative<T>) return at->flow.evaluate_variables();
    at->flow.evaluate();
  }
  /// After finish(): have all variables one?
  [[nodiscard]] bool has_values() const {
    const CompiledModel& c = at->compiled;
    for (std::size_t v = 0; v < c.variables.size(); ++v) {
      const Slot slot = c.variables[v].value;
      if (slot != no_slot && !c.model.variables[v].is_watched && !is_finite(at->flow.value(slot))) return false;
    }
    return true;
  }
  /// After fail() without words: something is not finite here, or at the end of a step of a method.
  bool explain_here() {
    if (end.message.empty()) explain_not_finite(at->compiled, at->flow, counts.steps == 0, end);
    if (end.variable.empty() && settings.step > T(0)) explain_step(at->compiled, at->flow, settings.step, end);
    return false;
  }
  /// The steps have shrunk to nothing. `jumps`: because the value of a function jumps in each of them.
  bool step_collapsed(bool jumps) {
    explain_collapse(jumps);
    return finish(StatusCode::failed, std::move(end.message));
  }
  /// The modes that were to be entered have no solution, or a state in them has no value.
  bool impossible() {
    end.diagnostics = modes.diagnostics();
    const auto& all = end.diagnostics.all();
    end.code = StatusCode::failed;
    end.time = now.value();
    if (!all.empty()) {
      end.reason = all.front().code;
      end.message = all.front().message;
      end.span = all.front().where.span;
      end.remedy = all.front().help;
    }
    return false;
  }
  bool not_settled(IterationOutcome outcome) {
    finish(StatusCode::failed, "");
    explain_iteration(outcome, at->events, settings.max_rounds, end);
    return false;
  }

  /// True if the iteration settled.
  bool settled(IterationOutcome outcome) { return outcome == IterationOutcome::settled || not_settled(outcome); }

  /// Two sides that push back on each other: true if the motion goes on between them. `before`: the modes of the other side; null: the same.
  bool slides(IterationOutcome outcome, Motion<T>* before) {
    if (outcome != IterationOutcome::chattering || settings.locate != Locate::exact) return false;
    if (!modes.slide(at, before, now)) return false;
    enter_modes();
    return true;
  }

 private:
  static constexpr double visible = 1e-5;

  void explain_collapse(bool jumps) {
    if (!at->probe.calls_have_values() && explain_endless_loop(at->compiled, at->probe.last_looked_at(), end)) return;
    if (times_are_coarse()) return explain_coarse_times(now.value(), end);
    if (jumps) return explain_jumps(end);
    at->flow.extend(3);  // of the equations to order 2
    if (const auto root = at->roots.at_zero(at->flow, T(1000) * unit_roundoff<T>() * abs(now.value())))
      return explain_root(at->roots.origin_of(root->slot), end);
    if (explain_turning_point(at->compiled, at->flow, now.value(), end)) return;
    explain_collapsed_step(at->compiled, at->flow, end);
  }
};

}  // namespace saltus
