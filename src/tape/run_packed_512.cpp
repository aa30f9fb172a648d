// Eight slots in a vector register: processors with AVX-512.
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

const PackedOp* run_first(const PackedOp* n, int, int last_order) { return start_packed_code<8>(n, last_order); }

template <int K>
const PackedOp* run_order(const PackedOp* n, int, int last_order) {
  return run_packed<8>(n, std::integral_constant<int, K>{}, last_order);
}

constexpr std::array<PackedKernel, constant_orders> kernels = []<int... K>(std::integer_sequence<int, K...>) {
  return std::array<PackedKernel, constant_orders>{run_first, run_order<K + 1>...};
}(std::make_integer_sequence<int, constant_orders - 1>{});

template <int K>
const PackedOp* run_paired(const PackedOp* n, int, int last_order) {
  constexpr PackedPart part = K < 2 ? PackedPart::alone : K % 2 == 0 ? PackedPart::first : PackedPart::second;
  return run_packed<8, part>(n, std::integral_constant<int, K>{}, last_order);
}

constexpr std::array<PackedKernel, constant_orders> paired_kernels = []<int... K>(std::integer_sequence<int, K...>) {
  return std::array<PackedKernel, constant_orders>{run_first, run_paired<K + 1>...};
}(std::make_integer_sequence<int, constant_orders - 1>{});

void write_group(const double* group, double* const* series, int first, int last) {
  write_series<8>(group, series, first, last);
}

void move_all(StateGroup* first, StateGroup* end, double s, int d) { move_states<8>(first, end, s, d); }
void note_sizes(StateGroup* first, StateGroup* end) { note_state_sizes<8>(first, end); }
bool find_worst(const StateGroup* first, const StateGroup* end, int n, WorstTerms& worst) {
  return worst_terms<8>(first, end, n, worst);
}

}  // namespace

PackedKernels kernels_for_avx512() {
  return {8, kernels.data(), paired_kernels.data(), run_packed_beyond<8>, write_group, move_all, note_sizes, find_worst};
}
#else
PackedKernels kernels_for_avx512() { return {}; }
#endif

}  // namespace saltus
