#pragma once
// Prepared operations over doubles, at an order that is a constant.
//
// Every operation ends in a jump to the code of the next one, and every order in a jump to the next order: nothing is called (but at
// order 0), no registers are saved, and each of the jumps is predicted by itself. One loop with one switch for all of them took a fifth
// more time (docs/design/speed.md).

#include <iterator>
#include <span>
#include <type_traits>

#include "tape/constant_orders.hpp"
#include "tape/jets.hpp"
#include "tape/prepared.hpp"
#include "tape/rare_kernel.hpp"
#include "tape/series_algebra.hpp"
#include "tape/series_functions.hpp"

namespace saltus {

using Operation = const Prepared<double>*;

/// Orders of prepared operations that are to be run.
struct ConstantRun {
  const Tape& tape;
  Jets<double>& jets;
  Operation first;
  int to;     ///< the last order, below constant_orders
  int order;  ///< of the jets

  /// Where a kernel stopped: at a rare operation, or behind the last one.
  struct Position {
    Operation operation;
    int order;
  };
};

/// Coefficient K of a linear combination.
template <int K>
[[gnu::always_inline]] inline double combination(const Prepared<double>& n) {
  if constexpr (K == 0) {
    return first_coefficient(n);
  } else {
    if (n.terms == n.terms_end) return 0;
    double total = n.terms->weight * n.terms->factor[K];
    for (const PreparedTerm<double>* t = n.terms + 1; t != n.terms_end; ++t) total = total + t->weight * t->factor[K];
    return total;
  }
}

/// The same where two terms have a factor.
template <int K>
[[gnu::always_inline]] inline double combination_of_two(const Prepared<double>& n) {
  if constexpr (K == 0)
    return combination<0>(n);
  else
    return n.terms[0].weight * n.terms[0].factor[K] + n.terms[1].weight * n.terms[1].factor[K];
}

/// Operations from n on at order K, then all at orders K+1..run.to, up to the first rare one.
template <int K>
ConstantRun::Position run_constant(const ConstantRun& run, Operation n) {
  // By PreparedOp.
  static const void* const codes[] = {&&copy,
                                      &&neg,
                                      &&add,
                                      &&sub,
                                      &&mul,
                                      &&div,
                                      &&square,
                                      &&linear,
                                      &&linear_of_two,
                                      &&integrate,
                                      &&integrate_linear,
                                      &&integrate_linear_of_two,
                                      &&integrate_shown_linear,
                                      &&sqrt,
                                      &&exp,
                                      &&exp_of_rate,
                                      &&log,
                                      &&sincos,
                                      &&sincos_of_rate,
                                      &&select,
                                      &&not_,
                                      &&and_,
                                      &&or_,
                                      &&less,
                                      &&less_equal,
                                      &&greater,
                                      &&greater_equal,
                                      &&relation,
                                      &&rare,
                                      &&end};
  static_assert(std::size(codes) == static_cast<std::size_t>(PreparedOp::end) + 1);
#define SALTUS_GO_ON goto* codes[static_cast<std::size_t>((++n)->prepared)]
  constexpr std::integral_constant<int, K> k{};
  const auto bit = [](bool x) { return K == 0 && x ? 1.0 : 0.0; };  // what is discrete has no other orders
  goto* codes[static_cast<std::size_t>(n->prepared)];

copy:
  n->out[K] = n->a[K];
  SALTUS_GO_ON;
neg:
  n->out[K] = -n->a[K];
  SALTUS_GO_ON;
add:
  n->out[K] = n->a[K] + n->b[K];
  SALTUS_GO_ON;
sub:
  n->out[K] = n->a[K] - n->b[K];
  SALTUS_GO_ON;
mul:
  series::mul(n->a, n->b, n->out, k);
  SALTUS_GO_ON;
div:
  series::div(n->a, n->b, n->out, k);
  SALTUS_GO_ON;
square:
  series::square(n->a, n->out, k);
  SALTUS_GO_ON;
linear:
  n->out[K] = combination<K>(*n);
  SALTUS_GO_ON;
linear_of_two:
  n->out[K] = combination_of_two<K>(*n);
  SALTUS_GO_ON;
integrate:
  if (K < run.order) n->out[K + 1] = series::over(n->a[K], K + 1);
  SALTUS_GO_ON;
integrate_linear:
  if (K < run.order) n->out[K + 1] = series::over(combination<K>(*n), K + 1);
  SALTUS_GO_ON;
integrate_linear_of_two:
  if (K < run.order) n->out[K + 1] = series::over(combination_of_two<K>(*n), K + 1);
  SALTUS_GO_ON;
integrate_shown_linear:
  n->out2[K] = combination<K>(*n);
  if (K < run.order) n->out[K + 1] = series::over(n->out2[K], K + 1);
  SALTUS_GO_ON;
sqrt:
  series::sqrt(n->a, n->out, k);
  SALTUS_GO_ON;
exp:
  series::exp(n->a, n->out, k);
  SALTUS_GO_ON;
exp_of_rate:
  series::exp(n->a, n->b, n->out, k);
  SALTUS_GO_ON;
log:
  series::log(n->a, n->out, k);
  SALTUS_GO_ON;
sincos:
  series::sincos(n->a, n->out, n->out2, k);
  SALTUS_GO_ON;
sincos_of_rate:
  series::sincos(n->a, n->b, n->out, n->out2, n->c, k);
  SALTUS_GO_ON;
select:
  n->out[K] = choose(n->c[0] > 0.5, n->a[K], n->b[K]);
  SALTUS_GO_ON;
not_:
  n->out[K] = K == 0 ? 1.0 - n->a[0] : 0.0;
  SALTUS_GO_ON;
and_:
  n->out[K] = K == 0 ? n->a[0] * n->b[0] : 0.0;
  SALTUS_GO_ON;
or_:
  n->out[K] = bit(n->a[0] + n->b[0] > 0.5);
  SALTUS_GO_ON;
less:
  n->out[K] = bit(n->a[0] < n->b[0]);
  SALTUS_GO_ON;
less_equal:
  n->out[K] = bit(n->a[0] <= n->b[0]);
  SALTUS_GO_ON;
greater:
  n->out[K] = bit(n->a[0] > n->b[0]);
  SALTUS_GO_ON;
greater_equal:
  n->out[K] = bit(n->a[0] >= n->b[0]);
  SALTUS_GO_ON;
relation:
  n->out[K] = K == 0 ? decided(n->a[0], run.jets.relations[n->source->index]) : 0.0;
  SALTUS_GO_ON;
end:
  if constexpr (K + 1 < constant_orders) {
    if (K < run.to) return run_constant<K + 1>(run, run.first);
  }
rare:
  return {n, K};
#undef SALTUS_GO_ON
}

}  // namespace saltus
