#pragma once
// Discrete values, their `pre` and pulses in the rounds of an instant (sim/event_iteration.hpp, step 5).

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "sim/flow.hpp"
#include "sim/iteration_outcome.hpp"
#include "sim/round_history.hpp"

namespace saltus {

template <class T>
class PreValues {
 public:
  PreValues(const CompiledModel& compiled, Flow<T>& flow, RoundHistory& history)
      : c_(compiled), flow_(flow), history_(history) {}

  /// As newly made.
  void renew() { last_.clear(); }

  /// `pre` of everything becomes its present value; true if one is another then. A value that is not finite is a `problem`.
  bool update(IterationProblem& problem) {
    bool any = false;
    const bool remember = history_.near_the_end();
    Jets<T>& jets = flow_.jets();
    for (const CompiledDiscrete& d : c_.discretes) {
      if (identical(jets[d.pre][0], jets[d.value][0])) continue;
      jets[d.pre][0] = jets[d.value][0];
      any = true;
      if (remember && d.variable != CompiledDiscrete::npos) history_.moved(c_.model.variables[d.variable].name);
      if (!is_finite(jets[d.value][0]) && d.variable != CompiledDiscrete::npos) report_not_finite(d, problem);
    }
    if (!c_.pres.empty()) take_left_limits();
    return any;
  }

  /// pre() of what flows: its value when the instant, or a further round of it, begins.
  void take_left_limits() {
    Jets<T>& jets = flow_.jets();
    for (const CompiledPre& p : c_.pres) jets[p.pre][0] = jets[p.value][0];
  }

  /// Would take_left_limits() change something?
  [[nodiscard]] bool left_limits_moved() const {
    return std::ranges::any_of(c_.pres,
                               [this](const CompiledPre& p) { return !identical(flow_.value(p.pre), flow_.value(p.value)); });
  }

  /// At the start `pre` keeps the start values: did a discrete value change since the last call?
  bool moved() {
    bool any = last_.size() != c_.discretes.size();
    last_.resize(c_.discretes.size(), T(0));
    for (std::size_t i = 0; i < c_.discretes.size(); ++i) {
      const T& now = flow_.value(c_.discretes[i].value);
      any = any || !identical(now, last_[i]);
      last_[i] = now;
    }
    return any;
  }

  /// `bit`, of a sample or a limit point, is true in the first round of the next instant. True if machines wait for it.
  bool set_pulse(Slot bit) {
    bool any = false;
    flow_.jets().set(bit, T(1));
    for (const CompiledLatch& l : c_.latches) {
      if (l.pulse != bit) continue;
      flow_.jets().set(l.latch, T(1));
      any = true;
    }
    return any;
  }
  void clear_pulses() {
    for (const CompiledSample& s : c_.samples) flow_.jets().set(s.bit, T(0));
    for (const CompiledZenoBit& l : c_.zeno_bits) flow_.jets().set(l.bit, T(0));
    if (c_.entering != no_slot) flow_.jets().set(c_.entering, T(0));
  }
  void release_latches() {
    for (const CompiledLatch& l : c_.latches) flow_.jets().set(l.latch, T(0));
  }

 private:
  void report_not_finite(const CompiledDiscrete& d, IterationProblem& problem) const {
    const Variable& v = c_.model.variables[d.variable];
    const T& value = flow_.value(d.value);
    problem = {fmt::format("`{}` becomes {}", v.name, value != value ? "not a number" : "infinite"), v.span};
  }

  const CompiledModel& c_;
  Flow<T>& flow_;
  RoundHistory& history_;
  std::vector<T> last_;
};

}  // namespace saltus
