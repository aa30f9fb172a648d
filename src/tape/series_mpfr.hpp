#pragma once
// Sums over Mpfr: one accumulator and no temporary per term.

#include "number/mpfr.hpp"
#include "tape/series_sum.hpp"

namespace saltus::series {

template <>
inline constexpr bool accumulates_in_place<Mpfr> = true;

template <>
struct WeightedProduct<Mpfr> {
  using Number = Mpfr;
  const Mpfr* a;
  const Mpfr* b;
  int k;
  Mpfr scratch{};

  void add_to(Mpfr& sum, int j) {
    mpfr_mul_si(scratch.get(), a[j].get(), j, MPFR_RNDN);
    multiply_add(sum, scratch, b[k - j]);
  }
};

}  // namespace saltus::series
