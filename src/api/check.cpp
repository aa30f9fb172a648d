#include "api/check.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/read_file.hpp"
#include "compile/check_modes.hpp"
#include "lang/load.hpp"
#include "lang/models_in.hpp"

namespace saltus {
namespace {

// Where equations decide about the start, what is not given follows from them. An array is one declaration.
void warn_of_missing_starts(CompiledTuples& tuples, Diagnostics& diagnostics) {
  const CompiledModel* c = tuples.of(initial_tuple(tuples.model()));
  if (!c || c->start_system || !c->model.initial_equations.empty()) return;
  std::vector<Span> said;
  for (const CompiledState& s : c->states) {
    const Variable& v = c->model.variables[s.variable];
    if (v.start || std::ranges::find(said, v.span) != said.end()) continue;
    said.push_back(v.span);
    diagnostics.warning("missing-start", v.span, fmt::format("`{}` starts at 0, as no start value is given", v.name), "",
                        "write (start = 0, fixed = true), if that is meant");
  }
}

bool check_flat(const HybridModel& model, Diagnostics& diagnostics) {
  CompiledTuples tuples(model);
  if (!check_modes(tuples, Thoroughness::everything, diagnostics)) return false;
  warn_of_missing_starts(tuples, diagnostics);
  return true;
}

}  // namespace

Diagnostics check(const Model& model) {
  Diagnostics diagnostics;
  if (!check_flat(model.flat(), diagnostics)) throw InvalidModel(std::move(diagnostics), model.shared_sources());
  return diagnostics;
}

CheckedModels check(const std::vector<std::filesystem::path>& files) {
  const auto sources = std::make_shared<Sources>();
  std::vector<std::uint32_t> numbers;
  for (const auto& file : files) numbers.push_back(sources->add(file.string(), read_file(file)));
  std::vector<std::string> names = models_in(*sources, numbers);
  if (names.empty()) names.emplace_back();  // what stands against it is said where the last one is asked for
  CheckedModels checked{{}, sources};
  for (std::string& name : names) {
    Diagnostics diagnostics;
    if (const auto flat = load_model(sources, numbers, {name}, diagnostics)) {
      if (name.empty()) name = flat->name;
      check_flat(*flat, diagnostics);
    }
    checked.models.push_back({std::move(name), std::move(diagnostics)});
  }
  return checked;
}

}  // namespace saltus
