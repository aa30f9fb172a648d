#pragma once
// Codes in which coefficient k of a result depends on coefficients k of its operands alone: sums, differences, linear combinations,
// selections. Each operation then runs over all orders at once, which costs one dispatch instead of one per order.

#include "tape/jets.hpp"
#include "tape/pair.hpp"
#include "tape/prepared.hpp"
#include "tape/series_algebra.hpp"

namespace saltus {

/// Is every operation of this kind?
[[nodiscard]] inline bool is_elementwise(TapeOp op) {
  return op == TapeOp::copy || op == TapeOp::neg || op == TapeOp::add || op == TapeOp::sub || op == TapeOp::linear;
}

/// out[k] = or += or -= weight x[k] for k = from..to; without weight: x[k]. `begins`: out is set. The same sums as in the kernels.
template <class T>
void add_term(T* out, const T* weight, const T* x, bool begins, bool negative, int from, int to) {
  const auto each = [=](const auto& value) {
    if (begins && negative)
      for (int k = from; k <= to; ++k) out[k] = -value(k);
    else if (begins)
      for (int k = from; k <= to; ++k) out[k] = value(k);
    else if (negative)
      for (int k = from; k <= to; ++k) out[k] = out[k] - value(k);
    else
      for (int k = from; k <= to; ++k) out[k] = out[k] + value(k);
  };
  if (weight == nullptr)
    each([x](int k) { return x[k]; });
  else
    each([x, w = *weight](int k) { return T(w * x[k]); });
}

/// A linear combination, orders from..to. Constant terms concern order 0 alone.
template <class T>
void run_linear(const Tape& tape, const Instruction& n, Jets<T>& jets, int from, int to) {
  T* const out = jets[n.out];
  if (from == 0) {
    T total(0.0);
    for (std::uint32_t i = n.index; i < n.index + n.count; ++i) {
      const LinearTerm& t = tape.terms[i];
      T value = t.factor == no_slot ? jets[t.weight][0] : jets[t.factor][0];
      if (t.factor != no_slot && t.weight != no_slot) value = jets[t.weight][0] * value;
      if (i == n.index)
        total = t.negative ? T(-value) : value;
      else
        total = t.negative ? T(total - value) : T(total + value);
    }
    out[0] = total;
  }
  const int begin = from > 0 ? from : 1;
  bool first = true;
  for (std::uint32_t i = n.index; i < n.index + n.count; ++i) {
    const LinearTerm& t = tape.terms[i];
    if (t.factor == no_slot) continue;
    const T* const weight = t.weight == no_slot ? nullptr : jets[t.weight];
    add_term(out, weight, static_cast<const T*>(jets[t.factor]), first, t.negative, begin, to);
    first = false;
  }
  if (first)
    for (int k = begin; k <= to; ++k) out[k] = T(0.0);
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
      default: run_linear(tape, n, jets, from, to); break;
    }
  }
}

/// Orders from..to, from > 0, of prepared operations, two orders at a time; the last ones singly, as integrations have just written them.
inline void run_elementwise(std::span<const Prepared<double>> operations, int from, int to) {
  // f(k) for one order and for two
  const auto fill = [from, to](double* out, const auto& one, const auto& two) {
    int k = from;
    for (; k < to - 6; k += 4) {
      const LoosePair first = two(k), second = two(k + 2);
      loose_pair(out + k) = first;
      loose_pair(out + k + 2) = second;
    }
    for (; k < to - 3; k += 2) loose_pair(out + k) = two(k);
    for (; k <= to; ++k) out[k] = one(k);
  };
  for (const Prepared<double>& n : operations) {
    double* const out = n.out;
    const double* const a = n.a;
    const double* const b = n.b;
    switch (n.op) {
      case TapeOp::copy: fill(out, [a](int k) { return a[k]; }, [a](int k) { return loose_pair(a + k); }); break;
      case TapeOp::neg: fill(out, [a](int k) { return -a[k]; }, [a](int k) { return -loose_pair(a + k); }); break;
      case TapeOp::add:
        fill(out, [=](int k) { return a[k] + b[k]; }, [=](int k) { return loose_pair(a + k) + loose_pair(b + k); });
        break;
      case TapeOp::sub:
        fill(out, [=](int k) { return a[k] - b[k]; }, [=](int k) { return loose_pair(a + k) - loose_pair(b + k); });
        break;
      default:
        if (n.terms == n.terms_end) fill(out, [](int) { return 0.0; }, [](int) { return LoosePair{0.0, 0.0}; });
        for (const PreparedTerm<double>* t = n.terms; t != n.terms_end; ++t) {
          const double w = t->weight;
          const double* const x = t->factor;
          if (t == n.terms)
            fill(out, [=](int k) { return w * x[k]; }, [=](int k) { return w * loose_pair(x + k); });
          else
            fill(
                out, [=](int k) { return out[k] + w * x[k]; },
                [=](int k) { return loose_pair(out + k) + w * loose_pair(x + k); });
        }
        break;
    }
  }
}

}  // namespace saltus
