#include "compile/tuples.hpp"

#include <fmt/format.h>

namespace saltus {

CompiledTuples::Entry& CompiledTuples::entry(const ModeTuple& tuple) {
  const auto [it, fresh] = entries_.try_emplace(tuple);
  Entry& e = it->second;
  if (!fresh) return e;
  Diagnostics found;
  e.compiled = compile(in_modes(model_, tuple), tuple, found);
  const std::string modes = describe(model_, tuple);
  for (Diagnostic d : found.all()) {
    if (!modes.empty()) d.message += fmt::format(" (where {})", modes);
    e.diagnostics.add(std::move(d));
  }
  return e;
}

const EntryPlan& CompiledTuples::plan(const CompiledModel& from, const CompiledModel& to) {
  const auto key = std::pair(&from, &to);
  const auto it = plans_.find(key);
  return it != plans_.end() ? it->second : plans_.emplace(key, plan_entry(from, to)).first->second;
}

}  // namespace saltus
