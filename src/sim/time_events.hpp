#pragma once
// Instants known beforehand: sample(start, interval).

#include <vector>

#include "sim/flow.hpp"

namespace saltus {

template <class T>
class TimeEvents {
 public:
  /// Samples before `start` are skipped.
  TimeEvents(const CompiledModel& compiled, Flow<T>& flow, const T& start) {
    for (const CompiledSample& s : compiled.samples) {
      Clock c{flow.value(s.start), flow.value(s.interval), T(0), flow.value(s.start)};
      if (c.first < start && c.interval > T(0)) {
        c.count = floor((start - c.first) / c.interval);
        while (c.first + c.count * c.interval < start) c.count += T(1);
        c.next = c.first + c.count * c.interval;
      }
      clocks_.push_back(c);
    }
  }

  /// Is an interval not positive? Then sample i cannot run.
  [[nodiscard]] std::optional<std::size_t> broken() const {
    for (std::size_t i = 0; i < clocks_.size(); ++i)
      if (!(clocks_[i].interval > T(0))) return i;
    return std::nullopt;
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
      while (c.next <= time) {
        c.count += T(1);
        c.next = c.first + c.count * c.interval;
      }
    }
  }

 private:
  struct Clock {
    T first, interval, count, next;
  };
  std::vector<Clock> clocks_;
};

}  // namespace saltus
