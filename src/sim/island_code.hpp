#pragma once
// Short codes that are run very often: operations at given orders, with addresses in place of slots.
//
// What they compute is what tape/kernel.hpp computes, operation for operation; those that mix orders are left to it.

#include <cstdint>
#include <vector>

#include "sim/flow.hpp"
#include "tape/kernel.hpp"

namespace saltus {

/// The tape and the jets stay where they are.
template <class T>
class IslandCode {
 public:
  struct Part {
    std::uint32_t begin = 0, end = 0;
  };

  IslandCode(const Tape& tape, Jets<T>& jets) : tape_(tape), jets_(jets) {}

  /// Operations are added to the last part, which begins where the one before ends.
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(operations_.size()); }
  void add(const Instruction& n, int order) {
    using enum TapeOp;
    const auto at = [this, order](Slot s) { return s == no_slot ? nullptr : jets_[s] + order; };
    switch (n.op) {
      case copy: return put({Kind::copy, order, at(n.out), at(n.a), nullptr, &n});
      case neg: return put({Kind::negate, order, at(n.out), at(n.a), nullptr, &n});
      case TapeOp::add: return put({Kind::sum, order, at(n.out), at(n.a), at(n.b), &n});
      case sub: return put({Kind::difference, order, at(n.out), at(n.a), at(n.b), &n});
      case linear: return add_linear(n, order, at(n.out));
      case integrate:
        if (order < jets_.order()) put({Kind::integral, order, jets_[n.out] + order + 1, at(n.a), nullptr, &n});
        return;
      case integrate_linear:
        add_linear(n, order, jets_[n.out] + (order < jets_.order() ? order + 1 : 0));
        operations_.back().kind = order < jets_.order() ? Kind::integral_of_combination : Kind::other;
        operations_.back().derivative = n.out2 == no_slot ? nullptr : jets_[n.out2] + order;
        return;
      case mul:
        if (order == 0) return put({Kind::product, order, at(n.out), at(n.b), at(n.a), &n});
        [[fallthrough]];
      default: return put({Kind::other, order, nullptr, nullptr, nullptr, &n});
    }
  }

  [[gnu::always_inline]] void run(const Part& part) const {
    for (const Operation *o = operations_.data() + part.begin, *end = operations_.data() + part.end; o != end; ++o) run(*o);
  }
  [[gnu::always_inline]] void run(std::uint32_t operation) const { run(operations_[operation]); }

 private:
  enum class Kind : std::uint8_t {
    copy,
    negate,
    sum,
    difference,
    product,
    combination,
    integral,
    integral_of_combination,
    other
  };
  struct Term {
    const T* weight;  // null: 1
    const T* factor;  // null: the weight alone
    bool negative;
  };
  struct Operation {
    Kind kind;
    int order;
    T* out;
    const T *a, *b;
    const Instruction* instruction;
    std::uint32_t first = 0, count = 0;  // terms
    T* derivative = nullptr;             // of an integral, if it is wanted
  };

  void put(const Operation& o) { operations_.push_back(o); }
  void add_linear(const Instruction& n, int order, T* out) {
    Operation o{Kind::combination, order, out, nullptr, nullptr, &n, static_cast<std::uint32_t>(terms_.size())};
    for (std::uint32_t i = n.index; i < n.index + n.count; ++i) {
      const LinearTerm& t = tape_.terms[i];
      if (order != 0 && t.factor == no_slot) continue;
      terms_.push_back({t.weight == no_slot ? nullptr : jets_[t.weight],
                        t.factor == no_slot ? nullptr : jets_[t.factor] + order, t.negative});
      ++o.count;
    }
    put(o);
  }

  [[gnu::always_inline]] void run(const Operation& o) const {
    switch (o.kind) {
      case Kind::copy: *o.out = *o.a; return;
      case Kind::negate: *o.out = -*o.a; return;
      case Kind::sum: *o.out = *o.a + *o.b; return;
      case Kind::difference: *o.out = *o.a - *o.b; return;
      case Kind::product: *o.out = *o.a * *o.b; return;
      case Kind::combination: *o.out = combination(o); return;
      case Kind::integral: *o.out = series::over_known(*o.a, o.order + 1); return;
      case Kind::integral_of_combination: {
        const T derivative = combination(o);
        if (o.derivative) *o.derivative = derivative;
        *o.out = series::over_known(derivative, o.order + 1);
        return;
      }
      case Kind::other: run_other(o); return;
    }
  }
  [[gnu::noinline]] void run_other(const Operation& o) const {
    if (o.order == 0)
      Kernel<T, std::integral_constant<int, 0>>(tape_, jets_, {}).run(*o.instruction);
    else
      Kernel<T, int>(tape_, jets_, o.order).run(*o.instruction);
  }
  [[gnu::always_inline]] T combination(const Operation& o) const {
    if (o.count == 0) return T(0.0);
    const Term* t = terms_.data() + o.first;
    const Term* const end = t + o.count;
    T total = t->negative ? T(-value(*t)) : value(*t);
    for (++t; t != end; ++t) total = t->negative ? T(total - value(*t)) : T(total + value(*t));
    return total;
  }
  [[gnu::always_inline]] static T value(const Term& t) {
    if (!t.factor) return *t.weight;
    return t.weight ? T(*t.weight * *t.factor) : *t.factor;
  }

  const Tape& tape_;
  Jets<T>& jets_;
  std::vector<Operation> operations_;
  std::vector<Term> terms_;
};

}  // namespace saltus
