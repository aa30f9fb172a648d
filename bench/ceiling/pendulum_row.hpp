#pragma once
// Pendulums in a row by Taylor series, written by hand: loops over arrays, a coefficient of all pendulums side by side.

#include "pendulum_row_case.hpp"

namespace saltus::bench::pendulum_row {

/// n is 25 or 200; error about 1e-11.
EndState by_hand(int n);
/// The same, compiled without vector instructions.
EndState by_hand_scalar(int n);
/// The same, compiled for AVX-512; the processor has to have it.
EndState by_hand_avx512(int n);
/// In long double, error below 1e-16.
EndState exact(int n);

}  // namespace saltus::bench::pendulum_row
