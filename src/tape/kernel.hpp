#pragma once
// Runs a code at one order: one dispatch per run of equal operations. Template over the number type and over the order, which is an
// int or a constant (then every loop over coefficients is unrolled).

#include <cmath>
#include <limits>

#include "tape/function_call.hpp"
#include "tape/jets.hpp"
#include "tape/series_algebra.hpp"
#include "tape/series_functions.hpp"

namespace saltus {

template <class T, class Order>
class Kernel {
 public:
  Kernel(const Tape& tape, Jets<T>& jets, Order k)
      : tape_(tape), jets_(jets), k_(k), base_(jets[0]), stride_(static_cast<std::size_t>(jets.order()) + 1) {}

  void run(const Code& code) {
    const Instruction* const first = code.instructions.data();
    for (const Code::Run& r : code.runs) dispatch(first + r.begin, first + r.end);
  }

 private:
  using I = const Instruction;

  T* at(Slot s) const { return base_ + static_cast<std::size_t>(s) * stride_; }

  template <class F>
  [[gnu::always_inline]] static void each(I* i, I* end, const F& f) {
    for (; i != end; ++i) f(*i);
  }

  void dispatch(I* i, I* end) {
    using enum TapeOp;
    const Order k = k_;
    const int order = k_;  // for what is rare: not worth unrolled loops
    switch (i->op) {
      case copy: return each(i, end, [&](I& n) { at(n.out)[k] = at(n.a)[k]; });
      case neg: return each(i, end, [&](I& n) { at(n.out)[k] = -at(n.a)[k]; });
      case add: return each(i, end, [&](I& n) { at(n.out)[k] = at(n.a)[k] + at(n.b)[k]; });
      case sub: return each(i, end, [&](I& n) { at(n.out)[k] = at(n.a)[k] - at(n.b)[k]; });
      case mul: return each(i, end, [&](I& n) { series::mul(at(n.a), at(n.b), at(n.out), k); });
      case div: return each(i, end, [&](I& n) { series::div(at(n.a), at(n.b), at(n.out), k); });
      case square: return each(i, end, [&](I& n) { series::square(at(n.a), at(n.out), k); });
      case linear: return each(i, end, [&](I& n) { at(n.out)[k] = combination(n); });
      case integrate:
        if (k < jets_.order()) each(i, end, [&](I& n) { at(n.out)[k + 1] = series::over(at(n.a)[k], k + 1); });
        return;
      case integrate_linear:
        return each(i, end, [&](I& n) {
          const T derivative = combination(n);
          if (k < jets_.order()) at(n.out)[k + 1] = series::over(derivative, k + 1);
          if (n.out2 != no_slot) at(n.out2)[k] = derivative;
        });
      case sqrt: return each(i, end, [&](I& n) { series::sqrt(at(n.a), at(n.out), k); });
      case exp: return each(i, end, [&](I& n) { series::exp(at(n.a), at(n.out), k); });
      case log: return each(i, end, [&](I& n) { series::log(at(n.a), at(n.out), k); });
      case sincos: return each(i, end, [&](I& n) { series::sincos(at(n.a), at(n.out), at(n.out2), k); });
      case tan: return each(i, end, [&](I& n) { series::tan(at(n.a), at(n.out), at(n.out2), order); });
      case sinhcosh: return each(i, end, [&](I& n) { series::sinhcosh(at(n.a), at(n.out), at(n.out2), order); });
      case tanh: return each(i, end, [&](I& n) { series::tanh(at(n.a), at(n.out), at(n.out2), order); });
      case asin: return each(i, end, [&](I& n) { series::asin(at(n.a), at(n.out), at(n.out2), order); });
      case acos: return each(i, end, [&](I& n) { series::acos(at(n.a), at(n.out), at(n.out2), order); });
      case atan: return each(i, end, [&](I& n) { series::atan(at(n.a), at(n.out), at(n.out2), k); });
      case atan2: return each(i, end, [&](I& n) { series::atan2(at(n.a), at(n.b), at(n.out), at(n.out2), order); });
      case pow: return each(i, end, [&](I& n) { series::pow(at(n.a), at(n.b)[0], at(n.out), order, jets_.work()); });
      case select:
        return each(i, end, [&](I& n) { at(n.out)[k] = choose(at(n.c)[0] > T(0.5), at(n.a)[k], at(n.b)[k]); });
      case call: return each(i, end, [&](I& n) { call_function(tape_, n, jets_, k); });
      case less: return discrete(i, end, [&](I& n) { return truth(at(n.a)[0] < at(n.b)[0]); });
      case less_equal: return discrete(i, end, [&](I& n) { return truth(at(n.a)[0] <= at(n.b)[0]); });
      case greater: return discrete(i, end, [&](I& n) { return truth(at(n.a)[0] > at(n.b)[0]); });
      case greater_equal: return discrete(i, end, [&](I& n) { return truth(at(n.a)[0] >= at(n.b)[0]); });
      case equal: return discrete(i, end, [&](I& n) { return truth(at(n.a)[0] == at(n.b)[0]); });
      case not_equal: return discrete(i, end, [&](I& n) { return truth(at(n.a)[0] != at(n.b)[0]); });
      case not_: return discrete(i, end, [&](I& n) { return T(1.0) - at(n.a)[0]; });
      case and_: return discrete(i, end, [&](I& n) { return at(n.a)[0] * at(n.b)[0]; });
      case or_: return discrete(i, end, [&](I& n) { return truth(at(n.a)[0] + at(n.b)[0] > T(0.5)); });
      case floor: return discrete(i, end, [&](I& n) { return floor_of(at(n.a)[0]); });
      case sign: return discrete(i, end, [&](I& n) { return sign_of(at(n.a)[0]); });
      case relation: return discrete(i, end, [&](I& n) { return decide(at(n.a)[0], jets_.relations[n.index]); });
    }
  }

  /// Results without a series: order 0 is computed, the others are zero.
  template <class F>
  void discrete(I* i, I* end, const F& f) {
    if (k_ == 0) each(i, end, [&](I& n) { at(n.out)[0] = f(n); });
    else each(i, end, [&](I& n) { at(n.out)[k_] = T(0.0); });
  }

  /// Coefficient k of the linear combination of an instruction.
  [[gnu::always_inline]] T combination(I& n) const {
    const LinearTerm* t = tape_.terms.data() + n.index;
    const LinearTerm* const end = t + n.count;
    T total(0.0);
    for (; t != end; ++t) {
      T term;
      if (t->factor == no_slot) {
        if (k_ != 0) continue;
        term = at(t->weight)[0];
      } else {
        term = t->weight == no_slot ? at(t->factor)[k_] : at(t->weight)[0] * at(t->factor)[k_];
      }
      total = t->negative ? total - term : total + term;
    }
    return total;
  }

  template <class Mask>
  static T choose(const Mask& mask, const T& a, const T& b) {
    using saltus::select;
    return select(mask, a, b);
  }
  template <class Mask>
  static T truth(const Mask& mask) { return choose(mask, T(1.0), T(0.0)); }
  static T floor_of(const T& x) {
    using saltus::floor, std::floor;
    return floor(x);
  }
  static T sign_of(const T& x) { return truth(x > T(0.0)) - truth(x < T(0.0)); }
  static T decide(const T& h, const RelationState<T>& state) {
    using saltus::abs, std::abs;
    const T side = choose(abs(h) <= state.tie_bound, T(static_cast<double>(state.tie_sign)), h);
    return state.or_equal ? truth(side >= T(0.0)) : truth(side > T(0.0));
  }

  const Tape& tape_;
  Jets<T>& jets_;
  [[no_unique_address]] Order k_;
  T* base_;
  std::size_t stride_;
};

}  // namespace saltus
