#pragma once
// Two series that are multiplied by the same third one, side by side.

#include <type_traits>

#include "number/pair.hpp"
#include "tape/series_sum.hpp"

namespace saltus::series {

template <class T>
inline constexpr bool pairs_of = false;
template <>
inline constexpr bool pairs_of<double> = true;

/// Room for pairs in slots, which are aligned to them.
[[gnu::always_inline]] inline Pair* as_pairs(double* slots) { return reinterpret_cast<Pair*>(slots); }

/// Terms of sum rate[j] pairs[k-j].
struct PairProduct {
  using Number = Pair;
  const double* rate;
  const Pair* pairs;
  int k;
  [[gnu::always_inline]] Pair operator()(int j) const { return Pair{rate[j], rate[j]} * pairs[k - j]; }
};

/// Cosine and sine at order K > 0 from sine' = rate cosine, cosine' = -rate sine.
template <int K>
[[gnu::always_inline]] inline Pair next_pair(const double* rate, const Pair* pairs) {
  constexpr double inverse = 1.0 / K;
  constexpr Pair scale{-inverse, inverse};
  const auto swapped = [](const Pair& x) __attribute__((always_inline)) { return Pair{x[1], x[0]}; };
  const PairProduct term{rate, pairs, K - 1};
  if constexpr (K < 3) {
    return swapped(constant_sum<0, K - 1>(term)) * scale;
  } else {
    const Pair rest = sum_between_ends(std::integral_constant<int, K>{}, term);
    return with_scaled_ends(swapped(rest), Pair{rate[0], rate[0]}, Pair{rate[K - 1], rate[K - 1]}, swapped(pairs[0]),
                            swapped(pairs[K - 1]), scale);
  }
}

}  // namespace saltus::series
