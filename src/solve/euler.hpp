#pragma once
// Explicit Euler with a fixed step: the state is a straight line over each step, and guards are followed along that line.

#include <algorithm>

#include "solve/stepper.hpp"

namespace saltus {

template <class T>
class EulerStepper {
 public:
  static constexpr bool adaptive = false;

  /// step > 0. Guards along the line are cut after `guard_degree` (exact for guards that are polynomials up to that degree).
  explicit EulerStepper(const T& step, int guard_degree = 8) : step_(step), guard_degree_(std::max(1, guard_degree)) {}

  [[nodiscard]] int order() const { return guard_degree_; }
  [[nodiscard]] const T& step() const { return step_; }

  template <FlowSystem S>
  Proposal<T> propose(S& system, const T& longest) {
    const int k = std::min(guard_degree_, static_cast<int>(system.max_order()));
    system.extend(0);
    system.restrict(1, k);
    Proposal<T> p{1, k, step_ < longest ? step_ : longest, false};
    for (std::size_t j = 0; j < system.state_count(); ++j) p.failed = p.failed || !is_finite(system.state(j)[1]);
    for (std::size_t g = 0; g < system.guard_count(); ++g)
      p.failed = p.failed || !is_finite(system.guard(g)[0]) || !is_finite(system.guard(g)[k]);
    return p;
  }

 private:
  T step_;
  int guard_degree_;
};

}  // namespace saltus
