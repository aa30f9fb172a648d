#pragma once
// Products for powers with literal exponents: faster than the recurrence, and good where the base passes through zero.

#include <vector>

#include "tape/tape.hpp"

namespace saltus {

/// a^n (n a literal 1..64) as squares and products, a^0.5 as sqrt, a*a as square; other operations as they are. Adds slots.
std::vector<Instruction> expand_powers(Tape& tape, std::vector<Instruction> list);

}  // namespace saltus
