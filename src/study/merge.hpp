#pragma once
// Joins the stores of the shards of a study.

#include <filesystem>
#include <vector>

#include "study/store.hpp"

namespace saltus {

struct MergeSummary {
  std::uint64_t runs = 0;      ///< in the new store
  std::uint64_t repeated = 0;  ///< runs that were in several stores, with equal results
  std::uint64_t missing = 0;   ///< numbers below the largest of which there is no run
  std::uint64_t first_missing = 0;
};

/// Writes the runs of all `inputs` to a new store `output`. Throws StoreError if `output` exists, if the inputs belong to different
/// studies, or if a run is in two of them with different results (but for its computing time); there is then no `output`.
MergeSummary merge_stores(const std::filesystem::path& output, const std::vector<std::filesystem::path>& inputs);

/// Equal bit for bit, but for the computing time.
[[nodiscard]] bool same_outcome(const RunRecord& a, const RunRecord& b);

}  // namespace saltus
