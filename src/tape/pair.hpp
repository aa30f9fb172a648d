#pragma once
// Two series that are multiplied by the same third one, side by side.

#include "number/pair.hpp"

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

[[gnu::always_inline]] inline Pair over_pair(const Pair& x, int n) { return x * Pair{1.0 / n, 1.0 / n}; }

}  // namespace saltus::series
