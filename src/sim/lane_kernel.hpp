#pragma once
// The operations of a tape over lanes: each lane gets, bit for bit, what the kernels of tape/ give to a double.
//
// The order is a constant up to 23, so that the sums of the common operations are unrolled.

#include <cmath>
#include <utility>
#include <vector>

#include "number/lanes.hpp"
#include "tape/prepared.hpp"
#include "tape/series_algebra.hpp"
#include "tape/series_functions.hpp"

namespace saltus {

/// Sums of two series side by side.
template <class V>
struct LanePair {
  V first, second;
  LanePair() = default;
  [[gnu::always_inline]] explicit LanePair(double x) : first(x), second(x) {}
  [[gnu::always_inline]] LanePair(const V& a, const V& b) : first(a), second(b) {}
  [[gnu::always_inline]] friend LanePair operator+(const LanePair& a, const LanePair& b) {
    return {a.first + b.first, a.second + b.second};
  }
};

/// Terms of sum rate[j] c[k-j] and sum rate[j] s[k-j].
template <class V>
struct PairOfProducts {
  using Number = LanePair<V>;
  const V* rate;
  const V* c;
  const V* s;
  int k;
  [[gnu::always_inline]] Number operator()(int j) const { return {rate[j] * c[k - j], rate[j] * s[k - j]}; }
};

/// What an event round knows about the relations: see RelationState.
template <class V>
struct LaneRelation {
  V tie_bound, tie_sign;
};

/// The slots of one tape, orders 0 to `order`.
template <class V>
class LaneJets {
 public:
  LaneJets(const Tape& tape, int order)
      : order_(order), stride_(static_cast<std::size_t>(order) + 2), data_(tape.slot_count * stride_, V(0.0)) {}
  [[nodiscard]] V* operator[](Slot s) { return data_.data() + s * stride_; }
  [[nodiscard]] int order() const { return order_; }

 private:
  int order_;
  std::size_t stride_;
  std::vector<V> data_;
};

/// A code over such slots. Tape, code, jets and relations are referred to.
template <class V>
class LaneCode {
 public:
  LaneCode(const Tape& tape, const Code& code, LaneJets<V>& jets, const LaneRelation<V>* relations)
      : tape_(tape), code_(code), jets_(jets), relations_(relations) {
    prepared_.prepare(tape, code, [&jets](Slot s) { return jets[s]; });
    std::size_t all = 0;
    for (const Instruction& n : code.instructions) all += n.count;
    first_terms_.reserve(all + 1);
    for (const Prepared<V>& n : prepared_.operations()) {
      first_terms_of_.push_back(first_terms_.data() + first_terms_.size());
      if (is_linear(n.op)) add_first_terms(*n.source);
    }
    first_terms_of_.push_back(first_terms_.data() + first_terms_.size());
  }

  [[nodiscard]] bool empty() const { return code_.instructions.empty(); }

  /// Order 0.
  void evaluate() const {
    const FirstTerm* const* terms = first_terms_of_.data();
    for (const Prepared<V>& n : prepared_.operations()) {
      at_zero(n, terms[0], terms[1]);
      ++terms;
    }
    for (const Prepared<V>& n : prepared_.late_operations()) n.out[1] = n.a[0] * V(1.0);
  }

  /// Orders 1..to, after order 0. Weights are those that the slots have now.
  void extend(int to) {
    prepared_.take_weights();
    if (code_.elementwise) return elementwise(to);
    run_orders<1>(to);
    for (int k = constant_orders; k <= to; ++k)
      for (const Prepared<V>& n : prepared_.operations()) at_order(n, k);
    const int last = to < jets_.order() ? to : jets_.order() - 1;
    for (const Prepared<V>& n : prepared_.late_operations())
      for (int k = 1; k <= last; ++k) n.out[k + 1] = series::over_known(n.a[k], k + 1);
  }

 private:
  static constexpr int constant_orders = 24;

  template <int K>
  void run_orders(int to) const {
    if (K > to) return;
    for (const Prepared<V>& n : prepared_.operations()) at_order(n, std::integral_constant<int, K>());
    if constexpr (K + 1 < constant_orders) run_orders<K + 1>(to);
  }

  [[gnu::always_inline]] static V truth(const typename V::Truth& m) { return select(m, V(1.0), V(0.0)); }

  /// weight * factor, where what is not there is 1.
  struct FirstTerm {
    const V* weight;
    const V* factor;
    bool negative;
  };
  void add_first_terms(const Instruction& n) {
    const auto address = [this](Slot s) -> const V* { return s == no_slot ? nullptr : jets_[s]; };
    for (std::uint32_t i = n.index; i < n.index + n.count; ++i) {
      const LinearTerm& t = tape_.terms.data()[i];
      first_terms_.push_back({address(t.weight), address(t.factor), t.negative});
    }
  }
  [[gnu::always_inline]] static V value_of(const FirstTerm& t) {
    if (t.weight == nullptr) return t.factor == nullptr ? V(1.0) : *t.factor;
    return t.factor == nullptr ? *t.weight : *t.weight * *t.factor;
  }
  [[gnu::always_inline]] static V combination_at_zero(const FirstTerm* t, const FirstTerm* end) {
    if (t == end) return V(0.0);
    V total = t->negative ? -value_of(*t) : value_of(*t);
    for (++t; t != end; ++t) total = t->negative ? total - value_of(*t) : total + value_of(*t);
    return total;
  }

  [[gnu::always_inline]] static V combination(const Prepared<V>& n, int k) {
    if (n.terms == n.terms_end) return V(0.0);
    V total = n.terms->weight * n.terms->factor[k];
    for (const PreparedTerm<V>* t = n.terms + 1; t != n.terms_end; ++t) total = total + t->weight * t->factor[k];
    return total;
  }

  [[gnu::noinline]] static void sine_and_cosine(const Prepared<V>& n) { series::sine_and_cosine(*n.a, *n.out, *n.out2); }

  [[gnu::always_inline]] void integrate(const Prepared<V>& n, const V& derivative, int k) const {
    if (k < jets_.order()) n.out[k + 1] = series::over_known(derivative, k + 1);
  }

  [[gnu::always_inline]] void at_zero(const Prepared<V>& n, const FirstTerm* terms, const FirstTerm* terms_end) const {
    switch (n.op) {
      case TapeOp::copy: *n.out = *n.a; break;
      case TapeOp::neg: *n.out = -*n.a; break;
      case TapeOp::add: *n.out = *n.a + *n.b; break;
      case TapeOp::sub: *n.out = *n.a - *n.b; break;
      case TapeOp::mul: *n.out = *n.b * *n.a; break;
      case TapeOp::div: *n.out = *n.a / *n.b; break;
      case TapeOp::square: *n.out = *n.a * *n.a; break;
      case TapeOp::linear: *n.out = combination_at_zero(terms, terms_end); break;
      case TapeOp::integrate: integrate(n, *n.a, 0); break;
      case TapeOp::integrate_linear: {
        const V derivative = combination_at_zero(terms, terms_end);
        if (n.out2 != nullptr) *n.out2 = derivative;
        integrate(n, derivative, 0);
        break;
      }
      case TapeOp::sincos: sine_and_cosine(n); break;
      case TapeOp::select: *n.out = select(*n.c > V(0.5), *n.a, *n.b); break;
      case TapeOp::less: *n.out = truth(*n.a < *n.b); break;
      case TapeOp::less_equal: *n.out = truth(*n.a <= *n.b); break;
      case TapeOp::greater: *n.out = truth(*n.a > *n.b); break;
      case TapeOp::greater_equal: *n.out = truth(*n.a >= *n.b); break;
      case TapeOp::equal: *n.out = truth(*n.a == *n.b); break;
      case TapeOp::not_equal: *n.out = truth(*n.a != *n.b); break;
      case TapeOp::not_: *n.out = V(1.0) - *n.a; break;
      case TapeOp::and_: *n.out = *n.a * *n.b; break;
      case TapeOp::or_: *n.out = truth(*n.a + *n.b > V(0.5)); break;
      case TapeOp::relation: {
        const LaneRelation<V>& r = relations_[n.source->index];
        *n.out = truth(select(abs(*n.a) <= r.tie_bound, r.tie_sign, *n.a) > V(0.0));
        break;
      }
      default: rare_at_zero(n); break;
    }
  }

  // Functions that are taken lane by lane.
  [[gnu::noinline]] void rare_at_zero(const Prepared<V>& n) const {
    switch (n.op) {
      case TapeOp::exp: *n.out = exp(*n.a); break;
      case TapeOp::log: *n.out = log(*n.a); break;
      case TapeOp::log10: series::log10(n.a, n.out, n.out2, 0); break;
      case TapeOp::sqrt: *n.out = sqrt(*n.a); break;
      case TapeOp::tan: series::tan(n.a, n.out, n.out2, 0); break;
      case TapeOp::sinhcosh: series::sinhcosh(n.a, n.out, n.out2, 0); break;
      case TapeOp::tanh: series::tanh(n.a, n.out, n.out2, 0); break;
      case TapeOp::asin: series::asin(n.a, n.out, n.out2, 0); break;
      case TapeOp::acos: series::acos(n.a, n.out, n.out2, 0); break;
      case TapeOp::atan: series::atan(n.a, n.out, n.out2, 0); break;
      case TapeOp::atan2: series::atan2(n.a, n.b, n.out, n.out2, 0); break;
      case TapeOp::pow: *n.out = pow(*n.a, *n.b); break;
      case TapeOp::floor: *n.out = floor(*n.a); break;
      case TapeOp::sign: *n.out = truth(*n.a > V(0.0)) - truth(*n.a < V(0.0)); break;
      default: break;  // not in plans
    }
  }

  template <class Order>
  [[gnu::always_inline]] void at_order(const Prepared<V>& n, Order k) const {
    switch (n.op) {
      case TapeOp::copy: n.out[k] = n.a[k]; break;
      case TapeOp::neg: n.out[k] = -n.a[k]; break;
      case TapeOp::add: n.out[k] = n.a[k] + n.b[k]; break;
      case TapeOp::sub: n.out[k] = n.a[k] - n.b[k]; break;
      case TapeOp::mul: series::mul(n.a, n.b, n.out, k); break;
      case TapeOp::div: series::div(n.a, n.b, n.out, k); break;
      case TapeOp::square: series::square(n.a, n.out, k); break;
      case TapeOp::linear: n.out[k] = combination(n, k); break;
      case TapeOp::integrate: integrate(n, n.a[k], k); break;
      case TapeOp::integrate_linear: {
        const V derivative = combination(n, k);
        if (n.out2 != nullptr) n.out2[k] = derivative;
        integrate(n, derivative, k);
        break;
      }
      case TapeOp::sincos:
        if (n.b == nullptr) {
          series::sincos(n.a, n.out, n.out2, k);
        } else {
          sincos_of_rate(n, k);
        }
        break;
      case TapeOp::select: n.out[k] = select(*n.c > V(0.5), n.a[k], n.b[k]); break;
      default: rare_at_order(n, k); break;
    }
  }

  /// As series::sincos, with one reading of the rate.
  template <class Order>
  [[gnu::always_inline]] static void sincos_of_rate(const Prepared<V>& n, Order k) {
    const V *const rate = n.b, *const c = n.out2, *const s = n.out;
    const PairOfProducts<V> term{rate, c, s, k - 1};
    if (k < 3) {
      const LanePair<V> sum = series::sum<0, 1>(k, term);
      n.out[k] = series::over_known(sum.first, k);
      n.out2[k] = -series::over_known(sum.second, k);
    } else {
      const V inverse = series::over_known(V(1.0), k);
      const LanePair<V> rest = series::sum_between_ends(k, term);
      const V s_k = series::with_scaled_ends(rest.first, rate[0], rate[k - 1], c[0], c[k - 1], inverse);
      n.out2[k] = series::with_scaled_ends(rest.second, rate[0], rate[k - 1], s[0], s[k - 1], V(-inverse));
      n.out[k] = s_k;
    }
  }

  [[gnu::noinline]] void rare_at_order(const Prepared<V>& n, int k) const {
    switch (n.op) {
      case TapeOp::exp:
        if (n.b == nullptr)
          series::exp(n.a, n.out, k);
        else
          series::exp(n.a, n.b, n.out, k);
        break;
      case TapeOp::log: series::log(n.a, n.out, k); break;
      case TapeOp::log10: series::log10(n.a, n.out, n.out2, k); break;
      case TapeOp::tan: series::tan(n.a, n.out, n.out2, k); break;
      case TapeOp::sinhcosh: series::sinhcosh(n.a, n.out, n.out2, k); break;
      case TapeOp::tanh: series::tanh(n.a, n.out, n.out2, k); break;
      case TapeOp::asin: series::asin(n.a, n.out, n.out2, k); break;
      case TapeOp::acos: series::acos(n.a, n.out, n.out2, k); break;
      case TapeOp::atan: series::atan(n.a, n.out, n.out2, k); break;
      case TapeOp::atan2: series::atan2(n.a, n.b, n.out, n.out2, k); break;
      default: n.out[k] = V(0.0); break;  // what is discrete has no other orders
    }
  }

  // Sums of whole series: one operation after the other.
  void elementwise(int to) const {
    for (const Prepared<V>& n : prepared_.operations()) {
      if (n.op == TapeOp::linear && n.terms_end - n.terms == 1) {
        const V weight = n.terms->weight;
        for (int k = 1; k <= to; ++k) n.out[k] = weight * n.terms->factor[k];
      } else {
        for (int k = 1; k <= to; ++k) at_order(n, k);
      }
    }
  }

  const Tape& tape_;
  const Code& code_;
  LaneJets<V>& jets_;
  const LaneRelation<V>* relations_;
  PreparedCode<V> prepared_;
  std::vector<FirstTerm> first_terms_;            // of sums at order 0
  std::vector<const FirstTerm*> first_terms_of_;  // by operation, and the end
};

}  // namespace saltus
