#pragma once
// What a study would do, and about how long it would take, from a few of its runs.

#include <cstdint>
#include <string>
#include <vector>

#include "study/prepared_study.hpp"
#include "study/runner.hpp"

namespace saltus {

struct DryRun {
  std::string title, model, model_file, experiment;
  std::vector<std::string> varied;
  std::uint64_t points = 0;                ///< of the shard; 0: a search, whose number of runs is not known before
  std::vector<std::string> variants = {};  ///< of a comparison
  Point first, last;                       ///< if there are points
  std::uint64_t timed = 0;                 ///< how many runs were timed
  std::uint64_t failed = 0;                ///< of these
  double seconds = 0;                      ///< of a run, on average
  unsigned jobs = 1;
};

/// Times at most five runs, spread over the points, and stops after a second of them. Nothing is stored.
[[nodiscard]] DryRun dry_run(PreparedStudy& study, Shard shard, unsigned jobs);

[[nodiscard]] std::string dry_run_text(const DryRun& dry);

}  // namespace saltus
