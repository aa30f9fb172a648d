#pragma once
// The first crossing of a guard that is monotone on its stretch, or until a little behind that crossing, in all lanes at once: RootIsolator
// without its sweep, polish_root and the uncertainty of the root, with the same bits. What is seldom is `open`: the scalar code is asked
// about it.

#include "sim/lane_math.hpp"

namespace saltus::lanes {

/// A guard of degree n on [0, length] whose first coefficient is not zero, as DeflatedGuard has it.
template <class V>
struct LaneGuard {
  const V* q;
  int n;
  V length, tail, noise, relative;  ///< relative: of the coefficients and of their sum
  V sign;                           ///< at 0
  V size;                           ///< sum |q_j| length^j
};

/// `none` and `crosses` exclude each other; lanes that are neither are open.
template <class V>
struct LaneRoot {
  MaskOf<V> none, crosses;
  V at, uncertainty;
};

namespace detail {

constexpr double unit = 0x1p-53;

template <class V>
struct LanePolished {
  MaskOf<V> good;
  V at, slope, bend;
};

/// polish_root on [0, end], as long as every step stays inside its bracket. At most `most` values are taken.
template <class V>
LanePolished<V> polish(const LaneGuard<V>& g, const V& end, const V& start, const MaskOf<V>& asked, int most) {
  using M = MaskOf<V>;
  const std::span<const V> q(g.q, static_cast<std::size_t>(g.n) + 1);
  const V zero(0.0), u(unit);
  V lo = zero, hi = end, x = start, previous = hi - lo;
  M open = asked & (start > lo) & (start < hi), follows(false);
  LanePolished<V> result{M(false), zero, zero, zero};
  const auto settle = [&](const M& lanes, const V& at, const V& slope, const V& bend) {
    result.at = select(lanes, at, result.at);
    result.slope = select(lanes, slope, result.slope);
    result.bend = select(lanes, bend, result.bend);
    result.good = result.good | lanes;
    open = open & ~lanes;
  };
  for (int i = 0; i < most && any(open); ++i) {
    open = open & (hi - lo > V(2.0) * u * hi);
    const LocalShape<V> here = local_shape(q, x);
    settle(open & (here.value == zero), x, here.slope, here.bend);
    const M before = (here.value > zero) ^ (g.sign < zero);
    lo = select(before, x, lo);
    hi = select(before, hi, x);
    const V newton = here.value / here.slope;
    const V curved = newton * here.bend;
    const M is_near = abs(curved) + abs(curved) < abs(here.slope);
    const V next = select(is_near, x - (newton + newton * curved / here.slope), x - newton);
    const M inside = (next >= lo) & (next <= hi);
    const V move = abs(next - x);
    const V ratio = move / previous;
    const M small = move <= V(2.0) * u * x;
    const M done = small | (inside & is_near & follows & (V(16.0) * ratio * ratio * ratio * move <= u * x));
    const V last = select(inside, next, x);
    settle(open & done, last, here.slope + V(2.0) * here.bend * (last - x), here.bend);
    open = open & inside;
    if (i > 2) open = open & ~(move + move > previous);
    follows = inside & is_near;
    previous = move;
    x = next;
  }
  return result;
}

/// RootIsolator::guess.
template <class V>
V guess(const LaneGuard<V>& g, const V& end) {
  const V zero(0.0), first = g.q[0];
  const V linear = g.q[1] * g.length;
  const V bend = end - first - linear;
  const V under_root = linear * linear - V(4.0) * bend * first;
  const V square_root = sqrt(select(under_root > zero, under_root, zero));
  const V root = V(2.0) * first / select(linear > zero, -linear - square_root, square_root - linear);
  const auto good = (under_root > zero) & (root > zero) & (root < V(1.0));
  return select(good, g.length * root, g.length * (first / (first - end)));
}

/// Where a guard that turns back later is monotone until: RootIsolator::crosses_before_turning.
template <class V>
struct LaneBracket {
  MaskOf<V> good;
  V end, start;
};

template <class V>
LaneBracket<V> before_turning(const LaneGuard<V>& g, const MaskOf<V>& asked) {
  const std::span<const V> q(g.q, static_cast<std::size_t>(g.n) + 1);
  const V zero(0.0);
  const auto against = [&](const V& x) { return ((x < zero) & (g.sign > zero)) | ((x > zero) & (g.sign < zero)); };
  const V under_root = q[1] * q[1] - V(4.0) * q[2] * q[0];
  auto good = asked & against(q[1]) & (under_root > zero);
  if (!any(good)) return {good, zero, zero};
  const V start = V(2.0) * abs(q[0]) / (abs(q[1]) + sqrt(select(good, under_root, zero)));
  const LocalShape<V> there = local_shape(q, start);
  good = good & against(there.slope);
  const V root = start - there.value / there.slope;
  V margin = root * V(0.25);
  const V before_turn = (start - there.slope / (there.bend + there.bend) - root) * V(0.5);
  margin = select(against(-there.bend) & (before_turn < margin), before_turn, margin);
  const V end = root + margin;
  good = good & (root > zero) & (margin > zero) & (end < g.length);
  good = good & is_monotone(g.q, g.n, end, g.tail * V(g.n + 1));
  const V value = horner(q, end);
  good = good & ~against(-value) & (abs(value) > g.relative * g.size + g.noise + g.tail);
  return {good, end, root};
}

}  // namespace detail

/// Of the lanes `asked`. The last coefficient of g is not zero.
template <class V>
LaneRoot<V> first_crossing(const LaneGuard<V>& g, const MaskOf<V>& asked) {
  using M = MaskOf<V>;
  const V zero(0.0);
  LaneRoot<V> found{M(false), M(false), zero, zero};
  const M monotone = asked & is_monotone(g.q, g.n, g.length, g.tail * V(g.n + 1));
  const M away = ((g.q[1] > zero) & (g.sign > zero)) | ((g.q[1] < zero) & (g.sign < zero));
  found.none = monotone & away;
  M open = monotone & ~away;
  const std::span<const V> q(g.q, static_cast<std::size_t>(g.n) + 1);
  V bracket_end = g.length, start = zero;
  if (any(open)) {
    const V end = horner(q, g.length);
    const M stays = ((end > zero) & (g.sign > zero)) | ((end < zero) & (g.sign < zero));
    const M never = open & stays & (abs(end) > g.relative * g.size + g.noise);
    found.none = found.none | never;
    open = open & ~never;
    start = detail::guess(g, end);
  }
  if (any(asked & ~monotone)) {
    const auto bracket = detail::before_turning(g, asked & ~monotone);
    bracket_end = select(bracket.good, bracket.end, bracket_end);
    start = select(bracket.good, bracket.start, start);
    open = open | bracket.good;
  }
  if (!any(open)) return found;
  const auto root = detail::polish(g, bracket_end, start, open, 12);
  const V at = select(root.at < g.length, root.at, g.length);
  V error = g.relative * absolute_sum(q, at) + g.noise;
  error = select(g.tail > zero, error + g.tail * integer_power(V(at / g.length), g.n + 1), error);
  const V width = error / abs(root.slope);
  found.crosses = open & root.good & (root.slope != zero) & (abs(root.bend) * width * V(4.0) <= abs(root.slope));
  found.at = at;
  found.uncertainty = width + V(2 * detail::unit) * at;
  return found;
}

}  // namespace saltus::lanes
