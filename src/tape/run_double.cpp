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

/// Operations n..end at order K, up to the first rare one, which is returned. It calls nothing (but for order 0), so that it saves no
/// registers.
template <int K>
Operation run_constant(const Task& task, Operation n, Operation end) {
  return Kernel<double, std::integral_constant<int, K>>(task.tape, task.jets, {}).run_common(n, end);
}

using RunConstant = Operation (*)(const Task&, Operation, Operation);

constexpr std::array<RunConstant, constant_orders> kernels = []<int... K>(std::integer_sequence<int, K...>) {
  return std::array<RunConstant, constant_orders>{run_constant<K>...};
}(std::make_integer_sequence<int, constant_orders>{});

/// Orders from..to < constant_orders.
void run_prepared(const Task& task, int from, int to) {
  const Operation begin = task.operations.data(), end = begin + task.operations.size();
  for (int k = from; k <= to; ++k) {
    const RunConstant kernel = kernels[static_cast<std::size_t>(k)];
    for (Operation n = kernel(task, begin, end); n != end; n = kernel(task, n + 1, end))
      RareKernel<double>(task.tape, task.jets, k).execute(*n->source);
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
  run_orders<double>(ready.tape(), ready.code(), ready.jets(), constant_orders, to);
  run_late(ready.code(), ready.jets(), from, to);
}

template class Jets<double>;
template void run(const Tape&, const Code&, Jets<double>&, int);
template void run(const Tape&, const Code&, Jets<double>&, int, int);

}  // namespace saltus
