#pragma once
// Codes in which coefficient k of a result depends on coefficients k of its operands alone: sums, differences, linear combinations,
// selections. Each operation then runs over all orders at once, which costs one dispatch instead of one per order.

#include "tape/jets.hpp"
#include "tape/series_algebra.hpp"

namespace saltus {

/// Is every operation of this kind?
[[nodiscard]] inline bool is_elementwise(TapeOp op) {
  return op == TapeOp::copy || op == TapeOp::neg || op == TapeOp::add || op == TapeOp::sub || op == TapeOp::linear;
}

/// Orders from..to of an elementwise code.
template <class T>
void run_elementwise(const Tape& tape, const Code& code, Jets<T>& jets, int from, int to) {
  for (const Instruction& n : code.instructions) {
    T* const out = jets[n.out];
    const T* const a = n.a == no_slot ? nullptr : jets[n.a];
    const T* const b = n.b == no_slot ? nullptr : jets[n.b];
    switch (n.op) {
      case TapeOp::copy:
        for (int k = from; k <= to; ++k) out[k] = a[k];
        break;
      case TapeOp::neg:
        for (int k = from; k <= to; ++k) out[k] = -a[k];
        break;
      case TapeOp::add:
        for (int k = from; k <= to; ++k) out[k] = a[k] + b[k];
        break;
      case TapeOp::sub:
        for (int k = from; k <= to; ++k) out[k] = a[k] - b[k];
        break;
      default: {  // linear: the same sums in the same order as in the kernels
        bool first = true, first_constant = true;
        for (std::uint32_t i = n.index; i < n.index + n.count; ++i) {
          const LinearTerm& t = tape.terms[i];
          if (t.factor == no_slot) {
            if (from == 0) {
              const T w = jets[t.weight][0];
              out[0] = first_constant ? (t.negative ? T(-w) : w) : (t.negative ? T(out[0] - w) : T(out[0] + w));
              first_constant = false;
            }
            continue;
          }
          const T* const x = jets[t.factor];
          for (int k = from; k <= to; ++k) {
            const T value = t.weight == no_slot ? x[k] : T(jets[t.weight][0] * x[k]);
            const bool begins = k == 0 ? first_constant : first;
            out[k] = begins ? (t.negative ? T(-value) : value) : (t.negative ? T(out[k] - value) : T(out[k] + value));
          }
          first = false;
          first_constant = false;
        }
        if (first)
          for (int k = from > 0 ? from : 1; k <= to; ++k) out[k] = T(0.0);
        if (first_constant && from == 0) out[0] = T(0.0);
      }
    }
  }
}

}  // namespace saltus
