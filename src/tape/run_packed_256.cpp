// Four slots in a vector register: processors with AVX2.
//
// Only the functions marked `target` may use the wide registers: what they call is inlined into them.

#include <array>
#include <utility>

#include "tape/constant_orders.hpp"
#include "tape/packed_kernel.hpp"
#include "tape/packed_start.hpp"

namespace saltus {
#ifdef __x86_64__
namespace {

[[gnu::target("arch=x86-64-v3")]] const PackedOp* run_first(const PackedOp* n, int, int last_order) {
  return start_packed_code<4>(n, last_order);
}

template <int K>
[[gnu::target("arch=x86-64-v3")]] const PackedOp* run_order(const PackedOp* n, int, int last_order) {
  return run_packed<4>(n, std::integral_constant<int, K>{}, last_order);
}

constexpr std::array<PackedKernel, constant_orders> kernels = []<int... K>(std::integer_sequence<int, K...>) {
  return std::array<PackedKernel, constant_orders>{run_first, run_order<K + 1>...};
}(std::make_integer_sequence<int, constant_orders - 1>{});

[[gnu::target("arch=x86-64-v3")]] void write_group(const double* group, double* const* series, int first, int last) {
  write_series<4>(group, series, first, last);
}

}  // namespace

PackedKernels packed_kernels_256() {
  if (__builtin_cpu_supports("x86-64-v3") == 0) return {};
  return {4, kernels.data(), run_packed_beyond<4>, write_group};
}
#else
PackedKernels packed_kernels_256() { return {}; }
#endif

}  // namespace saltus
