#pragma once
// The floors of states that are elements of one array: a share of the largest value that one of them has had. They follow that value
// by factors of at least two, so that there is seldom anything to do. docs/math/error_scale.md says why.

#include <limits>
#include <vector>

#include "compile/compiled_model.hpp"
#include "number/number.hpp"

namespace saltus {

template <class T>
struct FlowState {
  T* series;
  T nominal;          ///< 0: none given
  mutable T largest;  ///< size that was seen
  T floor;            ///< of its size, for the accuracy rule; 0: there is none
};

template <class T>
class StateFloors {
 public:
  explicit StateFloors(const CompiledModel& compiled) : c_(compiled), sizes_(compiled.families.size(), T(0)) {}
  /// As newly made, with states that have no floors.
  void renew() { sizes_.assign(sizes_.size(), T(0)); }

  [[nodiscard]] bool any() const { return !sizes_.empty(); }
  /// The size of a family that its floors belong to.
  [[nodiscard]] const T& size(std::size_t family) const { return sizes_[family]; }
  void set_size(std::size_t family, const T& size, std::vector<FlowState<T>>& states) {
    sizes_[family] = size;
    const T floor = T(StateFamily::floor_share) * size;
    for (const std::uint32_t j : c_.families[family].states) states[j].floor = floor;
  }
  /// With a value above this a state raises the floors.
  [[nodiscard]] double ceiling(std::size_t j) const {
    const std::uint32_t family = c_.states[j].family;
    return family == CompiledState::no_family ? std::numeric_limits<double>::infinity() : 2 * sizes_[family];
  }

  /// Takes the present values into account. True: something changed.
  bool raise(std::vector<FlowState<T>>& states) {
    bool raised = false;
    for (std::size_t f = 0; f < sizes_.size(); ++f) {
      T most(0);
      for (const std::uint32_t j : c_.families[f].states) {
        const T size = abs(states[j].series[0]);
        if (size > most) most = size;
      }
      if (!is_finite(most) || !(most > T(2) * sizes_[f])) continue;
      set_size(f, most, states);
      raised = true;
    }
    return raised;
  }

 private:
  const CompiledModel& c_;
  std::vector<T> sizes_;  // by family
};

}  // namespace saltus
