#pragma once
// C7 by Taylor series, written by hand for this one model: fixed order, fixed arrays, step from the last two coefficients, the pin
// by polynomial root finding on each step, no allocation. What computes the series is a parameter, so that a hand-written jet and a
// tape can be compared in the same loop.

#include <algorithm>
#include <cmath>

#include "c7_case.hpp"
#include "ceiling/first_root.hpp"

namespace saltus::bench::c7 {

/// Jet: Number; static constexpr int order; void set(phi, w), void gravity(g/length); compute(); const Number* phi(), w().
template <class Jet>
class Loop {
 public:
  using Number = typename Jet::Number;
  static constexpr int order = Jet::order;

  Loop(Jet& jet, double tolerance) : jet_(jet), log_tolerance_(std::log2(static_cast<float>(tolerance))) {}

  /// From rest at `angle`.
  Trajectory run(double angle = phi0) {
    start(angle);
    while (rest() > 0) {
      jet_.set(phi_, w_);
      jet_.compute();
      ++result_.steps;
      const Number longest = std::min(step(), rest());
      const Number root = first_crossing(longest);
      const bool hit = root >= 0;
      advance(hit ? root : longest);
      on_pin_ = hit;
      if (hit) cross();
    }
    result_.phi = static_cast<double>(phi_);
    result_.w = static_cast<double>(w_);
    return result_;
  }

 private:
  void start(double angle) {
    result_ = {};
    result_.steps = 0;
    phi_ = angle;
    w_ = w0;
    time_ = time_low_ = 0;
    on_pin_ = below_ = false;
    jet_.gravity(Number(g) / Number(l));
  }

  [[nodiscard]] Number rest() const { return (t_end - time_) - time_low_; }

  [[nodiscard]] Number step() const { return std::min(radius(order - 1), radius(order)) * Number(0.9); }
  /// (tolerance / |coefficient|)^(1/k): a step size needs few digits.
  [[nodiscard]] Number radius(int k) const {
    const float size = static_cast<float>(std::max(std::abs(jet_.phi()[k]), std::abs(jet_.w()[k])));
    return static_cast<Number>(std::exp2((log_tolerance_ - std::log2(size)) / static_cast<float>(k)));
  }

  // After an event the guard is exactly zero: its polynomial is divided by the time. A root that rounding put just behind the end of the
  // last step is an event now.
  [[nodiscard]] Number first_crossing(Number longest) const {
    if (on_pin_) return FirstRoot<order, Number>::find(jet_.phi() + 1, order - 1, longest);
    std::array<Number, order + 1> q;
    std::copy_n(jet_.phi(), order + 1, q.begin());
    q[0] -= pin;
    if (q[0] == 0 || (q[0] < 0) != below_) return 0;
    return FirstRoot<order, Number>::find(q.data(), order, longest);
  }

  void advance(Number h) {
    const Number* const p = jet_.phi();
    const Number* const v = jet_.w();
    Number x = p[order], y = v[order];
    for (int k = order - 1; k >= 0; --k) {
      x = x * h + p[k];
      y = y * h + v[k];
    }
    phi_ = x;
    w_ = y;
    add_time(h);
  }

  void add_time(Number h) {
    const Number step = h + time_low_, sum = time_ + step;
    time_low_ = step - (sum - time_);
    time_ = sum;
  }

  void cross() {
    below_ = !below_;
    phi_ = pin;
    w_ *= below_ ? Number(l) / Number(ls) : Number(ls) / Number(l);
    jet_.gravity(Number(g) / Number(below_ ? ls : l));
    result_.add_event(static_cast<double>(time_));
  }

  Jet& jet_;
  float log_tolerance_;
  Trajectory result_;
  Number phi_ = 0, w_ = 0, time_ = 0, time_low_ = 0;
  bool on_pin_ = false, below_ = false;
};

}  // namespace saltus::bench::c7
