#pragma once
// Decisions about numbers with derivatives. A bit is 0 or 1, and stays what it is for values close by: its derivative is 0. Where what is
// compared is equal and moves apart with what is varied, or has no derivative itself, that of the bit is NaN, and so is that of all that
// would be another value, or change in another way, with the other bit. Of other numbers nothing is asked, and nothing is changed.

#include <cmath>
#include <limits>

#include "number/dual.hpp"

namespace saltus {

/// Does `x` stay on its side of `surface`?
template <class T>
[[nodiscard]] bool stays_beside(const Dual<T>& x, const Dual<T>& surface) {
  const T apart = abs(T(x.d() - surface.d()));
  if (!is_finite(apart)) return false;
  if (abs(T(x.v() - surface.v())) > T(8) * unit_roundoff<T>() * (abs(x.v()) + abs(surface.v()))) return true;
  return apart <= T(1e-7) * (abs(x.d()) + abs(surface.d()));
}

template <class T>
[[nodiscard]] bool is_sure(const Dual<T>& bit) {
  return bit.d() == bit.d();
}
template <class T>
[[nodiscard]] Dual<T> unsure(const Dual<T>& x) {
  return {x.v(), T(std::numeric_limits<double>::quiet_NaN())};
}

/// The bit of a comparison of a and b, which `bit` has the value of.
template <class T>
[[gnu::always_inline]] inline T compared(const T& bit, const T& a, const T& b) {
  if constexpr (has_derivative<T>) return stays_beside(a, b) ? bit : unsure(bit);
  return bit;
}

/// The bit of a relation, or the whole number, that follows from x. `unsure_side`: its side hangs on what is varied.
template <class T>
[[gnu::always_inline]] inline T following(const T& x, const T& bit, bool unsure_side = false) {
  if constexpr (has_derivative<T>) return is_sure(x) && !unsure_side ? bit : unsure(bit);
  return bit;
}

/// floor(x), which `whole` has the value of.
template <class T>
[[gnu::always_inline]] inline T rounded_down(const T& x, const T& whole) {
  if constexpr (has_derivative<T>) {
    const T nearest = floor(T(x + T(0.5)));
    return stays_beside(x, nearest) ? whole : unsure(whole);
  }
  return whole;
}

/// What `chosen` was chosen from, by `bit`.
template <class T>
[[gnu::always_inline]] inline T chosen_by(const T& bit, const T& chosen, const T& a, const T& b) {
  if constexpr (has_derivative<T>) return is_sure(bit) || identical(a, b) ? chosen : unsure(chosen);
  return chosen;
}

/// `both` is the value of a and b; one that is surely false decides.
template <class T>
[[gnu::always_inline]] inline T conjunction(const T& both, const T& a, const T& b) {
  if constexpr (has_derivative<T>) {
    const bool decided = (is_sure(a) && is_sure(b)) || (is_sure(a) && !(a > T(0.5))) || (is_sure(b) && !(b > T(0.5)));
    return decided ? T(both.v()) : unsure(both);
  }
  return both;
}
/// `either` is the value of a or b; one that is surely true decides.
template <class T>
[[gnu::always_inline]] inline T disjunction(const T& either, const T& a, const T& b) {
  if constexpr (has_derivative<T>) {
    const bool decided = (is_sure(a) && is_sure(b)) || (is_sure(a) && a > T(0.5)) || (is_sure(b) && b > T(0.5));
    return decided ? either : unsure(either);
  }
  return either;
}

}  // namespace saltus
