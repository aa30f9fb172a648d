// double: one kernel per order 0..31, with the order a constant in it; beyond that, and for few orders, the order is a variable.

#include <algorithm>
#include <array>
#include <utility>

#include "tape/constant_orders.hpp"
#include "tape/run_order.hpp"

namespace saltus {
namespace {

struct Task {
  const Tape& tape;
  Jets<double>& jets;
  std::span<const Prepared<double>> operations;
};

/// Orders K..to, K <= to < constant_orders; each order ends in a jump to the next.
template <int K>
void run_constant(const Task& task, int to) {
  Kernel<double, std::integral_constant<int, K>>(task.tape, task.jets, {}).run(task.operations);
  if constexpr (K + 1 < constant_orders) {
    if (K < to) return run_constant<K + 1>(task, to);
  }
}

using RunConstant = void (*)(const Task&, int);

constexpr std::array<RunConstant, constant_orders> kernels = []<int... K>(std::integer_sequence<int, K...>) {
  return std::array<RunConstant, constant_orders>{run_constant<K>...};
}(std::make_integer_sequence<int, constant_orders>{});

/// How many orders pay for preparing a code.
constexpr int least_orders = 3;

}  // namespace

// Chosen by run<double> before the template of the same name.
static void run_orders(const Tape& tape, const Code& code, Jets<double>& jets, int from, int to) {
  if (from == 0 && to == 0) return Kernel<double, std::integral_constant<int, 0>>(tape, jets, {}).run(code);
  if (to - from + 1 < least_orders || from >= constant_orders) return run_orders<double>(tape, code, jets, from, to);
  kernels[static_cast<std::size_t>(from)]({tape, jets, jets.prepare(tape, code)}, std::min(to, constant_orders - 1));
  run_orders<double>(tape, code, jets, constant_orders, to);
}

template class Jets<double>;
template void run(const Tape&, const Code&, Jets<double>&, int);
template void run(const Tape&, const Code&, Jets<double>&, int, int);

}  // namespace saltus
