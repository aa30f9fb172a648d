// double: one kernel per order 0..31, with the order a constant in it; beyond that the order is a variable.

#include <algorithm>
#include <array>
#include <utility>

#include "tape/constant_orders.hpp"
#include "tape/run_order.hpp"

namespace saltus {
namespace {

/// Orders K..to, K <= to < constant_orders; each order ends in a jump to the next.
template <int K>
void run_constant(const Tape& tape, const Code& code, Jets<double>& jets, int to) {
  Kernel<double, std::integral_constant<int, K>>(tape, jets, {}).run(code);
  if constexpr (K + 1 < constant_orders) {
    if (K < to) return run_constant<K + 1>(tape, code, jets, to);
  }
}

using RunConstant = void (*)(const Tape&, const Code&, Jets<double>&, int);

constexpr std::array<RunConstant, constant_orders> kernels = []<int... K>(std::integer_sequence<int, K...>) {
  return std::array<RunConstant, constant_orders>{run_constant<K>...};
}(std::make_integer_sequence<int, constant_orders>{});

}  // namespace

// Chosen by run<double> before the template of the same name.
static void run_orders(const Tape& tape, const Code& code, Jets<double>& jets, int from, int to) {
  if (from > to) return;
  if (from < constant_orders) kernels[static_cast<std::size_t>(from)](tape, code, jets, std::min(to, constant_orders - 1));
  run_orders<double>(tape, code, jets, std::max(from, constant_orders), to);
}

template class Jets<double>;
template void run(const Tape&, const Code&, Jets<double>&, int);
template void run(const Tape&, const Code&, Jets<double>&, int, int);

}  // namespace saltus
