#include "sim/recorder.hpp"

#include <fmt/format.h>

namespace saltus {

namespace {

RecordedSlot column_of(const Variable& v, const CompiledVariable& compiled) {
  const ValueKind kind = v.type == Type::integer   ? ValueKind::integer
                         : v.type == Type::boolean ? ValueKind::boolean
                                                   : ValueKind::real;
  return {v.name, v.unit, v.description, kind, compiled.value, 2 * compiled.place};
}

}  // namespace

std::vector<RecordedSlot> recorded_slots(const CompiledModel& c) {
  std::vector<RecordedSlot> result;
  for_each_recorded(c, [&](const Variable& v, const CompiledVariable& compiled, bool of_derivative) {
    if (of_derivative)
      result.push_back({fmt::format("der({})", v.name), v.unit.empty() ? "" : v.unit.str() + "/s", "", ValueKind::real,
                        compiled.derivative, 2 * compiled.place + 1});
    else
      result.push_back(column_of(v, compiled));
  });
  return result;
}

std::vector<RecordedSlot> model_columns(const CompiledModel& c) {
  std::vector<RecordedSlot> result;
  for (std::size_t i = 0; i < c.variables.size(); ++i) {
    const Variable& v = c.model.variables[i];
    if (v.variability > Variability::parameter && v.type != Type::string) result.push_back(column_of(v, c.variables[i]));
  }
  return result;
}

}  // namespace saltus
