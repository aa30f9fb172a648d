#pragma once
// The trajectory: rows at requested times, at own steps, and at event instants (left and right limit).

#include <algorithm>
#include <limits>
#include <map>
#include <vector>

#include "result/run_result.hpp"
#include "sim/probe.hpp"
#include "sim/settings.hpp"

namespace saltus {

/// What a column shows: a variable or its derivative, and the slot it has in one tuple of modes.
struct RecordedSlot {
  std::string name, unit, description;
  ValueKind kind = ValueKind::real;
  Slot slot = no_slot;
  std::size_t place = 0;  ///< of the column: the same in every tuple
};

/// Calls f(variable, its slots, of its derivative?) for all variables that can change and der of states, in order of declaration.
template <class F>
void for_each_recorded(const CompiledModel& c, F&& f) {
  for (std::size_t i = 0; i < c.variables.size(); ++i) {
    const Variable& v = c.model.variables[i];
    if (v.variability <= Variability::parameter || c.variables[i].value == no_slot) continue;
    f(v, c.variables[i], false);
    if (c.variables[i].derivative != no_slot) f(v, c.variables[i], true);
  }
}

/// The same as a list.
[[nodiscard]] std::vector<RecordedSlot> recorded_slots(const CompiledModel& compiled);

/// A column for every variable of the model that can change, without slots.
[[nodiscard]] std::vector<RecordedSlot> model_columns(const CompiledModel& compiled);

/// A variable that does not exist in the modes of a row has no value there: NaN.
template <class T>
class Recorder {
 public:
  explicit Recorder(const Settings<T>& settings) : settings_(settings), on_(is_asked_for()) {}

  /// As newly made, with the settings as they are now.
  void renew() {
    on_ = is_asked_for();
    layouts_.clear();
    rows_.clear();
    starts_.clear();
    values_.clear();
    probe_ = nullptr;
    last_time_ = nullptr;
    layout_ = next_ = 0;
  }

  /// From now on rows are those of this tuple of modes, seen through its probe. Both outlive the recorder.
  void enter(const CompiledModel& compiled, Probe<T>& probe) {
    probe_ = &probe;
    if (!on_) return;
    const auto same = [&](const Layout& l) { return l.compiled == &compiled; };
    const auto it = std::ranges::find_if(layouts_, same);
    layout_ = static_cast<std::size_t>(it - layouts_.begin());
    if (it == layouts_.end()) layouts_.push_back({&compiled, recorded_slots(compiled)});
  }

  [[nodiscard]] bool on() const { return on_; }

  /// Requested rows inside a stretch of length `length` that begins at `begin`; those at its end too unless an event waits there.
  void inside(Flow<T>& flow, const TimePoint<T>& begin, const T& length, int degree, bool event_at_end) {
    if (!on_) return;
    const TimePoint<T> end = begin.after(length);
    for (int i = 1; i < settings_.rows_in_step; ++i) {
      const T s = length * T(i) / T(settings_.rows_in_step);
      const T time = begin.after(s).value();
      requested_until(flow, begin, time, degree, true);
      if (time < end.value()) at_local(flow, s, time, degree, false);
    }
    requested_until(flow, begin, end.value(), degree, !event_at_end);
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
  /// An instant that before_events() announced, and at which nothing happened after all, is an ordinary row, if one is wanted there.
  void nothing_happened(Flow<T>& flow, const T& time) {
    if (!on_) return;
    values_.resize(starts_.back().value);
    rows_.pop_back();
    starts_.pop_back();
    const bool requested = next_ < settings_.output_times.size() && settings_.output_times[next_] <= time;
    if (requested) ++next_;
    const bool new_step = settings_.record == Record::steps && !rows_.empty() && !(values_[starts_.back().value] == time);
    if (requested || rows_.empty() || new_step) add_row(flow.jets(), time, RowKind::point, requested);
  }

  Series series() const {
    Series result;
    if (!on_) return result;
    result.rows = rows_;
    Column time{"time", "s"};
    for (const Start& row : starts_) add(time, values_[row.value]);
    result.columns.push_back(std::move(time));
    add_modes(result);
    for (Column& c : columns([](Column& c, const T& x) { add(c, x); })) result.columns.push_back(std::move(c));
    return result;
  }

  /// The derivatives that the numbers of the Real columns carry.
  std::vector<Column> derivatives() const
    requires has_derivative<T>
  {
    if (!on_) return {};
    std::vector<Column> result = columns([](Column& c, const T& x) { c.values.push_back(x.d()); });
    std::erase_if(result, [](const Column& c) { return c.kind != ValueKind::real; });
    return result;
  }

 private:
  bool is_asked_for() const {
    return settings_.record == Record::steps || (settings_.record == Record::requested && !settings_.output_times.empty());
  }

  template <class Add>
  std::vector<Column> columns(Add add_value) const {
    std::vector<RecordedSlot> all;  // also of modes that were never entered
    if (!layouts_.empty()) all = model_columns(*layouts_.front().compiled);
    std::map<std::size_t, const RecordedSlot*> shown_at;  // by place
    for (const Layout& l : layouts_)
      for (const RecordedSlot& s : l.slots) shown_at.emplace(s.place, &s);
    for (const RecordedSlot& s : all) shown_at.emplace(s.place, &s);
    std::vector<Column> result;
    for (const auto& [place, shown] : shown_at) result.push_back(column(place, *shown, add_value));
    return result;
  }

  struct Layout {
    const CompiledModel* compiled;
    std::vector<RecordedSlot> slots;
  };
  struct Start {
    std::size_t layout, value;
  };

  // One column for each machine, before the variables: the name of its mode, a gap where it is in none.
  void add_modes(Series& result) const {
    if (layouts_.empty()) return;
    const auto& machines = layouts_.front().compiled->model.machines;
    for (std::size_t m = 0; m < machines.size(); ++m) {
      Column modes{machines[m].name, "", "the active mode", ValueKind::text};
      for (const Start& row : starts_) {
        const std::size_t k = layouts_[row.layout].compiled->tuple.modes[m];
        const bool alive = k != ModeTuple::none;
        modes.values.push_back(alive ? 0 : std::numeric_limits<double>::quiet_NaN());
        modes.digits.push_back(alive ? machines[m].modes[k].name : std::string());
      }
      result.columns.push_back(std::move(modes));
    }
  }

  template <class Add>
  Column column(std::size_t place, const RecordedSlot& shown, Add add_value) const {
    Column result{shown.name, shown.unit, shown.description, shown.kind};
    std::vector<std::size_t> where;  // in a row of each layout; 0: not there
    for (const Layout& l : layouts_) {
      const auto it = std::ranges::find(l.slots, place, &RecordedSlot::place);
      where.push_back(it == l.slots.end() ? 0 : static_cast<std::size_t>(it - l.slots.begin()) + 1);
    }
    for (const Start& row : starts_) {
      const std::size_t offset = where[row.layout];
      if (offset != 0) {
        add_value(result, values_[row.value + offset]);
      } else {
        add_gap(result);
      }
    }
    return result;
  }

  static void add(Column& column, const T& x) {
    column.values.push_back(to_double(x));
    if constexpr (!is_machine_number<T>) {
      if (column.kind == ValueKind::real) column.digits.push_back(NumberTraits<T>::text(x));
    }
  }
  static void add_gap(Column& column) {
    column.values.push_back(std::numeric_limits<double>::quiet_NaN());
    if constexpr (!is_machine_number<T>) {
      if (column.kind == ValueKind::real) column.digits.emplace_back();
    }
  }

  void requested_until(Flow<T>& flow, const TimePoint<T>& begin, const T& end, int degree, bool also_end) {
    while (next_ < settings_.output_times.size()) {
      const T& t = settings_.output_times[next_];
      if (t > end || (!also_end && t == end)) break;
      at_local(flow, T(TimePoint<T>(t) - begin), t, degree, true);
      ++next_;
    }
  }

  void at_local(Flow<T>& flow, const T& s, const T& time, int degree, bool requested) {
    add_row(probe_->at(flow, s, time, degree), time, RowKind::point, requested);
  }

  void add_row(const Jets<T>& jets, const T& time, RowKind kind, bool requested) {
    rows_.push_back({kind, requested});
    starts_.push_back({layout_, values_.size()});
    values_.push_back(time);
    for (const RecordedSlot& s : layouts_[layout_].slots) values_.push_back(jets[s.slot][0]);
    last_value_ = time;
    last_time_ = &last_value_;
  }

  const Settings<T>& settings_;
  std::vector<Layout> layouts_;
  std::size_t layout_ = 0;
  Probe<T>* probe_ = nullptr;
  bool on_;
  std::size_t next_ = 0;  // of the requested times
  std::vector<Row> rows_;
  std::vector<Start> starts_;  // of each row
  std::vector<T> values_;      // row by row: time, then the slots of its layout
  T last_value_{};
  const T* last_time_ = nullptr;
};

}  // namespace saltus
