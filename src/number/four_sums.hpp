#pragma once
// Values of polynomials as four sums side by side: no term waits for more than a quarter of the others.

#include <cstddef>

namespace saltus {

/// Coefficients q_0.. q_{count-1}, more than five, at s: sums of every fourth term, joined as q_0 + s (...), so that only the last sum is rounded at
/// full size. s^4 does not vanish. For numbers and for vectors of them; always inlined, as units with other instruction sets must not share
/// a copy.
template <class T>
[[nodiscard]] [[gnu::always_inline]] inline T sum_by_fours(const T* q, std::size_t count, const T& s) {
  const T square = s * s, fourth = square * square;
  const T none{};
  const T* p = q + 1 + (count - 2) / 4 * 4;  // q_1, q_5, q_9, ...: the last group may be incomplete
  const std::size_t left = count - static_cast<std::size_t>(p - q);
  T a = p[0], b = left > 1 ? p[1] : none, c = left > 2 ? p[2] : none, d = left > 3 ? p[3] : none;
  while (p != q + 1) {
    p -= 4;
    a = a * fourth + p[0];
    b = b * fourth + p[1];
    c = c * fourth + p[2];
    d = d * fourth + p[3];
  }
  return q[0] + s * ((a + s * b) + square * (c + s * d));
}

}  // namespace saltus
