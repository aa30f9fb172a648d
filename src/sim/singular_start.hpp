#pragma once
// The next stretch where the equations have values but no series (solve/root_time_step.hpp). States and guards are parabolas on it.

#include <memory>
#include <optional>
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
    RootTimeStep<T> step(tolerance);
    if (!step.step(*system_, longest)) return std::nullopt;
    const std::size_t n = c_.states.size(), m = c_.guards.size();
    for (auto* v : {&now_, &early_, &late_}) v->resize(n + m, T(0));
    put(T(0), system_->state(), now_);
    put(T(step.length() * T(0.25)), step.early(), early_);
    put(step.length(), step.late(), late_);
    for (std::size_t i = 0; i < n + m; ++i) make_parabola(step.length(), now_[i], early_[i], late_[i]);
    for (std::size_t i = 0; i < n + m; ++i)
      if (!is_finite(early_[i]) || !is_finite(late_[i])) return std::nullopt;
    flow.follow_parabolas(early_, late_);
    const int degree = std::min(12, flow.max_order());
    return Proposal<T>{.degree = 2, .guard_degree = degree, .length = step.length(), .by_series = false, .unlimited = false};
  }

 private:
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

  const CompiledModel& c_;
  std::unique_ptr<FlowOde<T>> system_;
  std::vector<T> now_, early_, late_;
};

}  // namespace saltus
