#pragma once
// The next stretch where the equations have values but no series (solve/root_time_step.hpp). States and guards are parabolas on it.
//
// The step is as long as the states allow, and shorter if a guard, looked at in several places, is not like its parabola or changes its side: a pole of the
// guard may be near, or a root, which series find behind the end of a shorter stretch. Guards that are no parabolas however short the stretch is, as
// beside a pole, count as straight over one that time can hardly resolve: so the motion, which knows nothing of the pole, passes it.

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "sim/flow_ode.hpp"
#include "solve/root_time_step.hpp"
#include "solve/stepper.hpp"

namespace saltus {

template <class T>
class SingularStart {
 public:
  explicit SingularStart(const CompiledModel& compiled) : c_(compiled) {}

  /// As newly made.
  void renew() { system_.reset(); }

  /// Nothing if there is no way ahead. The series of the flow become the parabolas of the stretch.
  std::optional<Proposal<T>> propose(Flow<T>& flow, const T& longest, const T& tolerance) {
    if (c_.states.empty()) return std::nullopt;
    if (!system_) system_ = std::make_unique<FlowOde<T>>(c_);
    system_->begin(flow);
    flow.extend(0);  // what is rounded in the guards
    const T least = T(resolved) * unit_roundoff<T>() * abs(flow.value(c_.time));
    RootTimeStep<T> step(tolerance);
    T most = longest;
    for (int trial = 1; trial <= most_trials; ++trial) {
      if (!step.step(*system_, most)) return std::nullopt;
      most = step.length() * T(0.25);
      if (!make_parabolas(step)) continue;
      const bool shortest = !(most > least) || trial == most_trials;
      if (!are_like_guards(flow, step.length(), shortest)) continue;
      flow.follow_parabolas(early_, late_);
      const int degree = std::min(12, flow.max_order());
      return Proposal<T>{.degree = 2, .guard_degree = degree, .length = step.length(), .by_series = false, .unlimited = false};
    }
    return std::nullopt;
  }

 private:
  static constexpr int most_trials = 60;
  static constexpr double resolved = 64;  // of what tells times apart
  static constexpr std::array places = {1.0 / 16, 1.0 / 8, 3.0 / 8, 1.0 / 2, 5.0 / 8, 3.0 / 4, 7.0 / 8};  // parts of a stretch
  // Of the largest value of a guard on the stretch. A root of time is 0.13 beside its parabola, what falls to nothing at once 0.5.
  static constexpr double likeness = 0.4;

  // Of states and guards; false if they are not finite.
  bool make_parabolas(const RootTimeStep<T>& step) {
    const std::size_t all = c_.states.size() + c_.guards.size();
    for (auto* v : {&now_, &early_, &late_}) v->resize(all, T(0));
    put(T(0), system_->state(), now_);
    put(T(step.length() * T(0.25)), step.early(), early_);
    put(step.length(), step.late(), late_);
    ends_.assign(late_.end() - static_cast<std::ptrdiff_t>(c_.guards.size()), late_.end());
    for (std::size_t i = 0; i < all; ++i) {
      make_parabola(step.length(), now_[i], early_[i], late_[i]);
      if (!is_finite(early_[i]) || !is_finite(late_[i])) return false;
    }
    return true;
  }

  // States, then guards.
  void put(const T& s, std::span<const T> x, std::vector<T>& out) {
    std::copy(x.begin(), x.end(), out.begin());
    system_->guards(s, x, std::span<T>(out).subspan(x.size()));
  }

  // a at 0, b at h/4, c at h: b and c become the coefficients of s and s^2.
  static void make_parabola(const T& h, const T& a, T& b, T& c) {
    const T first = (b - a) * T(4), second = c - a;
    c = (second - first) * T(4) / (T(3) * h * h);
    b = second / h - c * h;
  }

  T on_parabola(std::size_t i, const T& s) const { return now_[i] + (early_[i] + late_[i] * s) * s; }

  // `anyway`: those that are not are straight from now on.
  bool are_like_guards(const Flow<T>& flow, const T& length, bool anyway) {
    const std::size_t n = c_.states.size(), m = c_.guards.size();
    if (m == 0) return true;
    std::vector<T> x(n, T(0));
    for (std::size_t p = 0; p < places.size(); ++p) {
      const T s = length * T(places[p]);
      for (std::size_t j = 0; j < n; ++j) x[j] = on_parabola(j, s);
      seen_[p].resize(m, T(0));
      system_->guards(s, x, seen_[p]);
    }
    for (std::size_t g = 0; g < m; ++g) {
      const T rounding = T(resolved) * unit_roundoff<T>() * flow.rounded_size(g);
      const Shape shape = shape_of(g, length, rounding);
      if (shape == Shape::other && !anyway) return false;
      if (shape != Shape::parabola) straighten(n + g, length);
    }
    return true;
  }

  enum class Shape : std::uint8_t { parabola, straight, other };

  // Straight: it keeps its side, which its parabola does not.
  Shape shape_of(std::size_t g, const T& length, const T& rounding) const {
    const std::size_t i = c_.states.size() + g;
    const T& end = ends_[g];
    T most = std::max(T(abs(now_[i])), T(abs(end)));
    for (const auto& guards : seen_) {
      if (!is_finite(guards[g])) return Shape::other;
      most = std::max(most, T(abs(guards[g])));
    }
    if (!(most > rounding)) return Shape::parabola;
    const bool above = end > T(0);
    if (abs(now_[i]) > rounding && (now_[i] > T(0)) != above) return Shape::other;
    Shape shape = Shape::parabola;
    for (std::size_t p = 0; p < places.size(); ++p) {
      const T& value = seen_[p][g];
      const T drawn = on_parabola(i, T(length * T(places[p])));
      if ((value > T(0)) != above || !(abs(drawn - value) <= T(likeness) * most)) return Shape::other;
      if ((drawn > T(0)) != above) shape = Shape::straight;
    }
    return shape;
  }

  void straighten(std::size_t i, const T& length) {
    early_[i] = early_[i] + late_[i] * length;
    late_[i] = T(0);
  }

  const CompiledModel& c_;
  std::unique_ptr<FlowOde<T>> system_;
  std::vector<T> now_, early_, late_;
  std::vector<T> ends_;  // guards at the end of the stretch; a parabola from far away is rounded there
  std::array<std::vector<T>, places.size()> seen_;  // guards
};

}  // namespace saltus
