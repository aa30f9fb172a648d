#pragma once
// Functions of states along a solution: the derivative that their recurrences need is already there.
//
// s = sin(x) is computed from k s[k] = sum j x[j] c[k-j]. If x is a state, j x[j] is coefficient j-1 of what is integrated to x: no product
// by j, and above all no waiting for x[k], which follows from the derivative by two more operations. The values agree to rounding.

#include <vector>

#include "tape/tape.hpp"

namespace saltus {

/// Names, as operand `b` of sincos and exp, the derivative of the argument where an integration of the list has it in a slot. Such a
/// list is valid only where the states are solutions: not along polynomials that are not. Sine and cosine get work slots, in which they
/// stand in pairs: both sums are then one sum over pairs.
std::vector<Instruction> share_derivatives(Tape& tape, std::vector<Instruction> instructions);

}  // namespace saltus
