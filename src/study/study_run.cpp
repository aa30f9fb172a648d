#include "study/study_run.hpp"

#include <fmt/format.h>

#include <chrono>

#include "study/run_error.hpp"
#include "study/sample_points.hpp"
#include "study/search_study.hpp"

namespace saltus {

namespace {

/// Runs with more digits are sought among doubles all the same.
void note_double_search(SearchEnd& end) {
  end.message += fmt::format("{}searches choose values and compare measures to 16 digits, whatever the precision of the runs",
                             end.message.empty() ? "" : "; ");
}

using Clock = std::chrono::steady_clock;

StudySummary begin_summary(const PreparedStudy& study, Shard shard) {
  StudySummary summary;
  summary.title = study.file.title.text;
  summary.study = study.file.path.string();
  summary.model = study.ensemble->model().name;
  summary.model_file = study.file.model.text;
  summary.experiment = name_of(study.file.experiment);
  summary.points = points_of_shard(study.points.get(), shard);
  return summary;
}

void note_missing_deviations(StudySummary& summary) {
  const ComparisonReport& report = *summary.comparison;
  for (std::size_t i = 0; i < report.variants.size(); ++i) {
    const VariantReport& v = report.variants[i];
    if (i == report.reference || !v.comparison.deviations.empty()) continue;
    summary.notes.push_back(fmt::format("`{}` and `{}` have no {} in common: trajectories are not compared", v.name,
                                        report.variants[report.reference].name, v.comparison.times == 0 ? "time" : "variable"));
  }
}

/// A stored run stands for the point of its number: it must have been made there.
void check_points(const PointSource& points, const Store& store) {
  if (store.finished() == 0) return;
  store.for_each([&](const RunRecord& r) {
    if (r.point.number <= points.count() && is_same_point(r.point, points.point(r.point.number))) return;
    throw StoreError(fmt::format(
        "run {} of the store was made at another point than the study has now; run it without --resume", r.point.number));
  });
}

/// False if it was interrupted.
bool make_runs(const StudyRun& run, StudySummary& summary) {
  Runner runner(*run.study.ensemble, run.store, run.runner);
  if (run.study.points) {
    check_points(*run.study.points, run.store);
    return runner.run_all(*run.study.points, run.shard);
  }
  if (const auto* compare = std::get_if<CompareExperiment>(&run.study.file.experiment)) {
    summary.comparison = run_comparison(*compare, run.study.variants, run.store, run.runner.interrupt);
    if (summary.comparison) note_missing_deviations(summary);
    return summary.comparison.has_value();
  }
  try {
    summary.search = run_search(run.study.file.experiment, runner);
    estimate_run_errors(*summary.search, run.study);
    if (summary.search->met && run.study.run.options.precision != 0) note_double_search(*summary.search);
  } catch (const StudyInterrupted&) {
    return false;
  }
  run.store.commit();
  return true;
}

}  // namespace

StudySummary run_study(const StudyRun& run) {
  const auto begin = Clock::now();
  PreparedStudy& study = run.study;
  StudySummary summary = begin_summary(study, run.shard);
  const std::uint64_t before = run.store.finished();
  summary.interrupted = !make_runs(run, summary);
  if (const auto* sample = std::get_if<SampleExperiment>(&study.file.experiment)) summary.notes = notes_on(*sample);
  summary.runs_now = run.store.finished() - before;
  summary.in_lanes = study.ensemble->runs_in_lanes();
  gather(summary, study.file, run.store, !summary.interrupted && run.shard.count == 1);
  summary.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return summary;
}

std::string file_name(const std::string& stem, Shard shard, const std::string& extension) {
  return shard.count == 1 ? stem + extension : fmt::format("{}-{}-of-{}{}", stem, shard.index, shard.count, extension);
}

}  // namespace saltus
