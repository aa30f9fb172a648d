// double: one kernel per order 0..31, with the order a constant in it; beyond that, and for few orders, the order is a variable.

#include <algorithm>
#include <array>
#include <utility>

#include "tape/constant_kernel.hpp"
#include "tape/run_order.hpp"

namespace saltus {
namespace {

using ConstantKernel = ConstantRun::Position (*)(const ConstantRun&, Operation);

constexpr std::array<ConstantKernel, constant_orders> kernels = []<int... K>(std::integer_sequence<int, K...>) {
  return std::array<ConstantKernel, constant_orders>{run_constant<K>...};
}(std::make_integer_sequence<int, constant_orders>{});

/// From a rare operation on to the end.
[[gnu::noinline]] void go_on_at(ConstantRun::Position at, const ConstantRun& run) {
  while (at.operation->prepared != PreparedOp::end) {
    RareKernel<double>(run.tape, run.jets, at.order).execute(*at.operation->source);
    at = kernels[static_cast<std::size_t>(at.order)](run, at.operation + 1);
  }
}

/// Orders from..to < constant_orders. Behind the operations is PreparedOp::end.
[[gnu::always_inline]] inline void run_prepared(const Tape& tape, Jets<double>& jets,
                                                std::span<const Prepared<double>> operations, int from, int to) {
  const ConstantRun run{tape, jets, operations.data(), to, jets.order()};
  const ConstantRun::Position at = kernels[static_cast<std::size_t>(from)](run, run.first);
  if (at.operation->prepared != PreparedOp::end) [[unlikely]]
    go_on_at(at, run);
}

/// How many orders pay for preparing a code.
constexpr int least_orders = 3;
/// Prepared operations take twice the room, and of a code that does not fit in a cache each run waits for memory all the same.
constexpr std::size_t most_prepared = 200'000;
/// Beyond this not even the room is spent.
constexpr std::size_t most_kept = 1'000'000;

}  // namespace

// Chosen by run<double> before the template of the same name.
static void run_orders(const Tape& tape, const Code& code, Jets<double>& jets, int from, int to) {
  if (from == 0 && to == 0) return Kernel<double, std::integral_constant<int, 0>>(tape, jets, {}).run(code);
  if (to - from + 1 < least_orders || from >= constant_orders) return run_orders<double>(tape, code, jets, from, to);
  run_prepared(tape, jets, jets.prepare(tape, code), from, std::min(to, constant_orders - 1));
  run_orders<double>(tape, code, jets, constant_orders, to);
}

// Many operations, or many orders.
[[gnu::noinline]] static void run_much(ReadyCode<double>& ready, int from, int to) {
  if (from >= constant_orders) return run(ready.tape(), ready.code(), ready.jets(), from, to);
  const std::size_t size = ready.code().instructions.size();
  if (to == 0 && size > most_prepared && ready.code().late == 0)
    return run_orders(ready.tape(), ready.code(), ready.jets(), 0, 0);
  if (size > most_kept) {
    run_orders<double>(ready.tape(), ready.code(), ready.jets(), from, to);
    return run_late(ready.code(), ready.jets(), from, to);
  }
  const auto operations = to == 0 ? ready.operations() : ready.weighted_operations();
  if (ready.code().elementwise) return run_elementwise(operations, from, to);
  run_prepared(ready.tape(), ready.jets(), operations, from, std::min(to, constant_orders - 1));
  if (to >= constant_orders) run_orders<double>(ready.tape(), ready.code(), ready.jets(), constant_orders, to);
  run_late(ready.code(), ready.jets(), from, to);
}

// One operation at a time.
[[gnu::noinline]] static void run_by_kernels(ReadyCode<double>& ready, int from, int to) {
  const Code& code = ready.code();
  const bool is_large = code.instructions.size() > most_prepared;
  if (!is_large) ready.note_run(to);
  if (is_large || to >= constant_orders) [[unlikely]]
    return run_much(ready, from, to);
  const auto operations = to == 0 ? ready.operations() : ready.weighted_operations();
  if (code.elementwise) return run_elementwise(operations, from, to);
  run_prepared(ready.tape(), ready.jets(), operations, from, to);
  if (code.late == 0) return;
  const int last = std::min(to, ready.jets().order() - 1);
  for (const Prepared<double>& n : ready.late_operations()) integrate_orders(n.a, n.out, from, last);
}

[[gnu::always_inline]] inline static void run_plainly(ReadyCode<double>& ready, int from, int to) {
  if (!ready.run_native(from, to)) run_by_kernels(ready, from, to);
}

[[gnu::noinline]] static void run_packed(ReadyCode<double>& ready, int from, int to) {
  ready.packed()->run(from, to, [&ready](int first, int last) { run_plainly(ready, first, last); });
}

template <>
void run(ReadyCode<double>& ready, int from, int to) {
  if (ready.packed() != nullptr) [[unlikely]]
    return run_packed(ready, from, to);
  run_plainly(ready, from, to);
}

template class Jets<double>;
template void run(const Tape&, const Code&, Jets<double>&, int);
template void run(const Tape&, const Code&, Jets<double>&, int, int);

}  // namespace saltus
