#pragma once
// Relations in the bodies of `when` and of transitions compare what flows as it is at the event. Where their sides are equal but for
// rounding, rounding decides: a check says so. Likewise where `floor`, `div`, `mod`, ... have a whole number but for rounding.
// Integers are numbers of the run: where one becomes so large that these do not hold all Integers of its size a check says so, too.

#include <string>
#include <vector>

#include "compile/lowering.hpp"

namespace saltus {

/// A check, of level warning, for every such relation, operator or Integer in `value`, which an event called `event` gives to a
/// variable. It is tested while `active` is set (no_slot: always). Steps of counters are too small to look at.
void add_rounding_checks(Lowering& lowering, Slot time, Expr value, const std::string& event, Slot active,
                         std::vector<CompiledCheck>& checks);

}  // namespace saltus
