#pragma once
// Operations with addresses instead of slots, and linear terms with the present values of their weights: made once for all orders of a
// series, so that an order does not decode them again.
//
// A term is weight * factor with the sign in the weight: (-w)*x and -(w*x), s - w*x and s + (-w)*x have the same bits.

#include <span>
#include <vector>

#include "tape/tape.hpp"

namespace saltus {

template <class T>
struct PreparedTerm {
  T weight;
  const T* factor;
};

/// The names are those of Instruction; what is not there is null.
template <class T>
struct Prepared {
  TapeOp op;
  T* out;
  T* out2;
  const T* a;
  const T* b;
  T* c;
  const PreparedTerm<T>* terms;  ///< those with a factor: constant terms concern order 0
  const PreparedTerm<T>* terms_end;
  const Instruction* source;
};

/// The operations of the code that is being run. Room grows with the largest code and is kept.
template <class T>
class PreparedCode {
 public:
  /// All but the late operations; at(slot): where its coefficients are. Valid until the next call, and while addresses and weights stay.
  template <class At>
  std::span<const Prepared<T>> prepare(const Tape& tape, const Code& code, At&& at) {
    const std::size_t count = code.instructions.size() - code.late;
    std::size_t terms = 0;
    for (std::size_t i = 0; i < count; ++i) terms += has_terms(code.instructions[i]) ? code.instructions[i].count : 0;
    if (operations_.size() < count) operations_.resize(count);
    if (terms_.size() < terms) terms_.resize(terms);
    const auto address = [&at](Slot s) -> T* { return s == no_slot ? nullptr : at(s); };
    PreparedTerm<T>* term = terms_.data();
    for (std::size_t i = 0; i < count; ++i) {
      const Instruction& n = code.instructions[i];
      Prepared<T>& p = operations_[i];
      p = {n.op, address(n.out), address(n.out2), address(n.a), address(n.b), address(n.c), term, term, &n};
      if (!has_terms(n)) continue;
      for (std::uint32_t t = n.index; t < n.index + n.count; ++t) {
        const LinearTerm& from = tape.terms[t];
        if (from.factor == no_slot) continue;
        const T weight = from.weight == no_slot ? T(1.0) : at(from.weight)[0];
        *term++ = {from.negative ? -weight : weight, at(from.factor)};
      }
      p.terms_end = term;
    }
    return {operations_.data(), count};
  }

 private:
  static bool has_terms(const Instruction& n) { return n.op == TapeOp::linear || n.op == TapeOp::integrate_linear; }

  std::vector<Prepared<T>> operations_;
  std::vector<PreparedTerm<T>> terms_;
};

}  // namespace saltus
