// Eight lanes. On processors with AVX-512 a vector register holds them, and the sums of orders 0..31 are unrolled; elsewhere the order is a
// variable. Both give the same bits: contraction to fma is off, and all operations are lane by lane.
//
// Only the functions marked `target` may use the wide registers: what they call is inlined into them.

#include <algorithm>
#include <array>
#include <utility>

#include "number/lanes.hpp"
#include "tape/constant_orders.hpp"
#include "tape/run_order.hpp"

namespace saltus {

using Lanes8 = Lanes<double, 8>;

#ifdef __x86_64__
namespace {

/// Orders K..to, K <= to < constant_orders.
template <int K>
[[gnu::target("arch=x86-64-v4")]] void run_wide(const Tape& tape, const Code& code, Jets<Lanes8>& jets, int to) {
  Kernel<Lanes8, std::integral_constant<int, K>>(tape, jets, {}).run(code);
  if constexpr (K + 1 < constant_orders) {
    if (K < to) return run_wide<K + 1>(tape, code, jets, to);
  }
}

using RunWide = void (*)(const Tape&, const Code&, Jets<Lanes8>&, int);

constexpr std::array<RunWide, constant_orders> wide_kernels = []<int... K>(std::integer_sequence<int, K...>) {
  return std::array<RunWide, constant_orders>{run_wide<K>...};
}(std::make_integer_sequence<int, constant_orders>{});

bool has_wide_registers() {
  static const bool has = __builtin_cpu_supports("x86-64-v4") != 0;
  return has;
}

}  // namespace

// Chosen by run<Lanes8> before the template of the same name.
static void run_orders(const Tape& tape, const Code& code, Jets<Lanes8>& jets, int from, int to) {
  if (from > to) return;
  const bool wide = from < constant_orders && has_wide_registers();
  if (wide) wide_kernels[static_cast<std::size_t>(from)](tape, code, jets, std::min(to, constant_orders - 1));
  run_orders<Lanes8>(tape, code, jets, wide ? constant_orders : from, to);
}
#endif

template class Jets<Lanes8>;
template void run(const Tape&, const Code&, Jets<Lanes8>&, int);
template void run(const Tape&, const Code&, Jets<Lanes8>&, int, int);
template void run(ReadyCode<Lanes8>&, int, int);

}  // namespace saltus
