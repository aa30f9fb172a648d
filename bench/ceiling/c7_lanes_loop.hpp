#pragma once
// C7 by Taylor series in lanes, written by hand for this one model. Each lane is a pendulum with its own time, step and rope:
//
//   while a lane has a pendulum
//     series of all lanes; each its longest step
//     lanes whose guard cannot be zero on the step are excluded (three tests, the last in the Bernstein basis)
//     the first roots of the others, all at once
//     all lanes go on, to their roots or the ends of their steps; those at a root change their rope
//     a lane that has come to the end gets the next pendulum
//
// Included once for each instruction set.

#include <bit>
#include <span>
#include <utility>

#include "c7_copies_case.hpp"
#include "ceiling/first_root.hpp"
#include "ceiling/lane_vector.hpp"

namespace saltus::bench::c7 {
namespace {

struct Unit {};

template <int P>
class LaneLoop {
 public:
  LaneLoop(std::span<const double> angles, std::span<Copy> copies, double tolerance)
      : angles_(angles), copies_(copies), log_tolerance_(__builtin_log2(tolerance)) {}

  CopyCounts run() {
    for (int lane = 0; lane < lane_count; ++lane) refill(lane);
    while (active_ != 0) stretch();
    return counts_;
  }

 private:
  void refill(int lane) {
    time_[lane] = time_low_[lane] = 0;
    on_pin_[lane] = below_[lane] = 0;
    gravity_[lane] = g / l;
    w_[lane] = w0;
    if (next_ == angles_.size()) {  // an empty lane hangs still
      phi_[lane] = 0;
      active_ &= ~(1U << lane);
      return;
    }
    owner_[lane] = next_;
    copies_[next_] = {};
    phi_[lane] = angles_[next_++];
    active_ |= 1U << lane;
  }

  void stretch() {
    series();
    const Vec rest = (t_end - time_) - time_low_;
    Vec h = least(0.9 * least(radius<P - 1>(), radius<P>()), rest);
    const Bits is_last = h >= rest;
    counts_.steps += std::popcount(active_);
    Bits hits = Bits{};
    guard();
    const Bits open = not_excluded(h);
    if (set_lanes(open) != 0) hits = locate(open, h);
    advance(h);
    on_pin_ = hits;
    if (const unsigned lanes = set_lanes(hits) & active_; lanes != 0) cross(hits, lanes);
    if (const unsigned ended = set_lanes(is_last & ~hits) & active_; ended != 0) finish(ended);
  }

  void series() {
    phi_series_[0] = phi_;
    w_series_[0] = w_;
    const SineCosine start = sine_cosine(phi_);
    s_[0] = start.sine;
    c_[0] = start.cosine;
    [this]<int... K>(std::integer_sequence<int, K...>) { (order<K>(), ...); }(std::make_integer_sequence<int, P>{});
  }

  template <int K>
  SALTUS_LANE void order() {
    constexpr double inverse = 1.0 / (K + 1);
    phi_series_[K + 1] = w_series_[K] * inverse;
    w_series_[K + 1] = (gravity_ * s_[K] + damping * w_series_[K]) * -inverse;
    if constexpr (K + 1 < P) {
      // The terms with the coefficients just computed come last.
      Vec s[2] = {}, c[2] = {};
      [&]<int... J>(std::integer_sequence<int, J...>) {
        ((s[(J + 1) % 2] += w_series_[K - 1 - J] * c_[J + 1], c[(J + 1) % 2] += w_series_[K - 1 - J] * s_[J + 1]), ...);
      }(std::make_integer_sequence<int, K>{});
      s[0] += w_series_[K] * c_[0];
      c[0] += w_series_[K] * s_[0];
      s_[K + 1] = (s[0] + s[1]) * inverse;
      c_[K + 1] = (c[0] + c[1]) * -inverse;
    }
  }

  /// (tolerance / |coefficient|)^(1/k): a step size needs few digits.
  template <int K>
  SALTUS_LANE Vec radius() const {
    const Vec size = largest(largest(magnitude(phi_series_[K]), magnitude(w_series_[K])), all(1e-200));
    return rough_exp2((log_tolerance_ - rough_log2(size)) * (1.0 / K));
  }

  /// After an event the guard is exactly zero: its polynomial is divided by the time.
  SALTUS_LANE void guard() {
    q_[0] = on_pin_ ? phi_series_[1] : phi_series_[0] - pin;
    for (int j = 1; j < P; ++j) q_[j] = on_pin_ ? phi_series_[j + 1] : phi_series_[j];
    q_[P] = on_pin_ ? all(0) : phi_series_[P];
  }

  /// Lanes whose guard may be zero within (0, h]: the terms from the cubic one on are smaller than the least size of the parabola before them.
  SALTUS_LANE Bits not_excluded(Vec h) {
    Vec rest = {}, slope = {};
    for (int j = P; j >= 3; --j) {
      const Vec size = magnitude(q_[j]);
      rest = (rest + size) * h;
      slope = (slope + j * size) * h;
    }
    rest *= h * h;
    slope = (slope + 2 * magnitude(q_[2])) * h;
    monotone_ = magnitude(q_[1]) > slope;
    const Bits sign = as_bits(q_[0]) & sign_bit;
    const Vec start = magnitude(q_[0]), rise = as_vec(as_bits(q_[1]) ^ sign), bend = as_vec(as_bits(q_[2]) ^ sign);
    const Vec end = start + h * (rise + h * bend);
    const Bits has_least = (rise < 0) & (rise + 2 * h * bend > 0);
    const Vec turn = has_least ? start - rise * rise / (4 * bend) : start;
    return least(least(start, end), turn) <= rest;
  }

  /// A root that rounding put just behind the end of the last step is an event now.
  [[gnu::noinline]] Bits locate(Bits open, Vec& h) {
    const Vec end = value(h);
    const Bits late = open & ~on_pin_ & ((q_[0] == 0) | ((q_[0] < 0) != (below_ != 0)));
    const Bits changes = (end < 0) != (q_[0] < 0);
    Bits hits = open & monotone_ & changes;
    low_ = Vec{};
    high_ = h;
    guess_ = h * q_[0] / (q_[0] - end);
    if (const unsigned lanes = set_lanes(open & ~monotone_ & ~late) & active_; lanes != 0) hits |= isolate(lanes, h);
    hits &= ~late;
    if (set_lanes(hits) != 0) polish(hits, h);
    h = late ? Vec{} : h;
    return hits | late;
  }

  SALTUS_LANE Vec value(Vec x) const {
    const Vec xx = x * x;
    Vec even = q_[P], odd = q_[P - 1];
    static_assert(P % 2 == 0);
    for (int j = P - 2; j >= 2; j -= 2) {
      even = even * xx + q_[j];
      odd = odd * xx + q_[j - 1];
    }
    return (even * xx + q_[0]) + odd * x;
  }

  /// By the signs in the Bernstein basis, all lanes at once: no change, no root; one, one root; else the lane is bisected by itself.
  Bits isolate(unsigned lanes, Vec h) {
    counts_.searches += std::popcount(lanes);
    Vec b[P + 1];
    Vec power = all(1);
    double binomial = 1;
    for (int j = 0; j <= P; ++j) {
      b[j] = q_[j] * power * (1 / binomial);
      power *= h;
      binomial *= static_cast<double>(P - j) / (j + 1);
    }
    for (int j = 1; j <= P; ++j)
      for (int i = P; i >= j; --i) b[i] += b[i - 1];
    Bits negative = b[0] < 0, count = {};
    for (int i = 1; i <= P; ++i) {
      const Bits other = (b[i] < 0) != negative;
      count -= other;
      negative = b[i] < 0;
    }
    Bits hits = count == 1;
    unsigned many = set_lanes(count > 1) & lanes;
    for (; many != 0; many &= many - 1) {
      const int lane = std::countr_zero(many);
      std::array<double, P + 1> q;
      for (int j = 0; j <= P; ++j) q[static_cast<std::size_t>(j)] = q_[j][lane];
      typename FirstRoot<P, double, Unit>::Bracket bracket;
      hits[lane] = FirstRoot<P, double, Unit>::isolate(q.data(), P, h[lane], bracket) ? -1 : 0;
      low_[lane] = bracket.low;
      high_[lane] = bracket.high;
      guess_[lane] = 0.5 * (bracket.low + bracket.high);
    }
    for (int lane = 0; lane < lane_count; ++lane)
      if ((lanes >> lane & 1) == 0) hits[lane] = 0;
    return hits;
  }

  /// Halley's method from the secant, kept within the brackets by bisection. The error is cubed: a correction below 1e-6 of the root is the last.
  SALTUS_LANE void polish(Bits hits, Vec& h) {
    const Bits rising = q_[0] < 0;
    Vec x = guess_;
    Bits open = hits;
    for (int i = 0; i < 60 && set_lanes(open) != 0; ++i) {
      Vec f = q_[P], slope = {}, bend = {};
      for (int j = P - 1; j >= 0; --j) {
        bend = bend * x + slope;
        slope = slope * x + f;
        f = f * x + q_[j];
      }
      const Bits before = (f < 0) == rising;
      low_ = before ? x : low_;
      high_ = before ? high_ : x;
      const Vec correction = f * slope / (slope * slope - f * bend);
      const Vec next = x - correction;
      const Bits inside = (next >= low_) & (next <= high_);
      const Bits done = inside & (magnitude(correction) <= 1e-6 * high_);
      x = open ? (inside ? next : 0.5 * (low_ + high_)) : x;
      open &= ~done;
    }
    h = hits ? x : h;
  }

  SALTUS_LANE void advance(Vec h) {
    const Vec hh = h * h;
    Vec x0 = phi_series_[P], x1 = phi_series_[P - 1], y0 = w_series_[P], y1 = w_series_[P - 1];
    for (int j = P - 2; j >= 2; j -= 2) {
      x0 = x0 * hh + phi_series_[j];
      x1 = x1 * hh + phi_series_[j - 1];
      y0 = y0 * hh + w_series_[j];
      y1 = y1 * hh + w_series_[j - 1];
    }
    phi_ = phi_ + (x0 * hh + x1 * h);
    w_ = w_ + (y0 * hh + y1 * h);
    const Vec step = h + time_low_, sum = time_ + step;
    time_low_ = step - (sum - time_);
    time_ = sum;
  }

  SALTUS_LANE void cross(Bits hits, unsigned lanes) {
    below_ ^= hits;
    phi_ = hits ? all(pin) : phi_;
    w_ = hits ? w_ * (below_ ? all(l / ls) : all(ls / l)) : w_;
    gravity_ = below_ ? all(g / ls) : all(g / l);
    for (; lanes != 0; lanes &= lanes - 1) {
      const int lane = std::countr_zero(lanes);
      Copy& copy = copies_[owner_[lane]];
      ++copy.events;
      copy.last_event = time_[lane];
    }
  }

  SALTUS_LANE void finish(unsigned ended) {
    for (; ended != 0; ended &= ended - 1) {
      const int lane = std::countr_zero(ended);
      Copy& copy = copies_[owner_[lane]];
      copy.phi = phi_[lane];
      copy.w = w_[lane];
      refill(lane);
    }
  }

  static constexpr double damping = d / m;
  std::span<const double> angles_;
  std::span<Copy> copies_;
  double log_tolerance_;
  std::size_t next_ = 0;
  unsigned active_ = 0;
  CopyCounts counts_;
  std::size_t owner_[lane_count] = {};
  Vec phi_ = {}, w_ = {}, gravity_ = {}, time_ = {}, time_low_ = {};
  Bits on_pin_ = {}, below_ = {}, monotone_ = {};
  Vec low_ = {}, high_ = {}, guess_ = {};
  Vec phi_series_[P + 1] = {}, w_series_[P + 1] = {}, s_[P + 1] = {}, c_[P + 1] = {}, q_[P + 1] = {};
};

}  // namespace
}  // namespace saltus::bench::c7
