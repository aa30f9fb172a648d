#pragma once
// The trajectory: rows at requested times, at own steps, and at event instants (left and right limit).

#include <vector>

#include "result/run_result.hpp"
#include "sim/probe.hpp"
#include "sim/settings.hpp"

namespace saltus {

/// What a column shows: a slot of the model.
struct RecordedSlot {
  std::string name, unit, description;
  ValueKind kind = ValueKind::real;
  Slot slot = no_slot;
};

/// All variables that can change (and der of states), in order of declaration.
[[nodiscard]] std::vector<RecordedSlot> recorded_slots(const CompiledModel& compiled);

template <class T>
class Recorder {
 public:
  Recorder(const CompiledModel& compiled, const Settings<T>& settings, Probe<T>& probe)
      : settings_(settings),
        probe_(probe),
        on_(settings.record == Record::steps || (settings.record == Record::requested && !settings.output_times.empty())) {
    if (on_) slots_ = recorded_slots(compiled);
  }

  [[nodiscard]] bool on() const { return on_; }

  /// Requested rows inside a stretch of length `length` that begins at `begin`; those at its end too unless an event waits there.
  void inside(Flow<T>& flow, const TimePoint<T>& begin, const T& length, int degree, bool event_at_end) {
    if (!on_) return;
    const TimePoint<T> end = begin.after(length);
    while (next_ < settings_.output_times.size()) {
      const T& t = settings_.output_times[next_];
      if (t > end.value() || (event_at_end && t == end.value())) break;
      at_local(flow, T(TimePoint<T>(t) - begin), t, degree, true);
      ++next_;
    }
    if (settings_.record == Record::steps && !event_at_end && last_time_ != nullptr && !(*last_time_ == end.value()))
      at_local(flow, length, end.value(), degree, false);
  }

  /// The left limit of an event instant: the flow has been evaluated there.
  void before_events(Flow<T>& flow, const T& time) {
    if (on_) add_row(flow.jets(), time, RowKind::before_events, false);
  }
  void after_events(Flow<T>& flow, const T& time) {
    if (!on_) return;
    bool requested = false;
    while (next_ < settings_.output_times.size() && settings_.output_times[next_] <= time) {
      requested = true;
      ++next_;
    }
    add_row(flow.jets(), time, RowKind::after_events, requested);
  }
  /// An instant at which nothing happened after all is an ordinary row, if one is wanted there. `was_announced`: by before_events.
  void nothing_happened(Flow<T>& flow, const T& time, bool was_announced) {
    if (!on_) return;
    if (was_announced) {
      rows_.pop_back();
      values_.resize(values_.size() - slots_.size() - 1);
    }
    const bool requested = next_ < settings_.output_times.size() && settings_.output_times[next_] <= time;
    if (requested) ++next_;
    const bool new_step =
        settings_.record == Record::steps && !rows_.empty() && !(values_[values_.size() - slots_.size() - 1] == time);
    if (requested || rows_.empty() || new_step) add_row(flow.jets(), time, RowKind::point, requested);
  }

  Series series() const {
    Series result;
    if (!on_) return result;
    const std::size_t width = slots_.size() + 1;
    result.rows = rows_;
    for (std::size_t c = 0; c < width; ++c) {
      Column column;
      if (c == 0) {
        column.name = "time";
        column.unit = "s";
      } else {
        const RecordedSlot& s = slots_[c - 1];
        column = {s.name, s.unit, s.description, s.kind, {}, {}};
      }
      for (std::size_t r = 0; r < rows_.size(); ++r) {
        const T& x = values_[r * width + c];
        column.values.push_back(to_double(x));
        if constexpr (!std::is_same_v<T, double>) {
          if (column.kind == ValueKind::real) column.digits.push_back(NumberTraits<T>::text(x));
        }
      }
      result.columns.push_back(std::move(column));
    }
    return result;
  }

 private:
  void at_local(Flow<T>& flow, const T& s, const T& time, int degree, bool requested) {
    add_row(probe_.at(flow, s, time, degree), time, RowKind::point, requested);
  }

  void add_row(const Jets<T>& jets, const T& time, RowKind kind, bool requested) {
    rows_.push_back({kind, requested});
    values_.push_back(time);
    for (const RecordedSlot& s : slots_) values_.push_back(jets[s.slot][0]);
    last_value_ = time;
    last_time_ = &last_value_;
  }

  const Settings<T>& settings_;
  std::vector<RecordedSlot> slots_;
  Probe<T>& probe_;
  bool on_;
  std::size_t next_ = 0;  // of the requested times
  std::vector<Row> rows_;
  std::vector<T> values_;
  T last_value_{};
  const T* last_time_ = nullptr;
};

}  // namespace saltus
