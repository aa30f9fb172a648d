#include "sim/recorder.hpp"

#include <fmt/format.h>

namespace saltus {

std::vector<RecordedSlot> recorded_slots(const CompiledModel& c) {
  std::vector<RecordedSlot> result;
  for (std::size_t i = 0; i < c.variables.size(); ++i) {
    const Variable& v = c.model.variables[i];
    if (v.variability <= Variability::parameter || c.variables[i].value == no_slot) continue;
    const ValueKind kind = v.type == Type::integer   ? ValueKind::integer
                           : v.type == Type::boolean ? ValueKind::boolean
                                                     : ValueKind::real;
    result.push_back({v.name, v.unit, v.description, kind, c.variables[i].value, 2 * c.variables[i].place});
    if (c.variables[i].derivative != no_slot)
      result.push_back({fmt::format("der({})", v.name), v.unit.empty() ? "" : v.unit + "/s", "", ValueKind::real,
                        c.variables[i].derivative, 2 * c.variables[i].place + 1});
  }
  return result;
}

}  // namespace saltus
