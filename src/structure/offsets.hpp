#pragma once
// Canonical offsets (Pryce 2001): equation i is differentiated c_i times and then determines derivative d_j of the variable
// it is matched with. They are the smallest non-negative integers with d_j - c_i >= sigma(i, j), equal on the transversal.

#include <cstdint>
#include <vector>

#include "structure/transversal.hpp"

namespace saltus {

struct Offsets {
  std::vector<std::int64_t> c;          ///< by equation
  std::vector<std::int64_t> d;          ///< by variable
  std::int64_t index = 0;               ///< structural index: largest c_i, plus one if some d_j is 0
  std::int64_t degrees_of_freedom = 0;  ///< sum of d minus sum of c: the number of independent initial values
};

Offsets canonical_offsets(const SignatureMatrix& sigma, const Transversal& transversal);

}  // namespace saltus
