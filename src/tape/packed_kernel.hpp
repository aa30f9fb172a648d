#pragma once
// Packed operations at one order. The same sums in the same order as in the other kernels: packed results have the same bits.

#include <type_traits>

#include "tape/packed_lanes.hpp"
#include "tape/packed_op.hpp"
#include "tape/paired_orders.hpp"
#include "tape/series_algebra.hpp"
#include "tape/series_functions.hpp"

namespace saltus {

template <int N, class Order>
[[gnu::always_inline]] inline PackedSeries<N> factor_at(const PackedTerm& t, Order k) {
  if (t.picked == nullptr) return series_at<N>(t.factor)[k];
  return picked_lanes<N>(series_at<N>(t.factor)[k], series_at<N>(t.other)[k], t.picked);
}

/// Orders in pairs: the first begins the sums of the second (tape/paired_orders.hpp).
enum class PackedPart : std::uint8_t { alone, first, second };

/// 1/n in all lanes, to be read: the compiler makes a vector of a number lane by lane.
template <int n>
alignas(64) inline constexpr double reciprocal_lanes[] = {1.0 / n, 1.0 / n, 1.0 / n, 1.0 / n,
                                                          1.0 / n, 1.0 / n, 1.0 / n, 1.0 / n};

/// The hot operations on bare vectors: what goes through objects of class Lanes is stored on the way.
template <int N, class Order, PackedPart part>
struct BareKernel {
  using Vector = typename LaneVectors<N>::Reals;
  using Bits = typename LaneVectors<N>::Bits;

  [[gnu::always_inline]] static const Vector* series(const double* p) { return reinterpret_cast<const Vector*>(p); }
  [[gnu::always_inline]] static Vector* series(double* p) { return reinterpret_cast<Vector*>(p); }
  /// Terms of sum a[j] b[k-j].
  struct Product {
    using Number = Vector;
    const Vector* a;
    const Vector* b;
    int k;
    [[gnu::always_inline]] Vector operator()(int j) const { return a[j] * b[k - j]; }
  };

  /// x / (k + 1)
  [[gnu::always_inline]] Vector over_next(const Vector& x) const {
    if constexpr (saltus::series::is_constant_order<Order>)
      return x * *series(reciprocal_lanes<Order::value + 1>);
    else
      return x * (Vector{} + 1.0 / (k + 1));
  }
  [[gnu::always_inline]] Vector term(const PackedTerm& t) const {
    Vector factor = series(t.factor)[k];
    if (t.picked != nullptr) factor = __builtin_shuffle(factor, series(t.other)[k], *reinterpret_cast<const Bits*>(t.picked));
    return t.weight == nullptr ? factor : *series(t.weight) * factor;
  }
  [[gnu::always_inline]] Vector combination(const PackedOp& op) const {
    const PackedTerm* t = op.terms;
    if (t == op.terms_end) return Vector{};
    Vector total = term(*t);
    for (++t; t != op.terms_end; ++t) total = total + term(*t);
    return total;
  }
  [[gnu::always_inline]] static Vector weighted(const double* weight, const Vector& x) {
    return weight == nullptr ? x : *series(weight) * x;
  }
  [[gnu::always_inline]] void integrate_sum(const PackedOp& op, const Vector& sum) const {
    Vector* const out = series(op.out);
    if (op.out2 != nullptr) series(op.out2)[k + 1] = over_next(out[k]);
    out[k + 1] = over_next(weighted(op.a, sum) + weighted(op.b, series(op.c)[k]));
  }
  [[gnu::always_inline]] void sincos_of_rate(const PackedOp& op) const {
    Vector *const s = series(op.out), *const c = series(op.out2);
    const Vector* const rate = series(op.b);
    const Vector inverse = *series(reciprocal_lanes<Order::value>);
    if constexpr (part == PackedPart::first) {
      PairedOrders<Vector, Order::value> both{rate, c, s, inverse, {}, {}};
      both.add();
      s[k] = both.now.y;
      c[k] = both.now.z;
      s[k + 1] = both.next.y;  // until the next order comes
      c[k + 1] = both.next.z;
    } else if constexpr (part == PackedPart::second) {
      const auto sums = PairedOrders<Vector, Order::value>{rate, c, s, inverse, {}, {}}.with_ends({s[k], c[k]});
      s[k] = sums.y;
      c[k] = sums.z;
    } else {
      const Vector s_k = saltus::series::scaled_sum(k, Product{rate, c, k - 1}, inverse);
      c[k] = saltus::series::scaled_sum(k, Product{rate, s, k - 1}, Vector(-inverse));
      s[k] = s_k;
    }
  }

  Order k;
};

/// Operations from n on at order k > 0: one jump for each run of equal ones.
template <int N, PackedPart part = PackedPart::alone, class Order>
[[gnu::always_inline]] inline const PackedOp* run_packed(const PackedOp* n, Order k, int last_order) {
  using Series = PackedSeries<N>;
  using Bare = BareKernel<N, Order, part>;
  const Bare bare{k};
  for (;;) {
    const PackedKind kind = n->kind;
    // f(operation, out, a, b)
    const auto each = [&n, kind](const auto& f) __attribute__((always_inline)) {
      do {
        f(*n, series_at<N>(n->out), series_at<N>(n->a), series_at<N>(n->b));
        ++n;
      } while (n->kind == kind);
    };
    const auto each_bare = [&n, kind](const auto& f) __attribute__((always_inline)) {
      do {
        f(*n, Bare::series(n->out), Bare::series(n->a), Bare::series(n->b));
        ++n;
      } while (n->kind == kind);
    };
#define SALTUS_EACH(what)                                                                      \
  each([&]([[maybe_unused]] const PackedOp& op, Series* out, [[maybe_unused]] const Series* a, \
           [[maybe_unused]] const Series* b) __attribute__((always_inline)) { what; });        \
  break
#define SALTUS_BARE(what)                                                                                         \
  each_bare([&]([[maybe_unused]] const PackedOp& op, [[maybe_unused]] typename Bare::Vector* out,                 \
                [[maybe_unused]] const typename Bare::Vector* a, [[maybe_unused]] const typename Bare::Vector* b) \
                __attribute__((always_inline)) { what; });                                                        \
  break
    switch (kind) {
      case PackedKind::copy: SALTUS_BARE(out[k] = a[k]);
      case PackedKind::neg: SALTUS_BARE(out[k] = -a[k]);
      case PackedKind::add: SALTUS_BARE(out[k] = a[k] + b[k]);
      case PackedKind::sub: SALTUS_BARE(out[k] = a[k] - b[k]);
      case PackedKind::mul: SALTUS_EACH(series::mul(a, b, out, k));
      case PackedKind::div: SALTUS_EACH(series::div(a, b, out, k));
      case PackedKind::square: SALTUS_EACH(series::square(a, out, k));
      case PackedKind::linear: SALTUS_BARE(out[k] = bare.combination(op));
      case PackedKind::linear_of_two: SALTUS_BARE(out[k] = bare.term(op.terms[0]) + bare.term(op.terms[1]));
      case PackedKind::linear_of_three:
        SALTUS_BARE(out[k] = (bare.term(op.terms[0]) + bare.term(op.terms[1])) + bare.term(op.terms[2]));
      case PackedKind::integrate: SALTUS_BARE(if (k < last_order) out[k + 1] = bare.over_next(a[k]));
      case PackedKind::integrate_linear:
        SALTUS_BARE(const typename Bare::Vector derivative = bare.combination(op);
                    if (op.out2 != nullptr) Bare::series(op.out2)[k] = derivative;
                    if (k < last_order) out[k + 1] = bare.over_next(derivative));
      case PackedKind::integrate_linear_of_two:
        SALTUS_BARE(if (k < last_order) out[k + 1] = bare.over_next(bare.term(op.terms[0]) + bare.term(op.terms[1])));
      case PackedKind::integrate_sum: SALTUS_BARE(if (k < last_order) bare.integrate_sum(op, bare.combination(op)));
      case PackedKind::integrate_sum_of_two:
        SALTUS_BARE(if (k < last_order) bare.integrate_sum(op, bare.term(op.terms[0]) + bare.term(op.terms[1])));
      case PackedKind::integrate_sum_of_three:
        SALTUS_BARE(if (k < last_order)
                        bare.integrate_sum(op, (bare.term(op.terms[0]) + bare.term(op.terms[1])) + bare.term(op.terms[2])));
      case PackedKind::sqrt: SALTUS_EACH(series::sqrt(a, out, k));
      case PackedKind::exp: SALTUS_EACH(series::exp(a, out, k));
      case PackedKind::exp_of_rate: SALTUS_EACH(series::exp(a, b, out, k));
      case PackedKind::log: SALTUS_EACH(series::log(a, out, k));
      case PackedKind::sincos: SALTUS_EACH(series::sincos(a, out, series_at<N>(op.out2), k));
      case PackedKind::sincos_of_rate:
        if constexpr (series::is_constant_order<Order>) {
          SALTUS_BARE(bare.sincos_of_rate(op));
        } else {
          SALTUS_EACH(series::sincos(a, b, out, series_at<N>(op.out2), out, k));
        }
      case PackedKind::select: SALTUS_EACH(out[k] = select(*series_at<N>(op.c) > Series(0.5), a[k], b[k]));
      case PackedKind::pick: SALTUS_EACH(out[k] = picked_lanes<N>(a[k], b[k], op.picked));
      case PackedKind::outside:
      case PackedKind::end: return n;
    }
#undef SALTUS_EACH
#undef SALTUS_BARE
  }
}

/// With the order a variable.
template <int N>
const PackedOp* run_packed_beyond(const PackedOp* n, int k, int last_order) {
  return run_packed<N>(n, k, last_order);
}

}  // namespace saltus
