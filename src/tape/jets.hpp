#pragma once
// Coefficients of all slots of a tape for one trajectory (or one pack of lanes), and the kernels that fill them.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "number/number.hpp"
#include "tape/implicit_block.hpp"
#include "tape/prepared.hpp"
#include "tape/tape.hpp"

namespace saltus {

template <class T, int N>
class Lanes;

/// How an event round decides relation r (h > 0 with h the slot `a`): if |h[0]| <= tie_bound the sign just after the
/// instant is `tie_sign` (-1, 0, 1), found from higher coefficients; else it is the sign of h[0].
/// out = sign > 0. `unsure`: of numbers with derivatives, the side hangs on what is varied (tape/sure_bits.hpp).
template <class T>
struct RelationState {
  T tie_bound{};
  int tie_sign = 0;
  bool unsure = false;
};

/// What the registers of a user function hold: T, or the number in one lane.
template <class T>
struct FrameNumberOf {
  using type = T;
};
template <class T, int N>
struct FrameNumberOf<Lanes<T, N>> {
  using type = T;
};
template <class T>
using FrameNumber = typename FrameNumberOf<T>::type;

/// Storage: coefficients 0..order of every slot that has a series, one number of the others; allocated once, no allocation later. Constants are filled in on construction,
/// everything else is zero.
template <class T>
class Jets {
 public:
  Jets(const Tape& tape, int order);
  /// Without the constants, for values that are copied from elsewhere.
  struct Blank {};
  Jets(const Tape& tape, int order, Blank);

  /// As newly made, without new room.
  void renew();

  [[nodiscard]] int order() const { return order_; }
  [[nodiscard]] T* operator[](Slot s) { return data_.data() + map_(s); }
  [[nodiscard]] const T* operator[](Slot s) const { return data_.data() + map_(s); }
  /// A constant in time: coefficient 0 is x, the others are zero (they must have been zero before).
  void set(Slot s, const T& x) { (*this)[s][0] = x; }

  std::vector<RelationState<T>> relations;  ///< for TapeOp::relation

  // For the kernels.
  [[nodiscard]] const AddressMap& map() const { return map_; }  ///< its stride is even: series are aligned to pairs
  [[nodiscard]] T* work() { return work_.data(); }              ///< 2 (order+1) numbers that nobody relies on
  [[nodiscard]] std::span<const Prepared<T>> prepare(const Tape& tape, const Code& code) {
    prepared_.prepare(tape, code, [this](Slot s) { return (*this)[s]; });
    prepared_.take_weights();
    return prepared_.operations();
  }
  /// Registers of a call of function i: functions follow the branch of one number, so lanes share a frame of single numbers.
  [[nodiscard]] Jets<FrameNumber<T>>& frame(std::size_t i) { return frames_[i]; }
  [[nodiscard]] BlockState<T>& block(std::size_t i) { return blocks_[i]; }

 private:
  int order_;
  AddressMap map_;
  std::vector<T> data_;
  std::vector<T> work_;
  struct Constant {
    Slot slot;
    T value;
  };
  std::vector<Constant> constants_;
  PreparedCode<T> prepared_;
  std::vector<Jets<FrameNumber<T>>> frames_;
  std::vector<BlockState<T>> blocks_;
};

/// Computes coefficient k of every operation of `code`, in order; k = 0, 1, 2, ... up to jets.order(); the operations of `integrate`
/// write coefficient k+1 (skipped when k = jets.order()). Arguments must be there up to k. No allocation for double, Lanes, Dual
/// (but in the first run of a code over several orders, which makes room for it).
template <class T>
void run(const Tape& tape, const Code& code, Jets<T>& jets, int k);

/// run for k = from..to.
template <class T>
void run(const Tape& tape, const Code& code, Jets<T>& jets, int from, int to);

}  // namespace saltus
