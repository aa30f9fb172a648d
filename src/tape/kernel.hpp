#pragma once
// Runs a code at one order. Template over the number type and over the order, which is an int or a constant (then every loop over
// coefficients is unrolled).

#include <type_traits>

#include "tape/jets.hpp"
#include "tape/rare_kernel.hpp"
#include "tape/series_algebra.hpp"
#include "tape/series_functions.hpp"

namespace saltus {

template <class T, class Order>
class Kernel {
 public:
  Kernel(const Tape& tape, Jets<T>& jets, Order k)
      : tape_(tape), terms_(tape.terms.data()), jets_(jets), k_(k), order_(jets.order()), base_(jets[0]), map_(jets.map()) {}

  [[gnu::always_inline]] void run(const Code& code) const {
    // One dispatch per operation, not per run of equal ones: in a loop over a run the compiler keeps the constants of unrolled sums in
    // registers and spills the sums (measured: 340 against 240 ns for a pendulum's jet of order 20).
    const Instruction* const end = code.instructions.data() + (code.instructions.size() - code.late);
    for (const Instruction* n = code.instructions.data(); n != end; ++n) execute(*n);
  }
  /// One operation alone.
  [[gnu::always_inline]] void run(const Instruction& n) const { execute(n); }

 private:
  [[gnu::always_inline]] T* at(Slot s) const { return base_ + map_(s); }

  [[gnu::always_inline]] void execute(const Instruction& n) const {
    if (!execute_common(n)) RareKernel<T>(tape_, jets_, k_).execute(n);
  }

  /// false: the operation is a rare one, and was not run.
  [[gnu::always_inline]] bool execute_common(const Instruction& n) const {
    using enum TapeOp;
    const Order k = k_;
    switch (n.op) {
      case copy: at(n.out)[k] = at(n.a)[k]; return true;
      case neg: at(n.out)[k] = -at(n.a)[k]; return true;
      case add: at(n.out)[k] = at(n.a)[k] + at(n.b)[k]; return true;
      case sub: at(n.out)[k] = at(n.a)[k] - at(n.b)[k]; return true;
      case mul: series::mul(at(n.a), at(n.b), at(n.out), k); return true;
      case div: series::div(at(n.a), at(n.b), at(n.out), k); return true;
      case square: series::square(at(n.a), at(n.out), k); return true;
      case linear: at(n.out)[k] = combination(n); return true;
      case integrate: store_integral(n, at(n.a)[k]); return true;
      case integrate_linear: {
        const T derivative = combination(n);
        if (n.out2 != no_slot) at(n.out2)[k] = derivative;
        store_integral(n, derivative);
        return true;
      }
      case sqrt: series::sqrt(at(n.a), at(n.out), k); return true;
      case exp:
        if (n.b == no_slot)
          series::exp(at(n.a), at(n.out), k);
        else
          series::exp(at(n.a), at(n.b), at(n.out), k);
        return true;
      case log: series::log(at(n.a), at(n.out), k); return true;
      case sincos:
        if (n.b == no_slot)
          series::sincos(at(n.a), at(n.out), at(n.out2), k);
        else
          series::sincos(at(n.a), at(n.b), at(n.out), at(n.out2), at(n.c), k);
        return true;
      case select: at(n.out)[k] = selected(at(n.c)[0], at(n.a)[k], at(n.b)[k]); return true;
      case not_: at(n.out)[k] = k == 0 ? T(1.0) - at(n.a)[0] : T(0.0); return true;
      case and_: at(n.out)[k] = k == 0 ? conjunction(T(at(n.a)[0] * at(n.b)[0]), at(n.a)[0], at(n.b)[0]) : T(0.0); return true;
      default: return false;
    }
  }

  [[gnu::always_inline]] static T selected(const T& bit, const T& a, const T& b) {
    return chosen_by(bit, choose(bit > T(0.5), a, b), a, b);
  }

  [[gnu::always_inline]] void store_integral(const Instruction& n, const T& derivative) const {
    if (k_ < order_) at(n.out)[k_ + 1] = series::over(derivative, k_ + 1);
  }

  /// Coefficient k of the linear combination of an instruction.
  [[gnu::always_inline]] T combination(const Instruction& n) const {
    const LinearTerm* t = terms_ + n.index;
    const LinearTerm* const end = t + n.count;
    while (t != end && k_ != 0 && t->factor == no_slot) ++t;
    if (t == end) return T(0.0);
    T total = t->negative ? -term(*t) : term(*t);
    for (++t; t != end; ++t) {
      if (k_ != 0 && t->factor == no_slot) continue;
      total = t->negative ? total - term(*t) : total + term(*t);
    }
    return total;
  }
  [[gnu::always_inline]] T term(const LinearTerm& t) const {
    if (t.factor == no_slot) return at(t.weight)[0];
    return t.weight == no_slot ? at(t.factor)[k_] : at(t.weight)[0] * at(t.factor)[k_];
  }

  const Tape& tape_;
  const LinearTerm* terms_;
  Jets<T>& jets_;
  [[no_unique_address]] Order k_;
  int order_;
  T* base_;
  AddressMap map_;
};

}  // namespace saltus
