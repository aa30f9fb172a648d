#include "ceiling/pendulum_row.hpp"

#include <memory>

#include "ceiling/pendulum_row_loop.hpp"

namespace saltus::bench::pendulum_row {
namespace {

template <int N>
long run(double* x, double* v) {
  static Loop<N, 16, 4> loop(1e-9);
  return loop.run(x, v);
}

template <int N>
long run_exactly(double* x, double* v) {
  return std::make_unique<Loop<N, 26, 4, long double>>(1e-19)->run(x, v);
}

}  // namespace

long by_hand(int n, double* x, double* v) { return n == 25 ? run<25>(x, v) : run<200>(x, v); }
long in_long_double(int n, double* x, double* v) { return n == 25 ? run_exactly<25>(x, v) : run_exactly<200>(x, v); }

EndState solve(ByHand way, int n) {
  EndState end{.x = std::vector<double>(static_cast<std::size_t>(n)), .v = std::vector<double>(static_cast<std::size_t>(n))};
  end.steps = way(n, end.x.data(), end.v.data());
  return end;
}

}  // namespace saltus::bench::pendulum_row
