#pragma once
// Operations that are run as one above order 0, so that what is between them is neither stored nor read again.
//
// A sum that only one integration reads, as one of its two terms, is taken in the integration: k*(x[i-1] - 2*x[i] + x[i+1]) - sin(x[i]) in a
// row of pendulums. So is the integration of what the first one integrates: positions beside velocities.

#include <span>
#include <vector>

#include "tape/packed_op.hpp"

namespace saltus {

/// `ops` without those that others have taken in. `read_elsewhere`: groups that are read by others than these operations above order 0.
[[nodiscard]] std::vector<PackedOp> fuse_packed(std::span<const PackedOp> ops, std::span<const double* const> read_elsewhere);

}  // namespace saltus
