#include "compile/tuples.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/free_memory.hpp"
#include "model/sliding.hpp"

namespace saltus {

namespace {
constexpr std::size_t large = 1'000'000;  // slots
}  // namespace

CompiledTuples::Entry& CompiledTuples::entry(const ModeTuple& tuple) {
  const auto [it, fresh] = entries_.try_emplace(tuple);
  Entry& e = it->second;
  if (!fresh) return e;
  Diagnostics found;
  e.compiled = compile(in_modes(model_, tuple), tuple, found);
  if (e.compiled && e.compiled->tape.slot_count > large) give_back_free_memory();  // runs take theirs from elsewhere
  const std::string modes = describe(model_, tuple);
  for (Diagnostic d : found.all()) {
    if (!modes.empty()) d.message += fmt::format(" (where {})", modes);
    e.diagnostics.add(std::move(d));
  }
  return e;
}

const CompiledModel* CompiledTuples::sliding(const CompiledModel& above, const CompiledModel& below, Expr surface) {
  const std::scoped_lock lock(mutex_);
  const auto it = std::ranges::find_if(
      surfaces_, [&](const Surface& s) { return s.above == &above && s.below == &below && s.surface == surface; });
  if (it != surfaces_.end()) return it->compiled.get();
  Surface s{&above, &below, surface, nullptr};
  Diagnostics found;
  if (const auto model = sliding_model(above.model, above.tuple, below.model, below.tuple, surface))
    s.compiled = compile(*model, above.tuple, found);
  surfaces_.push_back(std::move(s));
  return surfaces_.back().compiled.get();
}

const CompiledModel& CompiledTuples::beside(const CompiledModel& sliding, std::size_t surface, bool above) {
  const CompiledSliding& last = sliding.sliding.back();
  const CompiledModel& off_last = [&]() -> const CompiledModel& {
    const std::scoped_lock lock(mutex_);
    const auto it = std::ranges::find_if(surfaces_, [&](const Surface& s) { return s.compiled.get() == &sliding; });
    return above || it->above == it->below ? *it->above : *it->below;
  }();
  if (surface + 1 == sliding.sliding.size()) return off_last;
  const CompiledModel& side = beside(off_last, surface, above);
  const CompiledModel* both = this->sliding(side, side, last.surface);
  return both ? *both : side;
}

const EntryPlan& CompiledTuples::plan(const CompiledModel& from, const CompiledModel& to) {
  const std::scoped_lock lock(mutex_);
  const auto key = std::pair(&from, &to);
  const auto it = plans_.find(key);
  return it != plans_.end() ? it->second : plans_.emplace(key, plan_entry(from, to)).first->second;
}

}  // namespace saltus
