#pragma once
// A run by series that takes very many steps: would a method for stiff motion be cheaper?
//
// Series are explicit: where one part of the motion has long died out that is a million times faster than the rest, it still limits their
// steps. After `first_look` steps, and whenever their number has doubled, the method that `auto` has beside series is tried from the
// present point, for a few steps that are no steps of the run, and the costs per unit of time are compared as `auto` does. What is counted is the
// same on every machine. A run with fewer steps pays a comparison of two whole numbers per step.

#include <cstdint>
#include <string>

#include "sim/flow.hpp"

namespace saltus {

class StiffnessHint {
 public:
  /// As newly made.
  void renew() { *this = {}; }

  [[nodiscard]] bool is_due(std::uint64_t steps) const { return steps >= next_; }

  /// Looks, at `now` after so many steps and instants, of a run with series of this order up to `stop`. What there is to say, or "". Says
  /// it once.
  std::string look(Flow<double>& flow, int order, double tolerance, double now, double stop, std::uint64_t steps,
                   std::uint64_t instants);

 private:
  static constexpr std::uint64_t first_look = 1U << 15U;
  static constexpr std::uint64_t never = ~std::uint64_t{0};

  std::uint64_t next_ = first_look / 2;  // there only the length of steps is noted
  std::uint64_t steps_ = 0, instants_ = 0;
  double time_ = 0;
};

}  // namespace saltus
