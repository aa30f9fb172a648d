// double: one kernel per order 0..31, with the order a constant in it; beyond that the order is a variable.

#include <array>
#include <utility>

#include "tape/run_order.hpp"

namespace saltus {
namespace {

constexpr int constant_orders = 32;

template <int K>
void run_constant(const Tape& tape, const Code& code, Jets<double>& jets) {
  Kernel<double, std::integral_constant<int, K>>(tape, jets, {}).run(code);
}

using RunConstant = void (*)(const Tape&, const Code&, Jets<double>&);

constexpr std::array<RunConstant, constant_orders> kernels = []<int... K>(std::integer_sequence<int, K...>) {
  return std::array<RunConstant, constant_orders>{run_constant<K>...};
}(std::make_integer_sequence<int, constant_orders>{});

}  // namespace

// Chosen by run<double> before the template of the same name.
static void run_at(const Tape& tape, const Code& code, Jets<double>& jets, int k) {
  if (k < constant_orders) kernels[static_cast<std::size_t>(k)](tape, code, jets);
  else run_at<double>(tape, code, jets, k);
}

template class Jets<double>;
template void run(const Tape&, const Code&, Jets<double>&, int);
template void run(const Tape&, const Code&, Jets<double>&, int, int);

}  // namespace saltus
