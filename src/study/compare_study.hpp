#pragma once
// `[compare]` of a study: variants of model, solver, tolerance and parameters, run one after the other in one thread.
//
//   1. each variant once, for its record and its events
//   2. all of them again, in turn, for their computing times: what else the machine does then meets all alike
//   3. once more with rows at common times, for the deviation from the reference (study/compare.hpp)

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "study/compare.hpp"
#include "study/ensemble.hpp"
#include "study/run_settings.hpp"
#include "study/store.hpp"
#include "study/study_file.hpp"

namespace saltus {

/// A study of its own, with the settings of the variant on top, and its model compiled.
struct Variant {
  StudyFile file;
  StudyRunOptions run;
  std::unique_ptr<Ensemble> ensemble;
};

/// How often each variant is run: for its record, its computing time, its trajectory.
struct ComparisonRuns {
  std::uint64_t least, most;
};
inline constexpr ComparisonRuns comparison_runs{2, 8};

/// The file of a variant.
[[nodiscard]] StudyFile variant_file(const StudyFile& study, const StudyVariant& variant);

struct VariantReport {
  std::string name;
  StatusCode status = StatusCode::finished;
  std::string message = {};
  double end_time = 0;
  std::uint64_t steps = 0, events = 0;
  double seconds = 0;        ///< median
  RunComparison comparison;  ///< with the reference; of the reference itself empty
};

struct ComparisonReport {
  std::size_t reference = 0;
  std::size_t repetitions = 0;  ///< of which `seconds` is the median
  std::vector<VariantReport> variants = {};
};

/// Records go to the store, numbered as the variants are, with the number and the name of the variant as the only value. Nothing if it was interrupted.
[[nodiscard]] std::optional<ComparisonReport> run_comparison(const CompareExperiment& compare, std::vector<Variant>& variants,
                                                             Store& store, const std::atomic<bool>* interrupt);

/// Tables for a person: the variants, their events side by side, the largest deviations.
[[nodiscard]] std::string comparison_text(const ComparisonReport& report);
/// Tables for programs: "variant,event,reference,time" and "variant,variable,...". What has no partner is empty.
[[nodiscard]] std::string comparison_events_csv(const ComparisonReport& report);
[[nodiscard]] std::string comparison_deviations_csv(const ComparisonReport& report);

}  // namespace saltus
