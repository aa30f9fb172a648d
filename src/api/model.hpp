#pragma once
// A model, ready to run: read from text or built in C++.

#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "api/options.hpp"
#include "base/diagnostic.hpp"
#include "base/read_file.hpp"
#include "base/source.hpp"
#include "model/hybrid_model.hpp"

namespace saltus {

/// The model is wrong; what() is the text of all diagnostics, with excerpts and carets.
class InvalidModel : public std::runtime_error {
 public:
  InvalidModel(Diagnostics diagnostics, std::shared_ptr<const Sources> sources);

  [[nodiscard]] const Diagnostics& diagnostics() const { return diagnostics_; }
  [[nodiscard]] std::string text(bool color) const;

 private:
  Diagnostics diagnostics_;
  std::shared_ptr<const Sources> sources_;
};

class PreparedModel;

/// Cheap to copy: texts, expressions and what runs prepare are shared. A model is compiled by its first run; further ones, also of copies and
/// in other threads, use what is there. So keep a model that is to be run again, and prefer options to new models.
class Model {
 public:
  using Settings = std::vector<std::pair<std::string, Exact>>;

  /// Reads a file and takes the last model in it, or the one called `name`. `settings` are parameter values (also those that
  /// decide on array sizes) and start values, "x.start". Throws FileError, InvalidModel.
  static Model load(const std::filesystem::path& file, const std::string& name = {}, const Settings& settings = {});
  /// Several files together; "-" is the standard input.
  static Model load(const std::vector<std::filesystem::path>& files, const std::string& name = {},
                    const Settings& settings = {});
  /// `file` is what diagnostics call the text. Throws InvalidModel.
  static Model parse(std::string text, const std::string& name = {}, const Settings& settings = {},
                     const std::string& file = "model.mo");
  /// A model built in C++.
  Model(HybridModel model);  // what the builder makes is a model

  /// The same model with other settings on top of its own. Throws InvalidModel.
  [[nodiscard]] Model with(const Settings& settings) const;

  [[nodiscard]] const std::string& name() const { return flat_->name; }
  [[nodiscard]] const HybridModel& flat() const { return *flat_; }
  [[nodiscard]] std::string text() const;  ///< flat, as model text that reads back to the same model
  [[nodiscard]] const Settings& settings() const { return settings_; }
  /// Its texts among the sources, and the name by which it was chosen; both empty for a model built in C++.
  [[nodiscard]] const std::vector<std::uint32_t>& files() const { return files_; }
  [[nodiscard]] const std::string& chosen() const { return chosen_; }
  /// Warnings of the front end.
  [[nodiscard]] const Diagnostics& diagnostics() const { return diagnostics_; }
  [[nodiscard]] const Sources& sources() const { return *sources_; }
  [[nodiscard]] std::shared_ptr<const Sources> shared_sources() const { return sources_; }
  /// What its runs share.
  [[nodiscard]] PreparedModel& prepared() const { return *prepared_; }

 private:
  Model() = default;
  static Model flatten(std::shared_ptr<Sources> sources, std::vector<std::uint32_t> files, const std::string& name,
                       Settings settings);

  std::shared_ptr<Sources> sources_;
  std::vector<std::uint32_t> files_;  // empty for a model built in C++
  std::string chosen_;                // by name, or empty: the last
  Settings settings_;
  std::shared_ptr<const HybridModel> flat_;
  std::shared_ptr<PreparedModel> prepared_;
  Diagnostics diagnostics_;
};

}  // namespace saltus
