#pragma once
// Guards that are rounded more coarsely than the state that they consist of: 6.371e6 + h, where h is some nanometres. Their value must not move that state.

#include "number/number.hpp"

namespace saltus {

/// What rounding may move a state by, relative to its size, or to that of the guard.
inline constexpr double coarse_rounding = 0x1p-30;

/// `terms`: their sizes together; `largest`: what the guard was so far.
template <class T>
[[nodiscard]] bool is_too_coarse(const T& terms, const T& largest, const T& state) {
  const T size = abs(state);
  return T(4) * unit_roundoff<T>() * terms > T(coarse_rounding) * (size > largest ? size : largest);
}

}  // namespace saltus
