#include <fmt/format.h>

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

ExitCode check_command(const CheckArguments& arguments, const Arguments& common) {
  const Model model = load_model(arguments.model, common);
  check(model);
  if (!common.quiet) fmt::print(stderr, "{}: no errors\n", model.name());
  return ExitCode::done;
}

}  // namespace saltus::cli
