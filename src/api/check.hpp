#pragma once
// All that can be found out about models without running them: structure and compilation.

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "api/model.hpp"

namespace saltus {

/// Warnings. Throws InvalidModel.
[[nodiscard]] Diagnostics check(const Model& model);

struct CheckedModels {
  struct Item {
    std::string name;         ///< empty: no model was found
    Diagnostics diagnostics;  ///< with errors: it cannot be run
  };
  std::vector<Item> models;
  std::shared_ptr<const Sources> sources;
};

/// All models of these files that stand for themselves (lang/models_in.hpp), each with what is to be said about it; "-" is the standard
/// input. Throws FileError.
[[nodiscard]] CheckedModels check(const std::vector<std::filesystem::path>& files);

}  // namespace saltus
