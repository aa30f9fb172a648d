#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "api/closed_number.hpp"
#include "base/read_file.hpp"
#include "commands.hpp"
#include "export/event_sheet.hpp"
#include "export/grid_sheet.hpp"
#include "export/workbook.hpp"
#include "expr/evaluate.hpp"
#include "output_file.hpp"

namespace saltus::cli {

namespace {

/// As a number of the option or, without it, of the experiment annotation.
Rational time_of(const char* option, const std::optional<std::string>& given, Expr annotated, int otherwise) {
  ClosedNumbers numbers;
  const Expr value = given ? numbers.read(option, Exact(*given)) : annotated;
  if (!value) return Rational(otherwise);
  if (const auto exact = exact_value(value)) return *exact;
  return Rational::from_double(numeric_value<double>(value, [](Expr) { return 0.0; }));
}

std::string scheme_text(const ExportArguments& a) {
  if (a.by == "events") return "Each is the next event: the smallest of the times until one happens leads to it.";
  if (a.solver == "heun") return "Each follows from the row above by a step of Heun's method.";
  if (a.solver == "rk4") return "Each follows from the row above by a step of the classical Runge-Kutta method of order 4.";
  return "Each follows from the row above by a step of Euler's method.";
}

WorkbookText text_of(const ExportArguments& a, const std::vector<Model>& models) {
  WorkbookText text;
  text.title = models.front().name();
  if (models.size() > 1) text.title += models[1].name() == models[0].name() ? ", twice" : " and " + models[1].name();
  text.scheme = scheme_text(a);
  const auto add = [&](const char* name, const std::optional<std::string>& value) {
    if (value) text.settings.emplace_back(name, *value);
  };
  if (a.by == "time") {
    text.settings.emplace_back("scheme", a.solver);
    text.settings.emplace_back("events", "on the grid: seen where a row has passed them");
  } else {
    text.settings.emplace_back("rows", "one for each event");
  }
  add("step", a.step);
  add("start", a.start);
  add("stop", a.stop);
  for (const auto& [name, value] : a.model.set) text.settings.emplace_back("set " + name, value);
  for (const auto& [name, value] : a.compare) text.settings.emplace_back("set " + name + ", second model", value);
  text.settings.emplace_back("made by", fmt::format("saltus {}", version()));
  std::vector<std::string> shown;
  for (const std::string& file : a.model.files) {
    if (file == "-" || std::ranges::find(shown, file) != shown.end()) continue;
    shown.push_back(file);
    text.models.push_back({std::filesystem::path(file).filename().string(), read_file(file)});
  }
  return text;
}

/// The first model, and the second if there is one.
std::vector<Model> load_models(const ExportArguments& a, const Arguments& common) {
  std::vector<Model> models;
  ModelArguments each = a.model;
  each.files = {a.model.files.front()};
  models.push_back(load_model(each, common));
  if (a.model.files.size() == 1 && a.compare.empty()) return models;
  each.files = {a.model.files.back()};
  each.set.insert(each.set.end(), a.compare.begin(), a.compare.end());
  models.push_back(load_model(each, common));
  return models;
}

std::string output_of(const ExportArguments& a, const Model& model) {
  const std::string path = a.output.empty() ? model.name() + ".xlsx" : a.output;
  if (!path.ends_with(".xlsx")) throw InvalidOption(fmt::format("`{}` is no name of a workbook: it must end in .xlsx", path));
  return path;
}

}  // namespace

ExitCode export_command(const ExportArguments& arguments, const Arguments& common) {
  const std::vector<Model> models = load_models(arguments, common);
  const std::string path = output_of(arguments, models.front());
  if (models.size() > 1 && arguments.by == "events")
    throw InvalidOption("models side by side have a row per step: leave out `--by events`");
  std::vector<Sheet> sheets;
  for (const Model& model : models) {
    const Experiment& experiment = models.front().flat().experiment;
    GridOptions options;
    options.scheme = *scheme_of(arguments.solver);
    if (arguments.step) options.step = time_of("step", arguments.step, {}, 1);
    options.start = time_of("start", arguments.start, experiment.start, 0);
    options.stop = time_of("stop", arguments.stop, experiment.stop, 1);
    Diagnostics diagnostics;
    auto sheet = arguments.by == "events" ? event_sheet(model.flat(), options.start, options.stop, diagnostics)
                                          : grid_sheet(model.flat(), options, diagnostics);
    if (!sheet) throw InvalidModel(std::move(diagnostics), model.shared_sources());
    sheets.push_back(*std::move(sheet));
  }
  {
    const OutputFile writable(path);
  }  // the library that writes workbooks says less about what is wrong
  Diagnostics diagnostics;
  const auto written = write_workbook(path, sheets, text_of(arguments, models), diagnostics);
  if (!written) throw InvalidModel(std::move(diagnostics), models.front().shared_sources());
  if (!common.quiet) fmt::print("{}: {} rows\n", path, written->rows);
  if (written->rows_to_check > 0)
    fmt::print(stderr,
               "warning: in {} of the rows the model would do more in the same instant than one row can show\n"
               "help: see the column `check`; a smaller --step has fewer of them\n",
               written->rows_to_check);
  return ExitCode::done;
}

}  // namespace saltus::cli
