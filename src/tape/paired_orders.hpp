#pragma once
// Two orders of a sum of products with one reading of the series.
//
// A coefficient of sine or cosine is a sum of rate[j] y[k-1-j]: three loads for two products, so that a processor waits for loads. But all terms of
// the next order except its first and its last one are known, too, and they are made of the same numbers. They are added while these are in
// registers, each sum from the middle outwards as in tape/series_sum.hpp, with the same bits; the next order adds the two that lack.

#include <utility>

#include "tape/series_sum.hpp"

namespace saltus {

/// Sums of rate[j] y[k-1-j], scaled by `inverse` for the one series and by -`inverse` for the other, and of rate[j] y[k-j] without its terms 0 and k.
template <class Vector, int K>
  requires(K >= 2)
struct PairedOrders {
  const Vector* rate;
  const Vector* y;
  const Vector* z;
  Vector inverse;
  struct Sums {
    Vector y, z;
  };
  Sums now, next;

  [[gnu::always_inline]] void add() {
    Partial<K - 1, 1, K - 2> a{*this};
    Partial<K, 1, K - 1> b{*this};
    [&]<int... I>(std::integer_sequence<int, I...>) __attribute__((always_inline)) {
      ((a.template pair<I>(), b.template pair<I>()), ...);
    }(std::make_integer_sequence<int, (K - 1) / 2>{});
    next = b.total();
    if constexpr (K == 2)
      now = {(term(y, 1, 1) + term(y, 1, 0)) * inverse, (term(z, 1, 1) + term(z, 1, 0)) * -inverse};
    else
      now = with_ends(a.total());
  }

  /// The last order of the two from `next` of the one before.
  [[gnu::always_inline]] Sums with_ends(const Sums& inner) const {
    return {series::with_scaled_ends(inner.y, rate[0], rate[K - 1], y[0], y[K - 1], inverse),
            series::with_scaled_ends(inner.z, rate[0], rate[K - 1], z[0], z[K - 1], Vector(-inverse))};
  }

 private:
  [[gnu::always_inline]] Vector term(const Vector* of, int order, int j) const { return rate[j] * of[order - j]; }

  /// Terms Low..High of the sums of one order.
  template <int Order, int Low, int High>
  struct Partial {
    static constexpr int n = High - Low + 1, pairs = n / 2;
    const PairedOrders& of;
    Vector y0{}, y1{}, y2{}, y3{}, z0{}, z1{}, z2{}, z3{};

    template <int I>
    [[gnu::always_inline]] void pair() {
      if constexpr (I < pairs) {
        constexpr int low = Low + pairs - 1 - I, high = High - pairs + 1 + I;
        const Vector r = of.rate[low], s = of.rate[high];
        const Vector yl = r * of.y[Order - low], yh = s * of.y[Order - high], zl = r * of.z[Order - low],
                     zh = s * of.z[Order - high];
        if constexpr (I == 0) {
          y0 = yl, y1 = yh, z0 = zl, z1 = zh;
        } else if constexpr (I == 1) {
          y2 = yl, y3 = yh, z2 = zl, z3 = zh;
        } else if constexpr (I % 2 == 0) {
          y0 = y0 + yl, y1 = y1 + yh, z0 = z0 + zl, z1 = z1 + zh;
        } else {
          y2 = y2 + yl, y3 = y3 + yh, z2 = z2 + zl, z3 = z3 + zh;
        }
      }
    }
    [[gnu::always_inline]] Sums total() const {
      constexpr int middle = Low + pairs;
      if constexpr (n <= 0) return {};
      if constexpr (n == 1) return {of.term(of.y, Order, middle), of.term(of.z, Order, middle)};
      Sums sums{y0 + y1, z0 + z1};
      if constexpr (pairs > 1) sums = {sums.y + (y2 + y3), sums.z + (z2 + z3)};
      if constexpr (n % 2 == 1) sums = {of.term(of.y, Order, middle) + sums.y, of.term(of.z, Order, middle) + sums.z};
      return sums;
    }
  };
};

}  // namespace saltus
