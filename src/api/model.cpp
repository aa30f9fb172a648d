#include "api/model.hpp"

#include "api/prepared_model.hpp"
#include "base/read_file.hpp"
#include "lang/load.hpp"
#include "model/print.hpp"

namespace saltus {

InvalidModel::InvalidModel(Diagnostics diagnostics, std::shared_ptr<const Sources> sources)
    : std::runtime_error(render(diagnostics, *sources)), diagnostics_(std::move(diagnostics)), sources_(std::move(sources)) {}

std::string InvalidModel::text(bool color) const { return render(diagnostics_, *sources_, color); }

Model Model::load(const std::filesystem::path& file, const std::string& name, const Settings& settings) {
  return load(std::vector{file}, name, settings);
}

Model Model::load(const std::vector<std::filesystem::path>& files, const std::string& name, const Settings& settings) {
  auto sources = std::make_shared<Sources>();
  std::vector<std::uint32_t> numbers;
  for (const auto& file : files) numbers.push_back(sources->add(file.string(), read_file(file)));
  return flatten(std::move(sources), std::move(numbers), name, settings);
}

Model Model::parse(std::string text, const std::string& name, const Settings& settings, const std::string& file) {
  auto sources = std::make_shared<Sources>();
  const std::uint32_t number = sources->add(file, std::move(text));
  return flatten(std::move(sources), {number}, name, settings);
}

Model::Model(HybridModel model)
    : sources_(std::make_shared<Sources>()),
      flat_(std::make_shared<const HybridModel>(std::move(model))),
      prepared_(std::make_shared<PreparedModel>(flat_)) {}

namespace {

/// Of several settings of one name the last counts.
Model::Settings last_of_each(const Model::Settings& settings) {
  Model::Settings kept;
  for (const auto& setting : settings) {
    std::erase_if(kept, [&](const auto& earlier) { return earlier.first == setting.first; });
    kept.push_back(setting);
  }
  return kept;
}

}  // namespace

Model Model::flatten(std::shared_ptr<Sources> sources, std::vector<std::uint32_t> files, const std::string& name,
                     Settings settings) {
  settings = last_of_each(settings);
  LoadOptions options{name, {}};
  for (const auto& [target, value] : settings) options.settings.push_back({target, value.text()});
  Model model;
  auto flat = load_model(sources, files, options, model.diagnostics_);
  if (!flat) throw InvalidModel(std::move(model.diagnostics_), std::move(sources));
  model.sources_ = std::move(sources);
  model.files_ = std::move(files);
  model.chosen_ = name;
  model.settings_ = std::move(settings);
  model.flat_ = std::make_shared<const HybridModel>(*std::move(flat));
  model.prepared_ = std::make_shared<PreparedModel>(model.flat_);
  return model;
}

Model Model::with(const Settings& settings) const {
  // What a setting may be is decided by the front end; a model without text is given one.
  if (files_.empty()) return parse(text(), {}, settings, name() + ".mo");
  Settings all = settings_;
  all.insert(all.end(), settings.begin(), settings.end());
  // Other runs may be reading the texts that this model shares.
  return flatten(std::make_shared<Sources>(*sources_), files_, chosen_, std::move(all));
}

std::string Model::text() const { return print_model(*flat_); }

}  // namespace saltus
