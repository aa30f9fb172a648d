#pragma once
// Codes in which coefficient k of a result depends on coefficients k of its operands alone: sums, differences, linear combinations,
// selections. Each operation then runs over all orders at once, which costs one dispatch instead of one per order.

#include <cstddef>
#include <span>

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

/// out[k] for k = from..to, from > 0: one(k), or two(k) and the next at once; the last ones singly, as integrations have just written what
/// they read.
template <class One, class Two>
[[gnu::always_inline]] inline void fill_orders(double* out, std::ptrdiff_t from, std::ptrdiff_t to, const One& one,
                                               const Two& two) {
  std::ptrdiff_t k = from;
  for (; k < to - 6; k += 4) {
    const LoosePair first = two(k), second = two(k + 2);
    loose_pair(out + k) = first;
    loose_pair(out + k + 2) = second;
  }
  for (; k < to - 3; k += 2) loose_pair(out + k) = two(k);
  for (; k <= to; ++k) out[k] = one(k);
}

/// A linear combination, orders from..to, from > 0.
inline void run_linear(const Prepared<double>& n, std::ptrdiff_t from, std::ptrdiff_t to) {
  using K = std::ptrdiff_t;
  double* const out = n.out;
  if (n.terms == n.terms_end) return fill_orders(out, from, to, [](K) { return 0.0; }, [](K) { return LoosePair{0.0, 0.0}; });
  const PreparedTerm<double>* t = n.terms;
  fill_orders(
      out, from, to, [w = t->weight, x = t->factor](K k) { return w * x[k]; },
      [w = t->weight, x = t->factor](K k) { return w * loose_pair(x + k); });
  while (++t != n.terms_end)
    fill_orders(
        out, from, to, [out, w = t->weight, x = t->factor](K k) { return out[k] + w * x[k]; },
        [out, w = t->weight, x = t->factor](K k) { return loose_pair(out + k) + w * loose_pair(x + k); });
}

/// A sum, a difference, a copy, orders from..to.
[[gnu::noinline]] inline void run_plain(const Prepared<double>& n, std::ptrdiff_t from, std::ptrdiff_t to) {
  using K = std::ptrdiff_t;
  double* const out = n.out;
  const double* const a = n.a;
  const double* const b = n.b;
  const auto fill = [out, from, to](const auto& one, const auto& two) {
    if (from == 0) out[0] = one(0);
    fill_orders(out, from > 0 ? from : 1, to, one, two);
  };
  switch (n.op) {
    case TapeOp::copy: return fill([a](K k) { return a[k]; }, [a](K k) { return loose_pair(a + k); });
    case TapeOp::neg: return fill([a](K k) { return -a[k]; }, [a](K k) { return -loose_pair(a + k); });
    case TapeOp::add:
      return fill([a, b](K k) { return a[k] + b[k]; }, [a, b](K k) { return loose_pair(a + k) + loose_pair(b + k); });
    default: return fill([a, b](K k) { return a[k] - b[k]; }, [a, b](K k) { return loose_pair(a + k) - loose_pair(b + k); });
  }
}

/// Orders from..to of prepared operations; weighted where orders above 0 are wanted.
inline void run_elementwise(std::span<const Prepared<double>> operations, int from, int to) {
  for (const Prepared<double>& n : operations) {
    if (n.op != TapeOp::linear) {
      run_plain(n, from, to);
      continue;
    }
    if (from == 0) n.out[0] = first_coefficient(n);
    if (to > 0) run_linear(n, from > 0 ? from : 1, to);
  }
}

}  // namespace saltus
