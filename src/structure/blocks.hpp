#pragma once
// Block triangular form: the strongly connected parts of "equation i needs what equation k determines", in an order in
// which everything needed is there (Tarjan 1972).

#include <cstdint>
#include <vector>

#include "structure/rows.hpp"

namespace saltus {

/// `needs[i]` are the items that item i needs (itself allowed). Returns the blocks, those needed first; items of a block are
/// ascending. No recursion: any size.
std::vector<std::vector<std::uint32_t>> blocks_in_order(const Rows<std::uint32_t>& needs);

}  // namespace saltus
