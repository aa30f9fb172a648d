#pragma once
// Instants known beforehand: sample(start, interval).

#include <algorithm>
#include <optional>
#include <vector>

#include "sim/arithmetic_times.hpp"
#include "sim/flow.hpp"

namespace saltus {

template <class T>
class TimeEvents {
 public:
  /// Samples before `start` are skipped.
  TimeEvents(const CompiledModel& compiled, const Flow<T>& flow, const T& start) { renew(compiled, flow, start); }

  /// As newly made.
  void renew(const CompiledModel& compiled, const Flow<T>& flow, const T& start) {
    clocks_.clear();
    for (const CompiledSample& s : compiled.samples) {
      Clock c{{flow.value(s.start), flow.value(s.interval), s.exact_start, s.exact_interval}, 0, T(0)};
      if (c.times.interval() > T(0)) c.count = c.times.first_from(start);
      c.next = c.times(c.count);
      clocks_.push_back(std::move(c));
    }
  }

  /// The tuple of modes is entered at `time`: what was due there is over.
  void enter(const T& time) {
    for (Clock& c : clocks_) {
      c.count = c.times.first_from(time);
      while (c.times(c.count) <= time) ++c.count;
      c.next = c.times(c.count);
    }
  }

  /// Is an interval not positive? Then sample i cannot run.
  [[nodiscard]] std::optional<std::size_t> broken() const {
    for (std::size_t i = 0; i < clocks_.size(); ++i)
      if (!(clocks_[i].times.interval() > T(0))) return i;
    return std::nullopt;
  }

  /// Is an interval so short that two samples fall on one time, as times of this size are rounded?
  [[nodiscard]] bool merge_near(const T& time) const {
    return std::ranges::any_of(clocks_, [&](const Clock& c) { return c.times.interval() < T(2) * unit_roundoff<T>() * abs(time); });
  }

  [[nodiscard]] bool any() const { return !clocks_.empty(); }
  /// The earliest instant to come. Precondition: any().
  [[nodiscard]] T next() const {
    T earliest = clocks_.front().next;
    for (const Clock& c : clocks_)
      if (c.next < earliest) earliest = c.next;
    return earliest;
  }

  /// Calls due(i) for every sample at `time` and moves it on. Instants are first + n*interval, never a running sum.
  template <class Due>
  void take(const T& time, Due&& due) {
    for (std::size_t i = 0; i < clocks_.size(); ++i) {
      Clock& c = clocks_[i];
      if (c.next > time) continue;
      due(i);
      while (c.next <= time) c.next = c.times(++c.count);
    }
  }

 private:
  struct Clock {
    ArithmeticTimes<T> times;
    long long count;
    T next;
  };
  std::vector<Clock> clocks_;
};

}  // namespace saltus
