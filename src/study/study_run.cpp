#include "study/study_run.hpp"

#include <fmt/format.h>

#include <chrono>

namespace saltus {

namespace {

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

}  // namespace

StudySummary run_study(const StudyRun& run) {
  const auto begin = Clock::now();
  PreparedStudy& study = run.study;
  StudySummary summary = begin_summary(study, run.shard);
  const std::uint64_t before = run.store.finished();
  Runner runner(*study.ensemble, run.store, run.runner);
  summary.interrupted = !runner.run_all(*study.points, run.shard);
  summary.runs_now = run.store.finished() - before;
  gather(summary, study.file, run.store, !summary.interrupted && run.shard.count == 1);
  summary.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return summary;
}

std::string file_name(const std::string& stem, Shard shard, const std::string& extension) {
  return shard.count == 1 ? stem + extension : fmt::format("{}-{}-of-{}{}", stem, shard.index, shard.count, extension);
}

}  // namespace saltus
