#pragma once
// Guards that the motion rides: identically zero between two instants, by the series of the equations.
//
// In contact a ball deforms as it moves, so x + w, whose sign said when contact began, stays zero. Series keep that to rounding. Other
// solvers keep it to their tolerance, and what they leave says nothing about the side of the surface. So from an instant after which a
// guard is identically zero
//   it is not searched, and its value is no sign, until the next instant, or until it has become larger than any error of a step;
//   at the next instant the states are moved, as little as possible, to where all such guards are zero, and those that cross there too.
// The second is needed where higher derivatives of a guard decide: lift-off is a double root of x + w, and an error e of x + w would be one
// of k/d e in its slope.

#include <optional>
#include <span>
#include <vector>

#include "sim/crossing_search.hpp"
#include "solve/row_basis.hpp"

namespace saltus {

template <class T>
class RidingGuards {
 public:
  RidingGuards(const CompiledModel& compiled, Flow<T>& flow, GuardSigns<T>& signs) : c_(compiled), flow_(flow), signs_(signs) {}

  /// An instant is over; steps that follow are good to `tolerance`.
  void begin(const T& tolerance) {
    flow_.extend(flow_.sign_order());
    for (std::size_t g = 0; g < c_.guards.size(); ++g) {
      if (!signs_.is_tied(g) || signs_.sign(g).sign != 0) continue;
      signs_.ride(g, tolerance);
      riding_.push_back(g);
    }
  }

  /// The next instant begins, at which these guards cross.
  void end(std::span<const typename Crossing<T>::Guard> crossing) {
    if (riding_.empty()) return;
    std::erase_if(riding_, [this](std::size_t g) { return !signs_.rides(g); });
    for (const std::size_t g : riding_) signs_.note_crossing(g);
    // States that constraints tie together were put on those, and constraints may be what is ridden.
    if (!riding_.empty() && !flow_.is_constrained()) {
      for (const auto& f : crossing) riding_.push_back(f.guard);
      for (int pass = 0; pass < 2; ++pass) put_back();
    }
    signs_.let_go();
    riding_.clear();
  }

 private:
  // One step of Newton's method with the shortest change, in units of the states' scales.
  void put_back() {
    const std::size_t n = c_.states.size();
    take_values();
    RowBasis<T> rows(riding_.size(), n);
    for (std::size_t j = 0; j < n; ++j) {
      for (std::size_t i = 0; i < n; ++i) (*jets_)[c_.states[i].value][1] = T(i == j ? 1 : 0);
      (*jets_)[c_.time][1] = T(0);
      run(c_.tape, c_.flow_along, *jets_, 1);
      run(c_.tape, c_.guards_code, *jets_, 1);
      const T scale = flow_.state_scale(j);
      for (std::size_t r = 0; r < riding_.size(); ++r) rows.at(r, j) = (*jets_)[c_.guards[riding_[r]].h][1] * scale;
    }
    rows.find(sqrt(unit_roundoff<T>()));
    std::vector<T> wanted, change(n, T(0));
    for (const std::size_t g : riding_) wanted.push_back(-(*jets_)[c_.guards[g].h][0]);
    rows.shortest(wanted, change);
    for (const T& x : change)
      if (!is_finite(x)) return;
    for (std::size_t j = 0; j < n; ++j) {
      T& x = flow_.jets()[c_.states[j].value][0];
      x = x + change[j] * flow_.state_scale(j);
    }
    flow_.restart();
  }

  void take_values() {
    if (!jets_) {
      jets_.emplace(c_.tape, 2);
      jets_->relations.resize(c_.guards.size());
    }
    for (Slot s = 0; s < c_.tape.slot_count; ++s) (*jets_)[s][0] = flow_.value(s);
    run(c_.tape, c_.flow_along, *jets_, 0);
    run(c_.tape, c_.guards_code, *jets_, 0);
  }

  const CompiledModel& c_;
  Flow<T>& flow_;
  GuardSigns<T>& signs_;
  std::vector<std::size_t> riding_;
  std::optional<Jets<T>> jets_;
};

}  // namespace saltus
