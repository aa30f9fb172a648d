#pragma once
// What is said of the runs of a sample: for each measure its mean, spread, quantiles, histogram, and how it goes with the inputs.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "study/measure.hpp"
#include "study/order_statistics.hpp"
#include "study/run_record.hpp"
#include "study/statistics.hpp"

namespace saltus {

struct SampleStatisticsOptions {
  double confidence = 0.95;                                                       ///< of the interval of the mean
  std::vector<double> probabilities = {0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99};  ///< of the quantiles
  std::size_t bins = 0;                                                           ///< of histograms; 0: as fits
  /// Numbers held at most, over all inputs and measures. Larger samples are gone through again instead, and have no rank correlations.
  std::uint64_t held = std::uint64_t{1} << 18;
};

struct MeasureStatistics {
  std::size_t measure = 0;  ///< which of the study's
  Moments moments;
  Interval mean_interval{};
  std::vector<double> quantiles = {};  ///< one for each probability
  Histogram histogram{0, 0, 1};
  std::vector<double> correlations = {};       ///< with each input; NaN if one of both does not vary
  std::vector<double> rank_correlations = {};  ///< likewise; empty if the sample is too large
};

/// Shows all records, in the order of their numbers, each time it is called (Store::for_each).
using RecordVisitor = std::function<void(const std::function<void(const RunRecord&)>&)>;

/// Of the measures that are numbers (lists are left out). Runs that failed count as missing. Depends on the records alone.
[[nodiscard]] std::vector<MeasureStatistics> sample_statistics(const RecordVisitor& visit,
                                                               std::span<const std::size_t> measures,
                                                               const SampleStatisticsOptions& options = {});

/// "mean", "sd", "variance", "standard_error", "min", "max", "median", "count", "missing"
[[nodiscard]] const std::vector<std::string>& statistic_names();
/// The value of one of these; nothing if there is no such statistic.
[[nodiscard]] std::optional<double> statistic_named(const MeasureStatistics& of, std::string_view statistic,
                                                    const SampleStatisticsOptions& options = {});

/// Its mean: the digits that its uncertainty leaves, and one more.
[[nodiscard]] std::string mean_text(const MeasureStatistics& of);
/// Tables for a person: moments, quantiles, correlations with the inputs.
[[nodiscard]] std::string statistics_text(const std::vector<MeasureStatistics>& all, const std::vector<Measure>& measures,
                                          const std::vector<std::string>& inputs, const SampleStatisticsOptions& options = {});

}  // namespace saltus
