#include "api/check.hpp"

#include "base/read_file.hpp"
#include "compile/check_modes.hpp"
#include "lang/load.hpp"
#include "lang/models_in.hpp"

namespace saltus {
namespace {

bool check_flat(const HybridModel& model, Diagnostics& diagnostics) {
  CompiledTuples tuples(model);
  return check_modes(tuples, Thoroughness::everything, diagnostics);
}

}  // namespace

void check(const Model& model) {
  Diagnostics diagnostics;
  if (!check_flat(model.flat(), diagnostics)) throw InvalidModel(std::move(diagnostics), model.shared_sources());
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
