#pragma once
// The kernels as their translation units make them, which only machines with the instruction set may call; packed_kernels_512() and
// packed_kernels_256() ask before.

#include "tape/packed_op.hpp"

namespace saltus {

[[nodiscard]] PackedKernels kernels_for_avx512();
[[nodiscard]] PackedKernels kernels_for_avx2();

}  // namespace saltus
