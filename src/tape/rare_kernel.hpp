#pragma once
// The operations that are rare in a flow, or that have no series: not worth a loop per order.

#include "tape/function_call.hpp"
#include "tape/implicit_block.hpp"
#include "tape/jets.hpp"
#include "tape/series_algebra.hpp"
#include "tape/series_functions.hpp"
#include "tape/sure_bits.hpp"

namespace saltus {

/// mask ? a : b, for bool and for masks of lanes.
template <class T, class Mask>
[[gnu::always_inline]] inline T choose(const Mask& mask, const T& a, const T& b) {
  using saltus::select;
  return select(mask, a, b);
}

/// 1 or 0.
template <class T, class Mask>
[[gnu::always_inline]] inline T truth(const Mask& mask) {
  return choose(mask, T(1.0), T(0.0));
}

/// The bit of a relation in an event round.
template <class T>
[[gnu::always_inline]] inline T decided(const T& h, const RelationState<T>& state) {
  using saltus::abs, std::abs;
  const T side = choose(abs(h) <= state.tie_bound, T(static_cast<double>(state.tie_sign)), h);
  return following(h, truth<T>(side > T(0.0)), state.unsure);
}

template <class T>
class RareKernel {
 public:
  RareKernel(const Tape& tape, Jets<T>& jets, int k) : tape_(tape), jets_(jets), k_(k) {}

  [[gnu::noinline]] void execute(const Instruction& n) const {
    using enum TapeOp;
    const int k = k_;
    switch (n.op) {
      case log10: return series::log10(at(n.a), at(n.out), at(n.out2), k);
      case tan: return series::tan(at(n.a), at(n.out), at(n.out2), k);
      case sinhcosh: return series::sinhcosh(at(n.a), at(n.out), at(n.out2), k);
      case tanh: return series::tanh(at(n.a), at(n.out), at(n.out2), k);
      case asin: return series::asin(at(n.a), at(n.out), at(n.out2), k);
      case acos: return series::acos(at(n.a), at(n.out), at(n.out2), k);
      case atan: return series::atan(at(n.a), at(n.out), at(n.out2), k);
      case atan2: return series::atan2(at(n.a), at(n.b), at(n.out), at(n.out2), k);
      case pow: return series::pow(at(n.a), at(n.b)[0], at(n.out), k, jets_.work());
      case call: return call_function(tape_, n, jets_, k);
      case solve: return BlockSolver<T>(tape_, tape_.blocks[n.index], jets_.block(n.index), jets_).solve(k);
      case less: return comparison(n, [](const T& a, const T& b) { return a < b; });
      case less_equal: return comparison(n, [](const T& a, const T& b) { return a <= b; });
      case greater: return comparison(n, [](const T& a, const T& b) { return a > b; });
      case greater_equal: return comparison(n, [](const T& a, const T& b) { return a >= b; });
      case equal: return comparison(n, [](const T& a, const T& b) { return a == b; });
      case not_equal: return comparison(n, [](const T& a, const T& b) { return a != b; });
      case or_:
        return discrete(n, [&] { return disjunction(truth<T>(at(n.a)[0] + at(n.b)[0] > T(0.5)), at(n.a)[0], at(n.b)[0]); });
      case floor: return discrete(n, [&] { return floor_of(at(n.a)[0]); });
      case sign: return discrete(n, [&] { return sign_of(at(n.a)[0]); });
      case relation: return discrete(n, [&] { return decided(at(n.a)[0], jets_.relations[n.index]); });
      default: return;  // an operation of Kernel
    }
  }

 private:
  T* at(Slot s) const { return jets_[s]; }

  /// Results without a series: order 0 is computed, the others are zero.
  template <class F>
  void discrete(const Instruction& n, const F& value) const {
    at(n.out)[k_] = k_ == 0 ? value() : T(0.0);
  }

  template <class F>
  void comparison(const Instruction& n, const F& holds) const {
    discrete(n, [&] { return compared(truth<T>(holds(at(n.a)[0], at(n.b)[0])), at(n.a)[0], at(n.b)[0]); });
  }

  static T floor_of(const T& x) {
    using saltus::floor, std::floor;
    return rounded_down(x, T(floor(x)));
  }
  static T sign_of(const T& x) { return compared(T(truth<T>(x > T(0.0)) - truth<T>(x < T(0.0))), x, T(0.0)); }

  const Tape& tape_;
  Jets<T>& jets_;
  int k_;
};

}  // namespace saltus
