#pragma once
// The numerics of solve/ over lanes. Every function gives in each lane the bits of the function of the same name there; where it would take
// a path that is seldom taken, it says so instead.

#include "number/lanes.hpp"
#include "solve/polynomial.hpp"

namespace saltus::lanes {

template <class V>
using MaskOf = typename V::Truth;

template <class V>
[[gnu::always_inline]] inline V larger(const V& a, const V& b) {
  return select(a > b, a, b);
}

/// solve/magnitude.hpp. x is finite and not zero.
template <class V>
[[gnu::always_inline]] inline V rough_log2(const V& x) {
  using Bits = typename V::Bits;
  const Bits bits = bits_of(x).vector() & (Bits{} + 0x7fffffffffffffff);
  const V m = V::from_bits((bits & (Bits{} + 0x000fffffffffffff)) | (Bits{} + 0x3ff0000000000000));
  // 2^52 + e has e in its last bits.
  const V exponent = V::from_bits((bits >> 52) | (Bits{} + 0x4330000000000000)) - V(0x1p52 + 1023);
  const V f = m - V(1.0);
  return exponent + f * (V(1.3465553) - V(0.3465553) * f);
}

/// -1000 < x < 1000.
template <class V>
[[gnu::always_inline]] inline V rough_exp2(const V& x) {
  const V magic(0x1.8p52);
  const V near = (x + magic) - magic;
  const V down = select(near > x, near - V(1.0), near), up = select(near < x, near + V(1.0), near);
  const V whole = select(x < V(0.0), up - V(1.0), down);
  const V f = x - whole;
  const V fraction = V(1.0) + f * (V(0.6565) + f * V(0.3435));
  const V biased = whole + V(0x1p52 + 1023);
  return fraction * V::from_bits(bits_of(biased).vector() << 52);
}

/// n + 1 coefficients. s > 1e-60.
template <class V>
[[gnu::always_inline]] inline V quick_horner(const V* q, int n, const V& s) {
  const std::span<const V> all(q, static_cast<std::size_t>(n) + 1);
  return n < 5 ? horner(all, s) : sum_by_fours(all.data(), all.size(), s);
}

template <class V>
struct LaneGlance {
  V size;
  V least;
};

/// solve/glance.hpp. n + 1 coefficients, n > 2.
template <class V>
[[gnu::always_inline]] inline LaneGlance<V> glance(const V* g, int n, const V& h) {
  const V zero(0.0);
  const V linear = g[1] * h;
  const V bend = g[2] * h * h;
  const V end = g[0] + linear + bend;
  const V rest = absolute_sum(std::span<const V>(g + 3, static_cast<std::size_t>(n) - 2), h) * h * h * h;
  const V first = abs(g[0]);
  const V size = first + abs(linear) + abs(bend) + rest;
  const auto up = g[0] > zero, down = g[0] < zero;
  const auto same = (up & (end > zero)) | (down & (end < zero));
  V least = select(abs(end) < first, abs(end), first);
  const auto inside =
      ((up & (bend > zero) & (linear < zero)) | (down & (bend < zero) & (linear > zero))) & (abs(linear) < V(2.0) * abs(bend));
  auto known = same;
  if (any(inside)) {
    const V vertex = g[0] - linear * (linear / (V(4.0) * bend));
    known = known & ((up & (vertex > zero)) | (down & (vertex < zero)) | ~inside);
    least = select(inside & (abs(vertex) < least), abs(vertex), least);
  }
  return {size, select(known, least - rest, zero)};
}

/// solve/glance.hpp. n + 1 coefficients, n > 2.
template <class V>
[[gnu::always_inline]] inline MaskOf<V> is_monotone(const V* g, int n, const V& h, const V& error) {
  const V zero(0.0);
  const V begin = g[1] * h;
  const V end = begin + V(2.0) * (g[2] * h * h);
  const auto same = ((begin > zero) & (end > zero)) | ((begin < zero) & (end < zero));
  const V least = select(abs(begin) < abs(end), abs(begin), abs(end));
  const V slopes = absolute_slope_sum(std::span<const V>(g, static_cast<std::size_t>(n) + 1), h, 3);
  return same & (least > error + slopes * h * h * h * V(1.001));
}

/// solve/polynomial.hpp. n + 1 coefficients, power = s^(n-1). `odd`: lanes in which the bound is found in another way.
template <class V>
[[gnu::always_inline]] inline V truncation_bound(const V* q, int n, const V& s, const V& power, MaskOf<V>& odd) {
  const V zero(0.0);
  const auto ended = (q[n] == zero) & (q[n - 1] == zero);
  const V last = abs(q[n]) * s;
  const V size = larger(last, abs(q[n - 1]));
  odd = odd | (ended & (q[n - 2] != zero)) | (~ended & ~((power > V(1e-280)) & is_finite(power)));
  return select(ended, zero, size * power);
}

/// Time as base + offset: TimePoint over lanes.
template <class V>
struct LaneTime {
  V base, offset;

  [[nodiscard]] [[gnu::always_inline]] LaneTime after(const V& dt) const {
    const LaneTime s = two_sum(base, dt);
    return two_sum(s.base, offset + s.offset);
  }
  /// From here to `end`, which has no offset.
  [[nodiscard]] [[gnu::always_inline]] V until(const V& end) const {
    const LaneTime s = two_sum(end, -base);
    return s.base + (s.offset + (V(0.0) - offset));
  }

 private:
  [[gnu::always_inline]] static LaneTime two_sum(const V& a, const V& b) {
    const V high = a + b;
    const V b_part = high - a;
    const V a_part = high - b_part;
    return {high, (a - a_part) + (b - b_part)};
  }
};

}  // namespace saltus::lanes
