#include "study/dry_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "base/printable.hpp"
#include "result/report.hpp"
#include "study/parallel.hpp"

namespace saltus {

namespace {

constexpr std::uint64_t most_timed = 5;
constexpr double most_seconds = 1;
constexpr std::size_t longest_exact = 24;  // fractions of more letters are no help

void time_runs(DryRun& dry, PreparedStudy& study, Shard shard) {
  const std::uint64_t wanted = std::min(most_timed, dry.points);
  double total = 0;
  for (std::uint64_t i = 0; i < wanted && total < most_seconds; ++i) {
    const std::uint64_t index = wanted == 1 ? 0 : (dry.points - 1) / (wanted - 1) * i;
    const auto begin = std::chrono::steady_clock::now();
    const RunRecord record = study.ensemble->run(study.points->point(shard.index + index * shard.count));
    if (record.status == StatusCode::interrupted) break;
    total += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (!counts(record)) ++dry.failed;
    ++dry.timed;
  }
  if (dry.timed > 0) dry.seconds = total / static_cast<double>(dry.timed);
}

std::string point_text(const DryRun& dry, const Point& point) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < dry.varied.size(); ++i) {
    const StudyValue& v = point.values[i];
    const bool readable = !v.exact.empty() && v.exact.size() <= longest_exact;
    parts.push_back(fmt::format("{} = {}", dry.varied[i], readable ? v.exact : number_text(v.value)));
  }
  return fmt::format("{}: {}", point.number, fmt::join(parts, ", "));
}

std::string estimate(const DryRun& dry) {
  const double all =
      dry.seconds * static_cast<double>(dry.points) / std::min<double>(dry.jobs, static_cast<double>(dry.points));
  std::string text =
      fmt::format("{} {} timed, {} each", dry.timed, dry.timed == 1 ? "run" : "runs", duration_text(dry.seconds));
  if (dry.failed > 0) text += fmt::format(", {} of them did not succeed", dry.failed);
  return text +
         fmt::format("; all will take about {} with {} {}\n", duration_text(all), dry.jobs, dry.jobs == 1 ? "job" : "jobs");
}

}  // namespace

DryRun dry_run(PreparedStudy& study, Shard shard, unsigned jobs) {
  DryRun dry;
  dry.title = study.file.title.text;
  dry.model = study.ensemble->model().name;
  dry.model_file = study.file.model.text;
  dry.experiment = name_of(study.file.experiment);
  dry.varied = study.layout.varied;
  dry.jobs = job_count(jobs);
  dry.points = points_of_shard(study.points.get(), shard);
  if (const auto* compare = std::get_if<CompareExperiment>(&study.file.experiment)) {
    for (const StudyVariant& v : compare->variants) dry.variants.push_back(v.name.text);
  }
  if (dry.points == 0) return dry;
  dry.first = study.points->point(shard.index);
  dry.last = study.points->point(shard.index + (dry.points - 1) * shard.count);
  time_runs(dry, study, shard);
  return dry;
}

std::string dry_run_text(const DryRun& dry) {
  std::string text = dry.title.empty() ? "" : dry.title + "\n";
  text += fmt::format("{} ({}): {}", dry.model, dry.model_file, dry.experiment);
  if (!dry.varied.empty()) text += fmt::format(" over {}", fmt::join(dry.varied, ", "));
  if (!dry.variants.empty()) {
    return printable(text + fmt::format("\nvariants {}, each run {} to {} times\n", fmt::join(dry.variants, ", "),
                                        comparison_runs.least, comparison_runs.most));
  }
  if (dry.points == 0) return printable(text + "\nhow many runs it takes is not known before\n");
  text += fmt::format(", {} {}\n", dry.points, dry.points == 1 ? "point" : "points");
  if (!dry.varied.empty()) {
    text += fmt::format("  first {}\n  last  {}\n", point_text(dry, dry.first), point_text(dry, dry.last));
  }
  if (dry.timed > 0) text += estimate(dry);
  return printable(text);
}

}  // namespace saltus
