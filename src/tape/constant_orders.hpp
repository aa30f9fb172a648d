#pragma once
// Orders below this have kernels of their own, with the order a constant in them.

namespace saltus {

#ifdef __SANITIZE_ADDRESS__
inline constexpr int constant_orders = 6;  // instrumented, unrolled sums take minutes to compile
#else
inline constexpr int constant_orders = 32;
#endif

}  // namespace saltus
