#include "compile/guards_read_flow.hpp"

#include <algorithm>

#include "tape/operands.hpp"

namespace saltus {

bool guards_read_flow(const CompiledModel& c) {
  std::vector<bool> made(c.tape.slot_count, false);
  for (const Instruction& i : c.flow.instructions) for_each_result(c.tape, i, [&](Slot s) { made[s] = true; });
  for (const CompiledState& s : c.states) made[s.value] = false;
  bool reads = false;
  for (const Instruction& i : c.guards_code.instructions)
    for_each_operand(c.tape, i, [&](Slot s) { reads = reads || made[s]; });
  return reads || std::ranges::any_of(c.guards, [&](const CompiledGuard& g) {
           return made[g.h] || std::ranges::any_of(g.terms, [&](Slot s) { return made[s]; });
         });
}

}  // namespace saltus
