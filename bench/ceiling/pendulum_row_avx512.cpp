#include "ceiling/pendulum_row.hpp"
#include "ceiling/pendulum_row_loop.hpp"

namespace saltus::bench::pendulum_row {
namespace {

template <int N>
long run(double* x, double* v) {
  static Loop<N, 16, 8> loop(1e-9);
  return loop.run(x, v);
}

}  // namespace

long by_hand_avx512(int n, double* x, double* v) { return n == 25 ? run<25>(x, v) : run<200>(x, v); }

}  // namespace saltus::bench::pendulum_row
