#include "ceiling/pendulum_row.hpp"
#include "ceiling/pendulum_row_loop.hpp"

namespace saltus::bench::pendulum_row {
namespace {

template <int N>
EndState solve() {
  static Loop<N, 16, 4> loop(1e-9);
  return loop.run();
}

}  // namespace

EndState by_hand_scalar(int n) { return n == 25 ? solve<25>() : solve<200>(); }

}  // namespace saltus::bench::pendulum_row
