#pragma once
// Groups as series of lanes, and lanes in other arrangements.

#include <cstdint>
#include <utility>

#include "number/lanes.hpp"
#include "number/register_mask.hpp"

namespace saltus {

namespace {
/// Makes everything wide the own of the unit that includes this, which is compiled for its instruction set.
struct PackedHere {
#ifdef __AVX512DQ__
  using Truth = RegisterMask<PackedHere>;
#endif
};
}  // namespace

template <int N>
using PackedSeries = Lanes<PackedHere, N>;

template <int N>
[[gnu::always_inline]] inline const PackedSeries<N>* series_at(const double* p) {
  return reinterpret_cast<const PackedSeries<N>*>(p);
}
template <int N>
[[gnu::always_inline]] inline PackedSeries<N>* series_at(double* p) {
  return reinterpret_cast<PackedSeries<N>*>(p);
}

/// Lane i is lane which[i] of a, or which[i] - N of b.
template <int N>
[[gnu::always_inline]] inline PackedSeries<N> picked_lanes(const PackedSeries<N>& a, const PackedSeries<N>& b,
                                                           const std::int64_t* which) {
  using Bits = typename LaneVectors<N>::Bits;
  return PackedSeries<N>(__builtin_shuffle(a.vector(), b.vector(), *reinterpret_cast<const Bits*>(which)));
}

/// Rows i and i + D of a matrix: their blocks of D lanes that lie across the diagonal change places.
template <int N, int D, int... L>
[[gnu::always_inline]] inline void exchange_blocks(typename LaneVectors<N>::Reals& low, typename LaneVectors<N>::Reals& high,
                                                   std::integer_sequence<int, L...>) {
  using Bits = typename LaneVectors<N>::Bits;
  const auto a = low, b = high;
  low = __builtin_shuffle(a, b, Bits{((L & D) == 0 ? L : N + L - D)...});
  high = __builtin_shuffle(a, b, Bits{((L & D) == 0 ? L + D : N + L)...});
}

/// Rows become columns.
template <int N, int D = N / 2>
[[gnu::always_inline]] inline void transpose(typename LaneVectors<N>::Reals (&rows)[N]) {
#pragma GCC unroll 8
  for (int i = 0; i < N; ++i)
    if ((i & D) == 0) exchange_blocks<N, D>(rows[i], rows[i + D], std::make_integer_sequence<int, N>{});
  if constexpr (D > 1) transpose<N, D / 2>(rows);
}

/// Coefficients first..last of a group to series, one for each lane: N at a time, the last ones with some that were written before.
template <int N>
[[gnu::always_inline]] inline void write_series(const double* group, double* const* series, int first, int last) {
  using Vector = typename LaneVectors<N>::Reals;
  typedef double Loose __attribute__((vector_size(8 * N), aligned(8)));
  int k = first;
  if (last - first + 1 >= N) {
    for (bool more = true; more; k += N) {
      if (k > last + 1 - N) k = last + 1 - N;
      Vector rows[N];
#pragma GCC unroll 8
      for (int i = 0; i < N; ++i) rows[i] = series_at<N>(group)[k + i].vector();
      transpose<N>(rows);
#pragma GCC unroll 8
      for (int i = 0; i < N; ++i) *reinterpret_cast<Loose*>(series[i] + k) = rows[i];
      more = k + N <= last;
    }
    return;
  }
  for (; k <= last; ++k)
    for (int i = 0; i < N; ++i) series[i][k] = group[k * N + i];
}

}  // namespace saltus
