#pragma once
// What a study came to: for a person, and for scripts ("saltus.study-result/1").

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "study/compare_study.hpp"
#include "study/expectations.hpp"
#include "study/sample_statistics.hpp"
#include "study/search_end.hpp"
#include "study/statistics.hpp"
#include "study/store.hpp"
#include "study/study_file.hpp"

namespace saltus {

inline constexpr const char* study_result_schema = "saltus.study-result/1";

/// Runs that ended in the same way, but for numbers in the message.
struct FailureGroup {
  StatusCode status = StatusCode::failed;
  std::string message = {};  ///< of the first
  std::uint64_t count = 0;
  std::vector<std::uint64_t> numbers = {};  ///< the first few
};

struct StudySummary {
  std::string title, study, model, model_file, experiment;
  std::vector<std::string> varied;
  std::vector<Measure> measures;
  std::uint64_t points = 0;  ///< of the study or shard; 0: not known before
  std::uint64_t runs = 0, failed = 0;
  std::vector<FailureGroup> failures;         ///< the most frequent first
  std::vector<FailureGroup> remarks;          ///< on measures of runs that did not fail
  std::uint64_t warned = 0;                   ///< runs with warnings, failed ones included
  std::vector<FailureGroup> warnings;         ///< of runs that warned of the same, by status
  std::vector<Moments> moments;               ///< one for each measure, of the runs that did not fail; lists are left out
  std::vector<RunRecord> rows;                ///< all of them if they are few, else none
  std::vector<MeasureStatistics> statistics;  ///< of a sample, and where statistics are expected; else empty
  std::optional<SearchEnd> search;
  std::optional<ComparisonReport> comparison;
  std::vector<Judgement> judgements;
  bool interrupted = false;
  std::vector<std::string> files;      ///< what was written
  std::vector<std::string> notes;      ///< what a person should know besides
  std::vector<std::string> unwritten;  ///< what could not be written, and why; the store has all runs
  double seconds = 0;
  std::uint64_t runs_now = 0;  ///< of this time, without those of a resumed study
  std::uint64_t in_lanes = 0;  ///< so many of them, in part at least
};

/// Passes over the store once (twice if statistics are expected that need it). Memory does not grow with the number of runs.
/// Expectations are judged unless `judge_all` is false (an interrupted study, a shard).
void gather(StudySummary& summary, const StudyFile& study, const Store& store, bool judge_all);

[[nodiscard]] bool all_met(const StudySummary& summary);

[[nodiscard]] std::string summary_text(const StudySummary& summary);
[[nodiscard]] std::string summary_json(const StudySummary& summary);

}  // namespace saltus
