#pragma once
// Which of two solvers goes on, by what they cost per unit of time: series, or a method for stiff motion (`auto`).
//
//   series: after `patience` steps in a row the method is tried for `trial` steps; these are steps of the run like all others
//   trial:  its last `window` steps cost less per unit of time than the series did: the method stays; else series go on, with twice the
//           patience
//   method: after `patience` steps the series at the present point are asked how far they would reach; if they are cheaper they
//           go on, else the method does, with twice the patience
//
// Costs are counted, not timed: the same run takes the same way on every machine. A solver must be cheaper by a fifth to take over.

#include <algorithm>
#include <array>
#include <cstddef>

namespace saltus {

class SolverChoice {
 public:
  [[nodiscard]] bool by_series() const { return !method_; }
  /// The series should be asked: compare(rate) is to follow.
  [[nodiscard]] bool asks_series() const { return method_ && !trial_ && steps_ >= patience_; }

  /// A step of the present solver: what it cost, and how far it went.
  void took(double cost, double length) {
    costs_[next_] = cost;
    lengths_[next_] = length;
    next_ = (next_ + 1) % window;
    ++steps_;
    if (!method_ && steps_ >= patience_) begin_trial();
    if (trial_ && steps_ >= trial) end_trial();
  }

  /// Cost per unit of time of a step that series could make here.
  void compare(double series_rate) {
    if (series_rate < margin * rate()) {
      change(false);
      patience_ = least_patience;
    } else {
      change(true);
    }
  }

 private:
  static constexpr std::size_t window = 8;
  static constexpr int trial = 24;
  static constexpr int least_patience = 64, most_patience = 4096;
  static constexpr double margin = 0.8;

  void begin_trial() {
    series_rate_ = rate();
    change(true);
    trial_ = true;
  }
  void end_trial() {
    trial_ = false;
    if (rate() < margin * series_rate_) {
      patience_ = least_patience;
      steps_ = 0;
    } else {
      change(false);
    }
  }
  void change(bool method) {
    method_ = method;
    patience_ = std::min(2 * patience_, most_patience);
    steps_ = 0;
  }

  /// Over the last steps; at least `window` of them have been made.
  [[nodiscard]] double rate() const {
    double cost = 0, length = 0;
    for (std::size_t i = 0; i < window; ++i) {
      cost += costs_[i];
      length += lengths_[i];
    }
    return length > 0 ? cost / length : 0;
  }

  bool method_ = false, trial_ = false;
  int steps_ = 0, patience_ = least_patience;
  std::size_t next_ = 0;
  std::array<double, window> costs_{}, lengths_{};
  double series_rate_ = 0;
};

}  // namespace saltus
