#pragma once
// Bodies of the templates that the run_*.cpp files instantiate.

#include <algorithm>

#include "tape/elementwise.hpp"
#include "tape/jets.hpp"
#include "tape/kernel.hpp"
#include "tape/ready_code.hpp"

namespace saltus {

template <class T>
T constant_value(Expr e) {
  return e->op() == Op::pi ? T(NumberTraits<T>::pi()) : T(NumberTraits<T>::from(e->number()));
}

template <class T>
Jets<T>::Jets(const Tape& tape, int order) : Jets(tape, order, Blank{}) {
  constants_.reserve(tape.constants.size());
  for (const Tape::Constant& c : tape.constants) {
    constants_.push_back({c.slot, constant_value<T>(c.value)});
    set(c.slot, constants_.back().value);
  }
}

template <class T>
void Jets<T>::renew() {
  std::ranges::fill(data_, T(0.0));
  for (const Constant& c : constants_) set(c.slot, c.value);
  for (auto& frame : frames_) frame.renew();
  for (BlockState<T>& block : blocks_) block.renew();
  std::ranges::fill(relations, RelationState<T>());
}

template <class T>
Jets<T>::Jets(const Tape& tape, int order, Blank)
    : order_(order),
      map_{static_cast<std::size_t>(order / 2 * 2) + 2, std::min(tape.slot_count, tape.series_count)},
      data_(map_(static_cast<Slot>(tape.slot_count)), T(0.0)),
      work_(2 * map_.stride, T(0.0)) {
  frames_.reserve(tape.functions.size());
  for (const auto& function : tape.functions) frames_.emplace_back(function->tape, order);
  blocks_.reserve(tape.blocks.size());
  for (const ImplicitBlock& block : tape.blocks) blocks_.emplace_back(block);
}

/// Orders from..to, each a variable in the kernel.
template <class T>
void run_orders(const Tape& tape, const Code& code, Jets<T>& jets, int from, int to) {
  for (int k = from; k <= to; ++k) Kernel<T, int>(tape, jets, k).run(code);
}

/// out[k+1] = a[k] / (k+1), k = from..last.
template <class T>
void integrate_orders(const T* a, T* out, int from, int last) {
  std::ptrdiff_t k = from;
  if constexpr (series::pairs_of<T>) {
    // The orders computed last are still on their way to memory, where two numbers cannot be read as a pair.
    const std::ptrdiff_t pairs_until = std::min(last - 3, static_cast<int>(series::reciprocals.size()) - 2);
    for (; k < pairs_until; k += 2)
      loose_pair(out + k + 1) = loose_pair(a + k) * loose_pair(series::reciprocals.data() + k + 1);
  }
  for (; k <= last; ++k) out[k + 1] = series::over_known(a[k], static_cast<int>(k) + 1);
}

/// The late integrations, orders from..to.
template <class T>
void run_late(const Code& code, Jets<T>& jets, int from, int to) {
  const int last = to < jets.order() ? to : jets.order() - 1;
  for (std::size_t i = code.instructions.size() - code.late; i < code.instructions.size(); ++i) {
    const Instruction& n = code.instructions[i];
    integrate_orders(static_cast<const T*>(jets[n.a]), jets[n.out], from, last);
  }
}

template <class T>
void run(const Tape& tape, const Code& code, Jets<T>& jets, int k) {
  run_orders(tape, code, jets, k, k);
  run_late(code, jets, k, k);
}

template <class T>
void run(const Tape& tape, const Code& code, Jets<T>& jets, int from, int to) {
  if (code.elementwise) return run_elementwise(tape, code, jets, from, to);
  run_orders(tape, code, jets, from, to);
  run_late(code, jets, from, to);
}

template <class T>
void run(ReadyCode<T>& code, int from, int to) {
  run(code.tape(), code.code(), code.jets(), from, to);
}

// run_double.cpp has its own kernels: nobody else may make them.
extern template class Jets<double>;
extern template void run(const Tape&, const Code&, Jets<double>&, int);
extern template void run(const Tape&, const Code&, Jets<double>&, int, int);
template <>
void run(ReadyCode<double>& code, int from, int to);

}  // namespace saltus
