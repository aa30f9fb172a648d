#pragma once
// The states of a flow, and where they are: in the jets, or, from step to step, in the groups of a packed code
// (tape/packed_code.hpp), where their values, sizes and last terms are found many at a time. Who reads or writes the jets says so first.

#include <span>
#include <type_traits>
#include <vector>

#include "sim/state_floors.hpp"
#include "tape/packed_code.hpp"

namespace saltus {

template <class T>
class GroupedStates {
 public:
  explicit GroupedStates(const CompiledModel& compiled) : floors_(compiled) {}

  /// From now on states stay in the groups of `packed`, if it keeps all of them.
  void use(PackedCode& packed, std::span<const Slot> slots) {
    packed.keep_back(slots);
    if (packed.keeps_back()) packed_ = &packed;
  }
  /// From now on they are always in the jets.
  void stay_in_jets() {
    changed();
    if (packed_) packed_->keep_nothing();
    packed_ = nullptr;
  }
  /// As newly made: groups know nothing.
  void renew() {
    if (packed_) packed_->drop();
    sizes_away_ = sizes_in_groups_ = false;
    floors_.renew();
    for (FlowState<T>& x : states_) x.largest = x.floor = T(0);
  }

  /// Before anybody else reads or writes states, their series or sizes.
  void come_back() const {
    if constexpr (may_be_kept)
      if (packed_ && (packed_->is_away() || sizes_away_)) [[unlikely]]
        bring_back();
  }
  /// Values of states, or their sizes, are others now, or may soon be.
  void changed() {
    if (packed_ == nullptr) return;
    come_back();
    packed_->forget_values();
    sizes_in_groups_ = false;
  }
  /// The series in the jets do not come from the packed code.
  void forget_series() {
    if (packed_) packed_->forget_series();
  }

  // What follows is done in the groups. False: it was not, and has to be done in the jets.

  /// The states at local time s of their polynomials of degree d.
  bool move(const T& s, int d) {
    if constexpr (may_be_kept)
      if (packed_) [[unlikely]] {
        if (packed_->move(s, d)) return true;
        changed();
      }
    return false;
  }
  /// Sizes grow to those of the present values.
  bool note_sizes() {
    if constexpr (may_be_kept) {
      if (packed_ == nullptr) return false;
      if (!packed_->has_series()) {
        changed();
        return false;
      }
      take_sizes();
      packed_->note_state_sizes();
      return sizes_away_ = true;
    }
    return false;
  }
  /// The worst of all last terms, relative to the scales.
  bool worst_terms(int n, T& last, T& second, T& third) {
    if constexpr (may_be_kept) {
      if (packed_ == nullptr) return false;
      take_sizes();
      WorstTerms worst;
      if (!packed_->find_worst_terms(n, worst) || worst.outgrown) return false;
      last = worst.last;
      second = worst.second;
      third = worst.third;
      return true;
    }
    return false;
  }

  /// Floors follow the present values.
  void raise_floors() {
    if (!floors_.any()) return;
    come_back();
    if (floors_.raise(states_)) sizes_in_groups_ = false;
  }
  [[nodiscard]] const T& family_size(std::size_t family) const { return floors_.size(family); }
  void set_family_size(std::size_t family, const T& size) {
    if (size == floors_.size(family)) return;
    changed();
    floors_.set_size(family, size, states_);
  }

  // As far as the jets are, after come_back().
  [[nodiscard]] std::vector<FlowState<T>>& all() { return states_; }
  [[nodiscard]] const std::vector<FlowState<T>>& all() const { return states_; }

 private:
  static constexpr bool may_be_kept = std::is_same_v<T, double>;

  [[gnu::noinline]] void bring_back() const {
    packed_->bring_back();
    if (!sizes_away_) return;
    for_each_lane([this](StateGroup& group, unsigned lane) { states_[group.state[lane]].largest = group.largest[lane]; });
    sizes_away_ = false;
  }
  void take_sizes() {
    if (sizes_in_groups_) return;
    for_each_lane([this](StateGroup& group, unsigned lane) {
      const FlowState<T>& x = states_[group.state[lane]];
      group.largest[lane] = x.largest;
      group.nominal[lane] = x.nominal;
      group.floor[lane] = x.floor;
      group.ceiling[lane] = floors_.ceiling(group.state[lane]);
    });
    sizes_in_groups_ = true;
  }
  template <class F>
  void for_each_lane(F&& f) const {
    for (StateGroup& group : packed_->states())
      for (unsigned rest = group.used; rest != 0; rest &= rest - 1) f(group, static_cast<unsigned>(__builtin_ctz(rest)));
  }

  std::vector<FlowState<T>> states_;
  StateFloors<T> floors_;
  PackedCode* packed_ = nullptr;  // if it keeps them back
  bool sizes_in_groups_ = false;
  mutable bool sizes_away_ = false;  // and only there
};

}  // namespace saltus
