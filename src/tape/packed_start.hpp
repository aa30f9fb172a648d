#pragma once
// Packed operations at order 0, where functions are called: for one number at a time, so that results are those of single
// operations.

#include <cmath>

#include "tape/packed_kernel.hpp"
#include "tape/packed_lanes.hpp"
#include "tape/packed_op.hpp"
#include "tape/series_functions.hpp"

namespace saltus {

/// f(lane) for every lane that has an operation.
template <class F>
[[gnu::always_inline]] inline void for_each_lane(const PackedOp& op, const F& f) {
  for (unsigned rest = op.used; rest != 0; rest &= rest - 1) f(__builtin_ctz(rest));
}

template <int N>
[[gnu::always_inline]] inline PackedSeries<N> first_combination(const PackedOp& op) {
  const auto term = [](const PackedTerm& t) __attribute__((always_inline)) {
    if (t.weight == nullptr) return t.factor == nullptr ? PackedSeries<N>(1.0) : factor_at<N>(t, 0);
    const PackedSeries<N>& weight = *series_at<N>(t.weight);
    return t.factor == nullptr ? weight : weight * factor_at<N>(t, 0);
  };
  const PackedTerm* t = op.all_terms;
  if (t == op.all_terms_end) return PackedSeries<N>(0.0);
  PackedSeries<N> total = term(*t);
  for (++t; t != op.all_terms_end; ++t) total = total + term(*t);
  return total;
}

/// One operation; `out` etc. are coefficients 0.
template <int N>
[[gnu::always_inline]] inline void start_packed(const PackedOp& n, bool integrates) {
  using Series = PackedSeries<N>;
  const Series *const a = series_at<N>(n.a), *const b = series_at<N>(n.b);  // null where there is no operand
  Series* const out = series_at<N>(n.out);
  switch (n.kind) {
    case PackedKind::copy: *out = *a; break;
    case PackedKind::neg: *out = -*a; break;
    case PackedKind::add: *out = *a + *b; break;
    case PackedKind::sub: *out = *a - *b; break;
    case PackedKind::mul: *out = *b * *a; break;
    case PackedKind::div: *out = *a / *b; break;
    case PackedKind::square: *out = *a * *a; break;
    case PackedKind::linear:
    case PackedKind::linear_of_two:
    case PackedKind::linear_of_three: *out = first_combination<N>(n); break;
    case PackedKind::integrate:
      if (integrates) out[1] = *a;
      break;
    case PackedKind::integrate_linear:
    case PackedKind::integrate_linear_of_two: {
      const Series derivative = first_combination<N>(n);
      if (n.out2 != nullptr) *series_at<N>(n.out2) = derivative;
      if (integrates) out[1] = derivative;
      break;
    }
    case PackedKind::sqrt: for_each_lane(n, [&](int i) { n.out[i] = std::sqrt(n.a[i]); }); break;
    case PackedKind::exp:
    case PackedKind::exp_of_rate: for_each_lane(n, [&](int i) { n.out[i] = std::exp(n.a[i]); }); break;
    case PackedKind::log: for_each_lane(n, [&](int i) { n.out[i] = std::log(n.a[i]); }); break;
    case PackedKind::sincos:
    case PackedKind::sincos_of_rate: series::sine_and_cosine(*a, *out, *series_at<N>(n.out2)); break;
    case PackedKind::select: *out = select(*series_at<N>(n.c) > Series(0.5), *a, *b); break;
    case PackedKind::pick: *out = picked_lanes<N>(*a, *b, n.picked); break;
    case PackedKind::integrate_sum:
    case PackedKind::integrate_sum_of_two:
    case PackedKind::integrate_sum_of_three:
    case PackedKind::outside:
    case PackedKind::end: break;
  }
}

/// Order 0 of a plan that has nothing outside.
template <int N>
[[gnu::always_inline]] inline const PackedOp* start_packed_code(const PackedOp* n, int last_order) {
  for (; n->kind != PackedKind::end; ++n) start_packed<N>(*n, last_order > 0);
  return n;
}

}  // namespace saltus
