#pragma once
// Maximum matchings of equations with variables (Hopcroft and Karp 1973), over the smooth entries of a signature matrix.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "structure/signature.hpp"

namespace saltus {

inline constexpr std::uint32_t unmatched = ~std::uint32_t{0};

struct Matching {
  std::vector<std::uint32_t> variable_of;  ///< by equation
  std::vector<std::uint32_t> equation_of;  ///< by variable
  std::size_t size = 0;

  Matching(std::size_t equations, std::size_t variables)
      : variable_of(equations, unmatched), equation_of(variables, unmatched) {}
  [[nodiscard]] bool perfect() const { return size == variable_of.size() && size == equation_of.size(); }
};

/// May this entry of the equation be used?
using Admits = std::function<bool(std::uint32_t equation, const SignatureEntry& entry)>;

/// Enlarges a matching to maximum size over the admitted entries, in O(sqrt(n) entries). What is matched stays matched, maybe otherwise.
void enlarge(Matching& matching, const Rows<SignatureEntry>& rows, const Admits& admits);

/// A maximum matching over all smooth entries.
Matching maximum_matching(const SignatureMatrix& sigma);

}  // namespace saltus
