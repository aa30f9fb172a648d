#pragma once
// A shorter list of operations with the same values.
//
//   mul(a, a), a^2            -> square;  a^n, n a literal up to 64 -> squares and products;  a^0.5 -> sqrt
//   sums, differences, signs, products with and quotients by constants -> linear
//   integrate of a linear     -> integrate_linear
//   results nobody needs      -> dropped
//
// A `linear` adds its terms in the order in which the sums were written, so it changes no bit of a result. Squares round differently from
// products, and two changes, made only if there is a `setup`, cost one rounding each: c1*(c2*x) becomes (c1*c2)*x, and x/c becomes (1/c)*x.

#include <functional>
#include <vector>

#include "tape/tape.hpp"

namespace saltus {

/// `keep`: slots that are needed elsewhere. `is_constant(s)`: slot s has only a coefficient 0, which is there before the list is run.
/// `setup`: receives operations on constants, to be run at order 0 whenever constants changed; null: none are made.
/// A slot is written at most once, except where the list relies on its order (read before written, written twice): such slots
/// are left alone. Terms are appended to the tape.
std::vector<Instruction> fuse(Tape& tape, std::vector<Instruction> instructions, const std::vector<Slot>& keep,
                              const std::function<bool(Slot)>& is_constant, std::vector<Instruction>* setup = nullptr);

}  // namespace saltus
