#pragma once
// Orders below this have kernels of their own, with the order a constant in them.

namespace saltus {

inline constexpr int constant_orders = 32;

}  // namespace saltus
