#include "ceiling/pendulum_row.hpp"

#include <memory>

#include "ceiling/pendulum_row_loop.hpp"

namespace saltus::bench::pendulum_row {
namespace {

template <int N>
EndState solve() {
  static Loop<N, 16, 4> loop(1e-9);
  return loop.run();
}

template <int N>
EndState solve_exactly() {
  return std::make_unique<Loop<N, 26, 4, long double>>(1e-19)->run();
}

}  // namespace

EndState by_hand(int n) { return n == 25 ? solve<25>() : solve<200>(); }
EndState exact(int n) { return n == 25 ? solve_exactly<25>() : solve_exactly<200>(); }

}  // namespace saltus::bench::pendulum_row
