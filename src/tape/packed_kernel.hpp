#pragma once
// Packed operations at one order. The same sums in the same order as in the other kernels: packed results have the same bits.

#include <type_traits>

#include "tape/packed_lanes.hpp"
#include "tape/packed_op.hpp"
#include "tape/series_algebra.hpp"
#include "tape/series_functions.hpp"

namespace saltus {

template <int N, class Order>
[[gnu::always_inline]] inline PackedSeries<N> factor_at(const PackedTerm& t, Order k) {
  if (t.picked == nullptr) return series_at<N>(t.factor)[k];
  return picked_lanes<N>(series_at<N>(t.factor)[k], series_at<N>(t.other)[k], t.picked);
}

/// Operations from n on at order k > 0: one jump for each run of equal ones.
template <int N, class Order>
[[gnu::always_inline]] inline const PackedOp* run_packed(const PackedOp* n, Order k, int last_order) {
  using Series = PackedSeries<N>;
  const auto term = [k](const PackedTerm& t)
                        __attribute__((always_inline)) { return *series_at<N>(t.weight) * factor_at<N>(t, k); };
  const auto combination = [&term](const PackedOp& op) __attribute__((always_inline)) {
    const PackedTerm* t = op.terms;
    if (t == op.terms_end) return Series(0.0);
    Series total = term(*t);
    for (++t; t != op.terms_end; ++t) total = total + term(*t);
    return total;
  };
  for (;;) {
    const PackedKind kind = n->kind;
    // f(operation, out, a, b)
    const auto each = [&n, kind](const auto& f) __attribute__((always_inline)) {
      do {
        f(*n, series_at<N>(n->out), series_at<N>(n->a), series_at<N>(n->b));
        ++n;
      } while (n->kind == kind);
    };
#define SALTUS_EACH(what)                                                                      \
  each([&]([[maybe_unused]] const PackedOp& op, Series* out, [[maybe_unused]] const Series* a, \
           [[maybe_unused]] const Series* b) __attribute__((always_inline)) { what; });        \
  break
    switch (kind) {
      case PackedKind::copy: SALTUS_EACH(out[k] = a[k]);
      case PackedKind::neg: SALTUS_EACH(out[k] = -a[k]);
      case PackedKind::add: SALTUS_EACH(out[k] = a[k] + b[k]);
      case PackedKind::sub: SALTUS_EACH(out[k] = a[k] - b[k]);
      case PackedKind::mul: SALTUS_EACH(series::mul(a, b, out, k));
      case PackedKind::div: SALTUS_EACH(series::div(a, b, out, k));
      case PackedKind::square: SALTUS_EACH(series::square(a, out, k));
      case PackedKind::linear: SALTUS_EACH(out[k] = combination(op));
      case PackedKind::linear_of_two: SALTUS_EACH(out[k] = term(op.terms[0]) + term(op.terms[1]));
      case PackedKind::linear_of_three: SALTUS_EACH(out[k] = (term(op.terms[0]) + term(op.terms[1])) + term(op.terms[2]));
      case PackedKind::integrate: SALTUS_EACH(if (k < last_order) out[k + 1] = series::over_known(a[k], k + 1));
      case PackedKind::integrate_linear:
        SALTUS_EACH(const Series derivative = combination(op); if (op.out2 != nullptr) series_at<N>(op.out2)[k] = derivative;
                    if (k < last_order) out[k + 1] = series::over_known(derivative, k + 1));
      case PackedKind::integrate_linear_of_two:
        SALTUS_EACH(if (k < last_order) out[k + 1] = series::over_known(Series(term(op.terms[0]) + term(op.terms[1])), k + 1));
      case PackedKind::sqrt: SALTUS_EACH(series::sqrt(a, out, k));
      case PackedKind::exp: SALTUS_EACH(series::exp(a, out, k));
      case PackedKind::exp_of_rate: SALTUS_EACH(series::exp(a, b, out, k));
      case PackedKind::log: SALTUS_EACH(series::log(a, out, k));
      case PackedKind::sincos: SALTUS_EACH(series::sincos(a, out, series_at<N>(op.out2), k));
      case PackedKind::sincos_of_rate: SALTUS_EACH(series::sincos(a, b, out, series_at<N>(op.out2), out, k));
      case PackedKind::select: SALTUS_EACH(out[k] = select(*series_at<N>(op.c) > Series(0.5), a[k], b[k]));
      case PackedKind::pick: SALTUS_EACH(out[k] = picked_lanes<N>(a[k], b[k], op.picked));
      case PackedKind::outside:
      case PackedKind::end: return n;
    }
#undef SALTUS_EACH
  }
}

/// With the order a variable.
template <int N>
const PackedOp* run_packed_beyond(const PackedOp* n, int k, int last_order) {
  return run_packed<N>(n, k, last_order);
}

}  // namespace saltus
