#include <fmt/format.h>

#include <sys/utsname.h>

#include <algorithm>
#include <fstream>
#include <thread>

#include "base/printable.hpp"
#include "commands.hpp"
#include "interrupt.hpp"
#include "progress_bar.hpp"
#include "report/gnuplot.hpp"
#include "report/report.hpp"
#include "result/report.hpp"
#include "study/runner.hpp"

namespace saltus::cli {

namespace {

constexpr std::size_t most_failures_shown = 20;

std::string processor() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);) {
    const auto colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return {};
}

/// System and processor, without the name of the machine.
std::string machine() {
  utsname name = {};
  if (uname(&name) != 0) return {};
  const std::string model = processor();
  const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
  return fmt::format("{} {}, {} {}{}", name.sysname, name.machine, cores, cores == 1 ? "core" : "cores",
                     model.empty() ? "" : ", " + model);
}

std::string counted(std::size_t n, const char* one, const char* several) {
  return fmt::format("{} {}", n, n == 1 ? one : several);
}

std::string counts(const ReportSummary& s) {
  return fmt::format("{} met, {} wrong, {} failed", s.met, counted(s.published_wrong, "published value", "published values"),
                     s.failed);
}

std::string failures(const ReportSummary& s) {
  std::string text;
  for (std::size_t i = 0; i < std::min(s.failures.size(), most_failures_shown); ++i)
    text += fmt::format("  failed: {}\n", printable(s.failures[i]));
  if (s.failures.size() > most_failures_shown) text += fmt::format("  and {} more\n", s.failures.size() - most_failures_shown);
  return text;
}

}  // namespace

ExitCode report_command(const ReportArguments& arguments, const Arguments& common) {
  auto sources = std::make_shared<Sources>();
  Diagnostics diagnostics;
  const auto report = load_report(arguments.folder, sources, diagnostics);
  if (!report) throw InvalidModel(std::move(diagnostics), sources);
  ReportOptions options;
  options.folder = arguments.output.empty() ? "report" : arguments.output;
  options.jobs = arguments.jobs;
  options.interrupt = &interrupt_flag();
  options.version = version();
  options.machine = machine();
  options.command = fmt::format("saltus report {} -o {}", arguments.folder, options.folder.string());
  options.pages = arguments.pages;
  for (const std::string& page : options.pages) {
    if (std::ranges::none_of(report->pages, [&](const ReportPage& p) { return p.name == page; }))
      throw InvalidOption(fmt::format("the report has no page `{}`", page));
  }
  std::optional<ProgressBar> bar;
  options.begins = [&](const std::string& study) {
    bar.reset();
    if (common.verbose) fmt::print(stderr, "{}\n", study);
    bar.emplace(!common.quiet);
  };
  options.progress = [&](const Progress& p) { bar->show(p); };
  listen_for_interrupt();
  const auto written = write_report(*report, options, diagnostics);
  bar.reset();
  if (!written) throw InvalidModel(std::move(diagnostics), sources);
  if (!common.quiet)
    fmt::print("{}, {}, {}\n{}\n{}{}\n", counted(written->studies, "study", "studies"),
               counted(written->figures, "figure", "figures"), duration_text(written->seconds), counts(*written),
               failures(*written), written->index.string());
  return written->failed > 0 ? ExitCode::expectation_failed : ExitCode::done;
}

}  // namespace saltus::cli
