#pragma once
// Operations with addresses instead of slots, and linear terms with the present values of their weights: made once for all orders of a
// series, or for a whole run (tape/ready_code.hpp), so that an order does not decode them again.
//
// A term is weight * factor with the sign in the weight: (-w)*x and -(w*x), s - w*x and s + (-w)*x have the same bits.

#include <algorithm>
#include <span>
#include <vector>

#include "tape/prepared_op.hpp"
#include "tape/tape.hpp"

namespace saltus {

template <class T>
struct PreparedTerm {
  T weight;
  const T* factor;  ///< null: there is none
  const T* source;  ///< of the weight; null: it is 1
  bool negative;
};

/// The names are those of Instruction; what is not there is null.
template <class T>
struct Prepared {
  TapeOp op;
  PreparedOp prepared;
  T* out;
  T* out2;
  const T* a;
  const T* b;
  T* c;
  const PreparedTerm<T>* terms;  ///< those with a factor: constant terms concern order 0
  const PreparedTerm<T>* terms_end;
  const PreparedTerm<T>* first_terms;  ///< all, for order 0; those without a factor are their weight
  const PreparedTerm<T>* first_terms_end;
  const Instruction* source;
};

/// Coefficient 0 of a linear combination: constants count, and in a round weights may just have been computed.
[[nodiscard]] [[gnu::always_inline]] inline double first_coefficient(const Prepared<double>& n) {
  const auto value = [](const PreparedTerm<double>& t) {
    double term = t.source == nullptr ? 1.0 : *t.source;
    if (t.factor != nullptr) term = term * *t.factor;
    return t.negative ? -term : term;
  };
  const PreparedTerm<double>* t = n.first_terms;
  if (t == n.first_terms_end) return 0;
  double total = value(*t);
  while (++t != n.first_terms_end) total = total + value(*t);
  return total;
}

/// The operations of a code, with PreparedOp::end behind them; the late ones apart, after that. Room grows with the largest code and is kept.
template <class T>
class PreparedCode {
 public:
  /// at(slot): where its coefficients are. Valid until the next call, and while addresses stay; the weights are taken by take_weights().
  template <class At>
  void prepare(const Tape& tape, const Code& code, At&& at) {
    count_ = code.instructions.size() - code.late;
    std::size_t terms = 0;
    for (const Instruction& n : code.instructions) terms += count_terms(tape, n);
    late_ = code.late;
    if (operations_.size() < code.instructions.size() + 1) operations_.resize(code.instructions.size() + 1);
    if (terms_.size() < terms) terms_.resize(terms);
    const auto address = [&at](Slot s) -> T* { return s == no_slot ? nullptr : at(s); };
    PreparedTerm<T>* term = terms_.data();
    for (std::size_t i = 0; i < code.instructions.size(); ++i) {
      const Instruction& n = code.instructions[i];
      Prepared<T>& p = operations_[i < count_ ? i : i + 1];
      p = {n.op,         PreparedOp::rare, address(n.out), address(n.out2), address(n.a), address(n.b),
           address(n.c), term,             term,           term,            term,         &n};
      const auto add_terms = [&](bool constants) {
        for (const LinearTerm& from : terms_of(tape, n))
          if (constants || from.factor != no_slot)
            *term++ = {T(1.0), address(from.factor), address(from.weight), from.negative};
        return term;
      };
      p.terms_end = p.first_terms_end = add_terms(false);
      if (has_constants(tape, n)) {
        p.first_terms = term;
        p.first_terms_end = add_terms(true);
      }
      p.prepared = prepared_op(n, p.terms_end - p.terms);
    }
    operations_[count_] = {};
    operations_[count_].prepared = PreparedOp::end;
    used_terms_ = static_cast<std::size_t>(term - terms_.data());
  }

  /// Weights change between series, not within one.
  void take_weights() {
    for (std::size_t i = 0; i < used_terms_; ++i) {
      PreparedTerm<T>& t = terms_[i];
      const T weight = t.source == nullptr ? T(1.0) : *t.source;
      t.weight = t.negative ? -weight : weight;
    }
  }

  [[nodiscard]] std::span<const Prepared<T>> operations() const { return {operations_.data(), count_}; }
  [[nodiscard]] std::span<const Prepared<T>> late_operations() const { return {operations_.data() + count_ + 1, late_}; }

 private:
  static std::span<const LinearTerm> terms_of(const Tape& tape, const Instruction& n) {
    const bool has_terms = n.op == TapeOp::linear || n.op == TapeOp::integrate_linear;
    return std::span(tape.terms).subspan(has_terms ? n.index : 0, has_terms ? n.count : 0);
  }
  static bool has_constants(const Tape& tape, const Instruction& n) {
    return std::ranges::any_of(terms_of(tape, n), [](const LinearTerm& t) { return t.factor == no_slot; });
  }
  // Those with a factor, and beside them all where there are others.
  static std::size_t count_terms(const Tape& tape, const Instruction& n) {
    return terms_of(tape, n).size() * (has_constants(tape, n) ? 2 : 1);
  }

  std::vector<Prepared<T>> operations_;
  std::vector<PreparedTerm<T>> terms_;
  std::size_t count_ = 0, late_ = 0, used_terms_ = 0;
};

}  // namespace saltus
