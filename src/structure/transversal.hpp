#pragma once
// A highest-value transversal of the signature matrix: one entry in each row and column, with the largest sum of orders.

#include <cstdint>
#include <optional>
#include <vector>

#include "structure/matching.hpp"

namespace saltus {

struct Transversal {
  Matching matching;               ///< perfect
  std::int64_t value = 0;          ///< the sum of its orders: the degrees of freedom of the system
  std::vector<std::int64_t> dual;  ///< by equation, non-negative: offsets that are valid, but not the smallest
};

/// Null if there is none: the matrix is not square or the system is structurally singular (singular.hpp proves it by naming
/// the equations that are too many). O(sqrt(n) entries log n) for small orders.
std::optional<Transversal> highest_value_transversal(const SignatureMatrix& sigma);

/// The order at which variable `variable` occurs in row `equation`; the entry exists.
std::int32_t order_at(const SignatureMatrix& sigma, std::uint32_t equation, std::uint32_t variable);

}  // namespace saltus
