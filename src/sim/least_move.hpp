#pragma once
// Moves the states of a flow, as little as possible in units of their scales, to where some quantities are zero that are almost so.

#include <optional>
#include <span>
#include <vector>

#include "sim/flow.hpp"
#include "solve/row_basis.hpp"

namespace saltus {

template <class T>
class LeastMove {
 public:
  explicit LeastMove(const CompiledModel& compiled) : c_(compiled) {}

  /// Two steps of Newton's method. `slots` are made by the flow or the guards.
  void to_zero(Flow<T>& flow, std::span<const Slot> slots) {
    for (int pass = 0; pass < 2; ++pass) move(flow, slots);
  }

 private:
  void move(Flow<T>& flow, std::span<const Slot> slots) {
    const std::size_t n = c_.states.size();
    take_values(flow);
    RowBasis<T> rows(slots.size(), n);
    for (std::size_t j = 0; j < n; ++j) {
      for (std::size_t i = 0; i < n; ++i) (*jets_)[c_.states[i].value][1] = T(i == j ? 1 : 0);
      (*jets_)[c_.time][1] = T(0);
      run(c_.tape, c_.along(), *jets_, 1);
      run(c_.tape, c_.guards_code, *jets_, 1);
      const T scale = flow.state_scale(j);
      for (std::size_t r = 0; r < slots.size(); ++r) rows.at(r, j) = (*jets_)[slots[r]][1] * scale;
    }
    rows.find(sqrt(unit_roundoff<T>()));
    std::vector<T> wanted, change(n, T(0));
    for (const Slot s : slots) wanted.push_back(-(*jets_)[s][0]);
    rows.shortest(wanted, change);
    for (const T& x : change)
      if (!is_finite(x)) return;
    for (std::size_t j = 0; j < n; ++j) {
      T& x = flow.jets()[c_.states[j].value][0];
      x = x + change[j] * flow.state_scale(j);
    }
    flow.restart();
  }

  void take_values(const Flow<T>& flow) {
    if (!jets_) {
      jets_.emplace(c_.tape, 2);
      jets_->relations.resize(c_.guards.size());
    }
    for (Slot s = 0; s < c_.tape.slot_count; ++s) (*jets_)[s][0] = flow.value(s);
    run(c_.tape, c_.along(), *jets_, 0);
    run(c_.tape, c_.guards_code, *jets_, 0);
  }

  const CompiledModel& c_;
  std::optional<Jets<T>> jets_;
};

}  // namespace saltus
