// Four slots in a vector register: processors with AVX2.
// This file is compiled for them (cmake/SaltusLanes.cmake).

#include <array>
#include <utility>

#include "tape/constant_orders.hpp"
#include "tape/packed_kernel.hpp"
#include "tape/packed_start.hpp"
#include "tape/packed_states.hpp"
#include "tape/packed_width.hpp"

namespace saltus {
#ifdef __x86_64__
namespace {

const PackedOp* run_first(const PackedOp* n, int, int last_order) { return start_packed_code<4>(n, last_order); }

template <int K>
const PackedOp* run_order(const PackedOp* n, int, int last_order) {
  return run_packed<4>(n, std::integral_constant<int, K>{}, last_order);
}

constexpr std::array<PackedKernel, constant_orders> kernels = []<int... K>(std::integer_sequence<int, K...>) {
  return std::array<PackedKernel, constant_orders>{run_first, run_order<K + 1>...};
}(std::make_integer_sequence<int, constant_orders - 1>{});

template <int K>
const PackedOp* run_paired(const PackedOp* n, int, int last_order) {
  constexpr PackedPart part = K < 2 ? PackedPart::alone : K % 2 == 0 ? PackedPart::first : PackedPart::second;
  return run_packed<4, part>(n, std::integral_constant<int, K>{}, last_order);
}

constexpr std::array<PackedKernel, constant_orders> paired_kernels = []<int... K>(std::integer_sequence<int, K...>) {
  return std::array<PackedKernel, constant_orders>{run_first, run_paired<K + 1>...};
}(std::make_integer_sequence<int, constant_orders - 1>{});

void write_group(const double* group, double* const* series, int first, int last) {
  write_series<4>(group, series, first, last);
}

void move_all(StateGroup* first, StateGroup* end, double s, int d) { move_states<4>(first, end, s, d); }
void note_sizes(StateGroup* first, StateGroup* end) { note_state_sizes<4>(first, end); }
bool find_worst(const StateGroup* first, const StateGroup* end, int n, WorstTerms& worst) {
  return worst_terms<4>(first, end, n, worst);
}

}  // namespace

PackedKernels kernels_for_avx2() {
  return {4, kernels.data(), paired_kernels.data(), run_packed_beyond<4>, write_group, move_all, note_sizes, find_worst};
}
#else
PackedKernels kernels_for_avx2() { return {}; }
#endif

}  // namespace saltus
