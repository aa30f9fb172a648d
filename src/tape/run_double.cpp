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
using Operation = const Prepared<double>*;

/// Where a run stopped: at a rare operation, or at the end.
struct Position {
  Operation operation;
  int order;
};

/// Operations n..end at order K, then all at orders K+1..to < constant_orders, up to the first rare one. Each order ends in a jump to the
/// next, and nothing is called (but at order 0), so that no registers are saved.
template <int K>
Position run_constant(const Task& task, Operation n, Operation end, int to) {
  n = Kernel<double, std::integral_constant<int, K>>(task.tape, task.jets, {}).run_common(n, end);
  if constexpr (K + 1 < constant_orders) {
    if (n == end && K < to) return run_constant<K + 1>(task, task.operations.data(), end, to);
  }
  return {n, K};
}

using RunConstant = Position (*)(const Task&, Operation, Operation, int);

constexpr std::array<RunConstant, constant_orders> kernels = []<int... K>(std::integer_sequence<int, K...>) {
  return std::array<RunConstant, constant_orders>{run_constant<K>...};
}(std::make_integer_sequence<int, constant_orders>{});

/// Orders from..to < constant_orders.
void run_prepared(const Task& task, int from, int to) {
  const Operation begin = task.operations.data(), end = begin + task.operations.size();
  Position at = kernels[static_cast<std::size_t>(from)](task, begin, end, to);
  while (at.operation != end) {
    RareKernel<double>(task.tape, task.jets, at.order).execute(*at.operation->source);
    at = kernels[static_cast<std::size_t>(at.order)](task, at.operation + 1, end, to);
  }
}

/// How many orders pay for preparing a code.
constexpr int least_orders = 3;

}  // namespace

// Chosen by run<double> before the template of the same name.
static void run_orders(const Tape& tape, const Code& code, Jets<double>& jets, int from, int to) {
  if (from == 0 && to == 0) return Kernel<double, std::integral_constant<int, 0>>(tape, jets, {}).run(code);
  if (to - from + 1 < least_orders || from >= constant_orders) return run_orders<double>(tape, code, jets, from, to);
  run_prepared({tape, jets, jets.prepare(tape, code)}, from, std::min(to, constant_orders - 1));
  run_orders<double>(tape, code, jets, constant_orders, to);
}

template <>
void run(ReadyCode<double>& ready, int from, int to) {
  if (from >= constant_orders) return run(ready.tape(), ready.code(), ready.jets(), from, to);
  const auto operations = to == 0 ? ready.operations() : ready.weighted_operations();
  const Task task{ready.tape(), ready.jets(), operations};
  if (ready.code().elementwise) {
    if (from == 0) run_prepared(task, 0, 0);
    return run_elementwise(operations, std::max(from, 1), to);
  }
  run_prepared(task, from, std::min(to, constant_orders - 1));
  if (to >= constant_orders) run_orders<double>(ready.tape(), ready.code(), ready.jets(), constant_orders, to);
  const int last = std::min(to, ready.jets().order() - 1);
  for (const Prepared<double>& n : ready.late_operations()) integrate_orders(n.a, n.out, from, last);
}

template class Jets<double>;
template void run(const Tape&, const Code&, Jets<double>&, int);
template void run(const Tape&, const Code&, Jets<double>&, int, int);

}  // namespace saltus
