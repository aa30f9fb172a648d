#include "compile/idle_kinks.hpp"

#include <algorithm>
#include <vector>

#include "tape/operands.hpp"

namespace saltus {

bool is_idle_kink(const CompiledModel& c, const CompiledGuard& guard, std::span<const std::int8_t> degrees) {
  std::vector<Slot> reached = {guard.bit};
  const auto reads = [&](const Instruction& i) {
    bool any = false;
    for_each_operand(c.tape, i, [&](Slot s) { any = any || std::ranges::find(reached, s) != reached.end(); });
    return any;
  };
  bool idle = true;
  for (const Code* code : {&c.round, &c.round, &c.flow, &c.guards_code, &c.values})  // a round may read what it makes later
    for (const Instruction& i : code->instructions) {
      if (!reads(i) || (i.out != no_slot && !is_integration(i.op) && degrees[i.out] < 0)) continue;
      idle = idle && code != &c.guards_code && !is_integration(i.op) && reached.size() < 64;
      for_each_result(c.tape, i, [&](Slot s) { reached.push_back(s); });
    }
  for (const CompiledVariable& v : c.variables)
    idle = idle && (v.value == no_slot || std::ranges::find(reached, v.value) == reached.end());
  const auto needed = [&](Slot s) { return std::ranges::find(reached, s) != reached.end(); };
  for (const CompiledBranch& b : c.branches) idle = idle && !needed(b.active);
  for (const CompiledDiscrete& d : c.discretes) idle = idle && !needed(d.value);
  for (const CompiledCheck& k : c.checks) idle = idle && !needed(k.active) && !needed(k.condition);
  for (const CompiledBranch& b : c.branches)
    for (const CompiledReinit& r : b.reinits) idle = idle && !needed(r.value) && !needed(r.gives);
  return idle;
}

}  // namespace saltus
