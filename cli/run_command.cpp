#include <fmt/format.h>

#include <filesystem>

#include "base/printable.hpp"
#include "commands.hpp"
#include "interrupt.hpp"
#include "output_file.hpp"
#include "result/report.hpp"
#include "result/workbook.hpp"

namespace saltus::cli {

namespace {

Location location_of(const std::string& name) {
  return name == "grid" ? Location::grid : name == "signs" ? Location::signs : Location::exact;
}

std::optional<Exact> exact(const std::optional<std::string>& text) { return text ? std::optional<Exact>(*text) : std::nullopt; }

// Enough for smooth curves: of slow motions over the whole time, of fast ones in short steps.
constexpr int rows_in_run = 1000;
constexpr int rows_in_step = 10;

Options options_of(const RunArguments& a) {
  Options options;
  options.start = exact(a.start);
  options.stop = exact(a.stop);
  options.tolerance = exact(a.tolerance);
  options.step = exact(a.step);
  options.interval = exact(a.interval);
  options.at.assign(a.at.begin(), a.at.end());
  options.solver = a.solver;
  options.locate = location_of(a.locate);
  options.precision = a.precision;
  options.max_rounds = a.max_rounds;
  options.sensitivity = a.sensitivity;
  const bool rows = a.format == Format::csv || a.format == Format::mat || a.format == Format::xlsx;
  options.own_steps = rows && !a.interval && a.at.empty();
  if (is_picture(a.format)) {
    options.own_steps = true;
    options.rows_in_step = rows_in_step;
    options.rows_in_run = rows_in_run;
  }
  // The chart of a workbook joins its rows by lines. Steps that were asked for are rows as they are.
  if (a.format == Format::xlsx && options.own_steps && !a.step) options.rows_in_run = rows_in_run;
  options.model_hash = a.format == Format::json || a.format == Format::xlsx;  // nobody else shows it
  options.interrupt = &interrupt_flag();
  return options;
}

std::string picture(const Result& result, const std::vector<PlotRequest>& plots, FigureFormat format) {
  Figure figure = run_figure(result.data(), plots);
  if (format == FigureFormat::pdf) figure.size = FigureSize::page;  // a PDF is made for paper
  return draw(figure, format);
}

std::vector<std::vector<ChartCurve>> charts_of(const std::vector<PlotRequest>& plots) {
  std::vector<std::vector<ChartCurve>> charts;
  for (const PlotRequest& p : plots) {
    charts.emplace_back();
    for (const auto& [x, y] : p.curves) charts.back().push_back({x.empty() ? "time" : x, y});
  }
  return charts;
}

std::string data_of(const Result& result, const std::vector<PlotRequest>& plots, Format format, bool verbose) {
  switch (format) {
    case Format::svg: return picture(result, plots, FigureFormat::svg);
    case Format::pdf: return picture(result, plots, FigureFormat::pdf);
    case Format::png: return picture(result, plots, FigureFormat::png);
    case Format::csv: return result.to_csv();
    case Format::mat: return result.to_mat();
    case Format::xlsx: return write_run_workbook(result.data(), charts_of(plots));
    case Format::json: return result.to_json();
    case Format::brief: break;
  }
  return verbose ? result.full() : result.brief();
}

void print_bad_end(const Status& status) {
  fmt::print(stderr, "error{}: {} at {}{}{}\n{}", status.reason.empty() ? "" : fmt::format("[{}]", status.reason),
             name_of(status.code), value_text(status.time), status.message.empty() ? "" : ", ", printable(status.message),
             status.excerpt);
  if (!status.remedy.empty()) fmt::print(stderr, "help: {}\n", printable(status.remedy));
}

/// What a person wants to know when the data went elsewhere.
void report_to_person(const Result& result, const RunArguments& a, const Arguments& common) {
  if (a.format == Format::brief && (a.interval || !a.at.empty()) && !common.quiet)
    fmt::print(stderr, "note: a summary has no rows; for the trajectory add `--format csv` or `-o FILE.csv`\n");
  if (!a.sensitivity.empty() && !common.quiet && a.format != Format::brief && a.format != Format::json)
    fmt::print(stderr, "note: derivatives are not in this file; `--format json` has them, of each row\n");
  if (a.output.empty() && a.format == Format::brief) return;
  if (!a.output.empty() && !common.quiet) {
    fmt::print(stderr, "{}", printable(common.verbose ? result.full() : result.brief()));
    return;
  }
  if (!common.quiet && a.format != Format::json) fmt::print(stderr, "{}", printable(warnings_text(result.data().warnings)));
  if (result.ok() || result.data().diagnostics.has_errors()) return;  // diagnostics say more
  print_bad_end(result.status());
}

/// What is asked for is known before the run, and so is whether it can be drawn.
std::vector<PlotRequest> plots_of(const RunArguments& a, const Model& model) {
  std::vector<PlotRequest> plots;
  for (const std::string& text : a.plots) plots.push_back(resolved(read_plot_request(text), model.flat()));
  if (is_picture(a.format)) require_gnuplot();
  return plots;
}

/// An output that is one of the models would destroy it.
void keep_models(const RunArguments& a) {
  for (const std::string& file : a.model.files) {
    std::error_code unknown;  // files that cannot be compared are not the same
    if (a.output.empty() || !std::filesystem::equivalent(file, a.output, unknown)) continue;
    throw FileError(fmt::format("`{}` is a model file and is not overwritten", a.output));
  }
}

ExitCode exit_code_of(const Result& result) {
  if (result.ok()) return ExitCode::done;
  if (result.data().diagnostics.has_errors()) return ExitCode::model_error;
  return result.status().code == StatusCode::interrupted ? ExitCode::interrupted : ExitCode::run_failed;
}

}  // namespace

ExitCode run_command(const RunArguments& arguments, const Arguments& common) {
  const Model model = load_model(arguments.model, common);
  keep_models(arguments);
  const std::vector<PlotRequest> plots = plots_of(arguments, model);
  OutputFile output(arguments.output);
  listen_for_interrupt();
  const Result result = run(model, options_of(arguments));
  std::optional<FigureError> undrawn;
  try {
    output.write(data_of(result, plots, arguments.format, common.verbose));
  } catch (const FigureError& error) {
    undrawn = error;
  }
  report_to_person(result, arguments, common);
  fmt::print(stderr, "{}", render(result.data().diagnostics, model.sources(), use_color(common.color, stderr)));
  if (undrawn) throw *undrawn;  // after all that is known of the run
  return exit_code_of(result);
}

}  // namespace saltus::cli
