#include <fmt/format.h>

#include <set>

#include "commands.hpp"

namespace saltus::cli {

Model load_model(const ModelArguments& arguments, const Arguments& common) {
  const std::vector<std::filesystem::path> files(arguments.files.begin(), arguments.files.end());
  Model::Settings settings(arguments.set.begin(), arguments.set.end());
  Model model = Model::load(files, arguments.model, settings);
  if (!common.quiet) {
    fmt::print(stderr, "{}", render(model.diagnostics(), model.sources(), use_color(common.color, stderr)));
  }
  return model;
}

namespace {

ExitCode check_one(const ModelArguments& arguments, const Arguments& common) {
  const Model model = load_model(arguments, common);
  const Diagnostics warnings = check(model);
  if (!common.quiet) fmt::print(stderr, "{}", render(warnings, model.sources(), use_color(common.color, stderr)));
  if (!common.quiet) fmt::print(stderr, "{}: no errors\n", model.name());
  return ExitCode::done;
}

// What several models have in common is said once.
ExitCode check_all(const ModelArguments& arguments, const Arguments& common) {
  const CheckedModels checked = check(std::vector<std::filesystem::path>(arguments.files.begin(), arguments.files.end()));
  const bool color = use_color(common.color, stderr);
  std::set<std::string> said;
  ExitCode code = ExitCode::done;
  for (const auto& [name, diagnostics] : checked.models) {
    if (diagnostics.has_errors()) code = ExitCode::model_error;
    if (common.quiet && !diagnostics.has_errors()) continue;
    std::string rest = render(diagnostics, *checked.sources, color);
    for (const Diagnostic& d : diagnostics.all()) {
      const std::string text = render(d, *checked.sources, color);
      rest.erase(0, text.size());
      if (said.insert(text).second) fmt::print(stderr, "{}", text);
    }
    fmt::print(stderr, "{}", rest);
    if (!diagnostics.has_errors()) fmt::print(stderr, "{}: no errors\n", name);
  }
  return code;
}

}  // namespace

// Settings are those of one model.
ExitCode check_command(const CheckArguments& arguments, const Arguments& common) {
  const bool one = !arguments.model.model.empty() || !arguments.model.set.empty();
  return one ? check_one(arguments.model, common) : check_all(arguments.model, common);
}

}  // namespace saltus::cli
