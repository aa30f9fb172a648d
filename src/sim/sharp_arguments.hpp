#pragma once
// Where a smooth quantity may become a sharp one: exp(-1e6 x^2) is a needle that values at a few points do not show, but its argument
// does. On a stretch on which such arguments vary little, and nothing switches, values at points show everything.

#include <vector>

#include "compile/compiled_model.hpp"

namespace saltus {

/// An argument of an operation that can make a sharp feature, or many turns, of a slow argument.
struct SharpArgument {
  enum class Kind : std::uint8_t {
    span,    ///< sin, cos, tan, sinh, cosh: how far it goes
    rising,  ///< exp: how far it goes above where the result vanishes
    step,    ///< tanh: how far it goes where the result is not yet at its end
    ratio,   ///< divisors, and what roots, logarithms and powers are of: how near to zero it comes
  };
  Kind kind = Kind::span;
  Slot slot = no_slot;
  Slot exponent = no_slot;  ///< of a power: whole ones are not sharp
};

/// A slot, times another one if there is a weight.
struct WeightedTerm {
  Slot weight = no_slot, factor = no_slot;
};

/// All that the slot depends on in the outputs, in the equations of implicit blocks too; each once.
[[nodiscard]] std::vector<SharpArgument> sharp_arguments(const CompiledModel& compiled, Slot slot);

/// Whole numbers and Booleans that the slot depends on and that may change between events (of comparisons in noEvent).
[[nodiscard]] std::vector<Slot> switches(const CompiledModel& compiled, Slot slot);

/// What a slot is the sum of in the outputs, and in the set-up before them if that is wanted: their sizes tell its rounding errors.
[[nodiscard]] std::vector<WeightedTerm> summed_terms(const CompiledModel& compiled, Slot slot, bool with_setup = false);

}  // namespace saltus
