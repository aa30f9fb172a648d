#pragma once
// Relations in the bodies of `when` and of transitions compare what flows as it is at the event. Where their sides are equal but for
// rounding, rounding decides: a check says so. Likewise where `floor`, `div`, `mod`, ... have a whole number but for rounding.

#include <string>
#include <vector>

#include "compile/lowering.hpp"

namespace saltus {

/// A check, of level warning, for every such relation or operator in `value`, which an event called `event` gives to a
/// variable. It is tested while `active` is set (no_slot: always).
void add_comparison_checks(Lowering& lowering, Slot time, Expr value, const std::string& event, Slot active,
                           std::vector<CompiledCheck>& checks);

}  // namespace saltus
