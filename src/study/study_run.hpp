#pragma once
// A study from its first run to its summary.

#include <filesystem>
#include <memory>

#include "study/prepared_study.hpp"
#include "study/runner.hpp"
#include "study/summary.hpp"

namespace saltus {

/// What a study is run with.
struct StudyRun {
  PreparedStudy& study;
  Store& store;
  RunnerOptions runner = {};
  Shard shard = {};
};

/// Makes the runs that the store does not hold, then gathers what all came to. Files, and the time of preparing, are for the caller to add.
/// Throws StoreError.
[[nodiscard]] StudySummary run_study(const StudyRun& run);

/// The shards of one study may lie in one folder: "runs.sqlite", "runs-2-of-4.sqlite".
[[nodiscard]] std::string file_name(const std::string& stem, Shard shard, const std::string& extension);

}  // namespace saltus
