#pragma once
// States in groups: what is asked about all of them at the end of every series, for a group at a time. The same operations as for one
// state (solve/polynomial.hpp, solve/taylor.hpp), so the same bits.

#include <utility>

#include "number/four_sums.hpp"
#include "tape/packed_lanes.hpp"
#include "tape/state_group.hpp"

namespace saltus {

/// Of smaller scales the inverse may be infinite.
inline constexpr double smallest_state_scale = 1e-300;

/// Values at s of polynomials of degree d >= 5 become the values at 0; s > 1e-60. As quick_horner. Lanes that are no states stay zero.
template <int N>
[[gnu::always_inline]] inline void move_states(StateGroup* first, StateGroup* end, double s, int d) {
  using Vector = typename LaneVectors<N>::Reals;
  using Bits = typename LaneVectors<N>::Bits;
  const Vector step = Vector{} + s;
  for (StateGroup* g = first; g != end; ++g) {
    Vector* const q = reinterpret_cast<Vector*>(g->series);
    const Vector value = sum_by_fours<Vector>(q, static_cast<std::size_t>(d) + 1, step);
    q[0] = Vector(Bits(value) & *reinterpret_cast<const Bits*>(g->counts));
  }
}

template <int N>
[[gnu::always_inline]] inline void note_state_sizes(StateGroup* first, StateGroup* end) {
  using Series = PackedSeries<N>;
  for (StateGroup* g = first; g != end; ++g) {
    Series& largest = *series_at<N>(g->largest);
    const Series size = abs(*series_at<N>(g->series));
    largest = select(size > largest, size, largest);
  }
}

/// f of all lanes, halves onto each other.
template <int N, int D, class Vector, class F, int... L>
[[gnu::always_inline]] inline auto fold_lanes(const Vector& x, const F& f, std::integer_sequence<int, L...> lanes) {
  using Bits = typename LaneVectors<N>::Bits;
  const Vector folded = f(x, Vector(__builtin_shuffle(x, Bits{(L ^ D)...})));
  if constexpr (D > 1)
    return fold_lanes<N, D / 2>(folded, f, lanes);
  else
    return folded[0];
}
template <int N, class Vector, class F>
[[gnu::always_inline]] inline auto fold_lanes(const Vector& x, const F& f) {
  return fold_lanes<N, N / 2>(x, f, std::make_integer_sequence<int, N>{});
}

/// From the coefficients n, n-1, n-2. False: some state has to be looked at by itself, as its last terms vanish, it is not above its
/// floor, or something is not finite. Without answers of comparisons as vectors, which the compiler would take apart.
template <int N>
[[gnu::always_inline]] inline bool worst_terms(const StateGroup* first, const StateGroup* end, int n, WorstTerms& worst) {
  using Vector = typename LaneVectors<N>::Reals;
  using Bits = typename LaneVectors<N>::Bits;
  const Bits magnitude = Bits{} + 0x7fffffffffffffff;
  Vector last{}, second{}, third{}, least_terms = Vector{} + 1.0, least_scale = least_terms, least_room = least_terms;
  Bits not_finite{};
  for (const StateGroup* g = first; g != end; ++g) {
    const Vector* const x = reinterpret_cast<const Vector*>(g->series);
    const Bits counts = *reinterpret_cast<const Bits*>(g->counts);
    const auto size_of = [&](int k) __attribute__((always_inline)) { return Vector(Bits(x[k]) & magnitude); };
    const Vector now = size_of(0), largest = *reinterpret_cast<const Vector*>(g->largest);
    const Vector nominal = *reinterpret_cast<const Vector*>(g->nominal);
    const Vector known = nominal > 0.0 ? nominal : largest;
    const Vector scale = now > known ? now : known;
    const Vector size = size_of(n), size1 = size_of(n - 1), size2 = size_of(n - 2), terms = (size + size1) + size2;
    const Vector with_first = terms + size_of(1);
    not_finite |= Bits(with_first - with_first) & counts;  // NaN, or 0
    const auto fall = [&](Vector& least, const Vector& value) __attribute__((always_inline)) {
      const Vector counted = Vector(Bits(value) | ~counts);  // else NaN
      least = counted < least ? counted : least;
    };
    const auto grow = [&](Vector& most, const Vector& value) __attribute__((always_inline)) {
      const Vector counted = Vector(Bits(value) & counts);
      most = counted > most ? counted : most;
    };
    fall(least_terms, terms);
    fall(least_scale, scale - *reinterpret_cast<const Vector*>(g->floor));
    fall(least_room, *reinterpret_cast<const Vector*>(g->ceiling) - now);
    const Vector inverse = 1.0 / scale;
    grow(last, size * inverse);
    grow(second, size1 * inverse);
    grow(third, size2 * inverse);
  }
  const auto larger = [](const Vector& x, const Vector& y) __attribute__((always_inline)) { return y > x ? y : x; };
  const auto smaller = [](const Vector& x, const Vector& y) __attribute__((always_inline)) { return y < x ? y : x; };
  const auto either = [](const Bits& x, const Bits& y) __attribute__((always_inline)) { return x | y; };
  worst = {fold_lanes<N>(last, larger), fold_lanes<N>(second, larger), fold_lanes<N>(third, larger),
           fold_lanes<N>(least_room, smaller) < 0};
  return fold_lanes<N>(not_finite, either) == 0 && fold_lanes<N>(least_terms, smaller) > 0 &&
         fold_lanes<N>(least_scale, smaller) > smallest_state_scale;
}

}  // namespace saltus
