#pragma once
// Series of all variables along a stretch, beside the flow: what the run computes and decides stays as it is.

#include <algorithm>

#include "sim/flow.hpp"
#include "solve/stepper.hpp"

namespace saltus {

template <class T>
class StretchSeries {
 public:
  StretchSeries(const CompiledModel& compiled, int max_order)
      : c_(compiled), jets_(compiled.tape, max_order, typename Jets<T>::Blank{}) {
    jets_.relations.resize(compiled.guards.size());
  }

  /// The series of the states in `flow` are those of `stretch`. A product of polynomials is longer than they are: variables are
  /// followed as far as guards.
  void take(Flow<T>& flow, const Proposal<T>& stretch) {
    order_ = std::min(std::max(stretch.degree, stretch.guard_degree), jets_.order());
    for (Slot s = 0; s < c_.tape.slot_count; ++s) jets_[s][0] = flow.jets()[s][0];
    for (std::size_t j = 0; j < c_.states.size(); ++j)
      for (int i = 1; i <= order_; ++i) jets_[c_.states[j].value][i] = i <= stretch.degree ? flow.state(j)[i] : T(0);
    if (order_ > 0) jets_[c_.time][1] = T(1);
    run(c_.tape, c_.outputs, jets_, 0, order_);
  }

  /// Coefficients of a variable. Precondition: the outputs make it.
  [[nodiscard]] std::span<const T> of(Slot s) const { return {jets_[s], static_cast<std::size_t>(order_) + 1}; }

 private:
  const CompiledModel& c_;
  Jets<T> jets_;
  int order_ = 0;
};

}  // namespace saltus
