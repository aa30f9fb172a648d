#pragma once
// `reinit` in the rounds of an instant (sim/event_iteration.hpp, step 4).

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "sim/checks.hpp"
#include "sim/flow.hpp"
#include "sim/iteration_outcome.hpp"
#include "tape/sure_bits.hpp"

namespace saltus {

/// Too small for all its digits. Numbers that are no machine numbers may say otherwise.
template <class T>
[[nodiscard]] bool loses_digits(const T& x) {
  if constexpr (is_machine_number<T>) return std::fpclassify(to_double(x)) == FP_SUBNORMAL;
  return false;
}

template <class T>
class Reinits {
 public:
  Reinits(const CompiledModel& compiled, Flow<T>& flow, Findings& findings)
      : c_(compiled),
        flow_(flow),
        findings_(findings),
        values_(compiled.states.size()),
        binding_(compiled.states.size(), false) {}

  /// As newly made.
  void renew() {
    for (Value& v : values_) v.source = nullptr;
    bind_nothing();
  }

  /// States that a `reinit` of this instant, or a transition into these modes, binds.
  [[nodiscard]] const std::vector<bool>& binding() const { return binding_; }
  void bind(const std::vector<bool>& states) { binding_ = states; }
  void bind_nothing() {
    std::fill(binding_.begin(), binding_.end(), false);
    any_ = moved_ = false;
  }
  /// There was a `reinit` in this instant, and none moved a state by more than rounding.
  [[nodiscard]] bool gave_nothing_new() const { return any_ && !moved_; }

  /// Puts what the active branches of the round say into the states; true if that changed one. Two different values for one state are a
  /// `problem`.
  bool take(IterationProblem& problem) { return collect(problem) && apply(); }

 private:
  bool collect(IterationProblem& problem) {
    bool any = false;
    for (const CompiledBranch& b : c_.branches) {
      if (b.reinits.empty() || !flow_.is_set(b.active)) continue;
      for (const CompiledReinit& r : b.reinits) {
        if (r.gives != no_slot && !flow_.is_set(r.gives)) continue;
        const T& value = flow_.value(r.value);
        Value& to = values_[r.state];
        if (to.source && !(to.value == value) && to.source != &b)
          problem = {fmt::format("`{}` and `{}` reinitialise `{}` to different values at the same instant", to.source->name(),
                                 b.name(), name_of(r.state)),
                     r.span};
        to = {&b, value};
        if constexpr (has_derivative<T>)
          if (!is_sure(flow_.value(b.active))) to.value = unsure(value);
        any = true;
      }
    }
    return any;
  }

  bool apply() {
    bool any = false;
    for (std::size_t j = 0; j < values_.size(); ++j) {
      if (!values_[j].source) continue;
      values_[j].source = nullptr;
      binding_[j] = true;
      T* x = flow_.jets()[c_.states[j].value];
      const T size = abs(x[0]) + abs(values_[j].value);
      any_ = true;
      moved_ = moved_ || !(abs(x[0] - values_[j].value) <= T(8) * unit_roundoff<T>() * size);
      if (identical(x[0], values_[j].value)) continue;
      x[0] = values_[j].value;
      any = true;
      if (loses_digits(x[0])) warn_of_underflow(j);
    }
    return any;
  }

  // A state that events have made that small has lost digits, and so have all later times that depend on it.
  void warn_of_underflow(std::size_t j) {
    if (findings_.underflow) return;
    findings_.underflow = true;
    findings_.warn(
        "underflow",
        fmt::format("`{}` became smaller than doubles can hold with all their digits ({}) at {}; what follows from it is less "
                    "exact: run with more digits (precision)",
                    name_of(j), is_machine_number<T> ? "2.2e-308" : "2e-292 in pairs", NumberTraits<T>::text(flow_.value(c_.time))),
        c_.model.variables[c_.states[j].variable].span);
  }

  [[nodiscard]] const std::string& name_of(std::size_t state) const {
    return c_.model.variables[c_.states[state].variable].name;
  }

  struct Value {
    const CompiledBranch* source = nullptr;  // who reinitialises the state in this round; null: nobody
    T value{};
  };

  const CompiledModel& c_;
  Flow<T>& flow_;
  Findings& findings_;
  std::vector<Value> values_;  // by state
  std::vector<bool> binding_;
  bool any_ = false, moved_ = false;  // in this instant
};

}  // namespace saltus
