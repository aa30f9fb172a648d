#pragma once
// Sums over DoubleDouble: the products are summed exactly in the high part, their errors in a second sum (T. Ogita, S. M. Rump, S. Oishi, Accurate sum and dot product, SIAM J. Sci. Comput. 26,
// 2005, algorithm 5.3). That is as good as DoubleDouble for every term, at half of its cost, and joined once at the end.

#include "number/double_double.hpp"
#include "tape/series_algebra.hpp"

namespace saltus::series {

/// Sum of a[j] b[k-j], j = low..high.
[[nodiscard]] DoubleDouble product_sum(const DoubleDouble* a, const DoubleDouble* b, int k, int low, int high);
/// Sum of j a[j] b[k-j].
[[nodiscard]] DoubleDouble weighted_product_sum(const DoubleDouble* a, const DoubleDouble* b, int k, int low, int high);

template <>
inline constexpr bool scales_ends<DoubleDouble> = false;

/// x / n. The reciprocals of doubles, which others multiply by, have half of the digits.
[[nodiscard]] DoubleDouble divided(const DoubleDouble& x, int n);

template <>
inline DoubleDouble over(const DoubleDouble& x, int n) {
  return divided(x, n);
}

template <>
inline DoubleDouble over_known(const DoubleDouble& x, int n) {
  return divided(x, n);
}

template <>
inline DoubleDouble runtime_sum(int low, int high, Product<DoubleDouble> term) {
  return product_sum(term.a, term.b, term.k, low, high);
}

template <>
inline DoubleDouble runtime_sum(int low, int high, WeightedProduct<DoubleDouble> term) {
  return weighted_product_sum(term.a, term.b, term.k, low, high);
}

}  // namespace saltus::series
