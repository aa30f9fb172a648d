#pragma once
// The next stretch where the equations have values but no series (solve/root_time_step.hpp). States and guards are parabolas on it.

#include <algorithm>
#include <limits>
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
    const std::size_t n = c_.states.size(), m = c_.guards.size();
    for (auto* v : {&now_, &early_, &late_, &there_}) v->resize(n + m, T(0));
    T length = longest;
    for (int i = 0;; ++i, length = length * T(0.25)) {
      RootTimeStep<T> step(tolerance);
      if (i == most_trials || !step.step(*system_, length)) return std::nullopt;
      length = step.length();
      put(T(0), system_->state(), now_);
      put(T(length * T(0.25)), step.early(), early_);
      put(length, step.late(), late_);
      if (guards_are_parabolas(length)) break;
    }
    for (std::size_t i = 0; i < n + m; ++i)
      if (!is_finite(early_[i]) || !is_finite(late_[i])) return std::nullopt;
    flow.follow_parabolas(early_, late_);
    const int degree = std::min(12, flow.max_order());
    return Proposal<T>{.degree = 2, .guard_degree = degree, .length = length, .by_series = false, .unlimited = false};
  }

 private:
  static constexpr int most_trials = 40;

  // Makes the parabolas. They do not follow roots of time closely; but a guard that changes its side on the way, and is not even roughly its parabola, as beyond a
  // pole, would cross at a wrong place.
  bool guards_are_parabolas(const T& length) {
    const std::size_t n = c_.states.size();
    sizes_.clear();
    for (std::size_t i = n; i < now_.size(); ++i) {
      const int side = sign_of(now_[i]);
      const bool stays = sign_of(early_[i]) == side && sign_of(late_[i]) == side;
      sizes_.push_back(stays ? T(std::numeric_limits<double>::infinity())
                             : std::max({T(abs(now_[i])), T(abs(early_[i])), T(abs(late_[i]))}));
    }
    for (std::size_t i = 0; i < now_.size(); ++i) make_parabola(length, now_[i], early_[i], late_[i]);
    for (const double part : {0.125, 0.5, 0.75}) {
      const T s = length * T(part);
      const auto parabola = [&](std::size_t i) { return T(now_[i] + s * (early_[i] + s * late_[i])); };
      for (std::size_t j = 0; j < n; ++j) there_[j] = parabola(j);
      system_->guards(s, std::span<const T>(there_).first(n), std::span<T>(there_).subspan(n));
      for (std::size_t i = n; i < now_.size(); ++i)
        if (abs(parabola(i) - there_[i]) > T(0.3) * sizes_[i - n]) return false;
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

  const CompiledModel& c_;
  std::unique_ptr<FlowOde<T>> system_;
  std::vector<T> now_, early_, late_, there_;
  std::vector<T> sizes_;  // of guards; infinite where they stay on their side
};

}  // namespace saltus
