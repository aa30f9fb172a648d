#pragma once
// Pendulums in a row by Taylor series, written by hand: loops over arrays, a coefficient of all pendulums side by side.

#include "pendulum_row_case.hpp"

namespace saltus::bench::pendulum_row {

/// n is 25 or 200; error about 1e-11. Values at the end go to x and v; the number of steps is returned.
using ByHand = long (*)(int n, double* x, double* v);
long by_hand(int n, double* x, double* v);
/// The same, compiled without vector instructions.
long by_hand_scalar(int n, double* x, double* v);
/// The same, compiled for AVX-512; the processor has to have it.
long by_hand_avx512(int n, double* x, double* v);
/// In long double, error below 1e-16.
long in_long_double(int n, double* x, double* v);

EndState solve(ByHand way, int n);

}  // namespace saltus::bench::pendulum_row
