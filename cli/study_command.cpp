#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "api/study.hpp"
#include "base/printable.hpp"
#include "commands.hpp"
#include "interrupt.hpp"
#include "progress_bar.hpp"
#include "report/gnuplot.hpp"
#include "study/merge.hpp"

namespace saltus::cli {

namespace {

namespace fs = std::filesystem;

StudyOptions options_of(const StudyArguments& a) {
  StudyOptions options;
  options.jobs = a.jobs;
  options.folder = a.output.empty() ? fs::path(a.file).stem() : fs::path(a.output);
  options.resume = a.resume;
  options.shard = {a.shard, a.shards};
  options.tables.clear();
  for (const std::string& f : a.formats) options.tables.push_back(*table_format(f));
  options.figures.clear();
  for (const std::string& f : a.figures) options.figures.push_back(*figure_format(f));
  options.interrupt = &interrupt_flag();
  return options;
}

ExitCode show(const std::string& text) {
  if (!print_data(text)) throw FileError("cannot write the output");
  return interrupt_flag() ? ExitCode::interrupted : ExitCode::done;
}

std::string value_text(const MeasuredValue& m) {
  if (!m.is_list && std::isnan(m.number)) return "missing";
  if (!m.is_list) return m.digits.empty() ? number_text(m.number) : m.digits;
  std::string list;
  for (const double x : m.list) list += (list.empty() ? "" : ", ") + number_text(x);
  return "{" + list + "}";
}

/// Where the run was made and what was measured.
std::string point_text(const StudyFile& study, const RunRecord& record) {
  std::string text;
  const auto names = varied_names(study.experiment);
  for (std::size_t i = 0; i < std::min(names.size(), record.point.values.size()); ++i) {
    const StudyValue& v = record.point.values[i];
    text += fmt::format("{} = {}\n", names[i].text, v.exact.empty() ? number_text(v.value) : v.exact);
  }
  for (std::size_t i = 0; i < record.measures.size(); ++i) {
    text += fmt::format("{} = {}\n", study.measures[i].name, value_text(record.measures[i]));
  }
  return text;
}

ExitCode only(const Study& study, const StudyArguments& a, const StudyOptions& options) {
  const auto [record, result] = study.run_only(a.only, options);
  const Result shown(result);
  const ExitCode code = show(printable(point_text(study.file(), record) + shown.full()));
  return code != ExitCode::done || shown.ok() ? code : ExitCode::run_failed;
}

/// A search that failed is said with the place of its unknown.
void report_search(const Study& study, const SearchEnd& end) {
  const Diagnostic failed{Severity::error, "search-failed", end.message, {end.place, {}}, {}, end.help};
  fmt::print(stderr, "{}", render(failed, *study.file().sources));
}

ExitCode exit_code_of(const StudyResult& result) {
  if (result.summary().interrupted) return ExitCode::interrupted;
  if (result.summary().search && !result.summary().search->met) return ExitCode::run_failed;
  if (!result.summary().unwritten.empty()) return ExitCode::run_failed;
  return all_met(result.summary()) ? ExitCode::done : ExitCode::expectation_failed;
}

ExitCode merge(const std::vector<std::string>& files, const Arguments& common) {
  const std::vector<fs::path> inputs(files.begin() + 1, files.end());
  const MergeSummary merged = merge_stores(files.front(), inputs);
  const std::string repeated = merged.repeated > 0 ? fmt::format(", {} of them in several", merged.repeated) : "";
  if (!common.quiet)
    fmt::print(stderr, "{}: {} {} of {} {}{}\n", files.front(), merged.runs, merged.runs == 1 ? "run" : "runs", inputs.size(),
               inputs.size() == 1 ? "store" : "stores", repeated);
  if (merged.missing > 0 && !common.quiet)
    fmt::print(stderr, "note: {} run{} missing, the first is {}; the study with `--resume` makes {}\n", merged.missing,
               merged.missing == 1 ? " is" : "s are", merged.first_missing, merged.missing == 1 ? "it" : "them");
  return ExitCode::done;
}

}  // namespace

ExitCode study_command(const StudyArguments& arguments, const Arguments& common) {
  if (!arguments.merge.empty()) return merge(arguments.merge, common);
  Study study = Study::load(arguments.file);
  for (const auto& [name, value] : arguments.set) study.set(name, value);
  StudyOptions options = options_of(arguments);
  listen_for_interrupt();
  if (arguments.dry_run) return show(dry_run_text(study.dry_run(options)));
  if (arguments.only > 0) return only(study, arguments, options);
  std::optional<ProgressBar> bar(std::in_place, !common.quiet);
  options.progress = [&](const Progress& p) { bar->show(p); };
  const StudyResult result = study.run(options);
  bar.reset();
  if (common.verbose) fmt::print(stderr, "{} of {} runs in lanes\n", result.summary().in_lanes, result.summary().runs_now);
  if (!common.quiet) fmt::print(stderr, "{}", result.warnings());
  if (!common.quiet && !print_data(result.brief())) throw FileError("cannot write the output");
  if (result.summary().search && !result.summary().search->met) report_search(study, *result.summary().search);
  for (const std::string& what : result.summary().unwritten) fmt::print(stderr, "error: {}\n", printable(what));
  return exit_code_of(result);
}

}  // namespace saltus::cli
