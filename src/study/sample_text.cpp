// The statistics of a sample for a person.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text_table.hpp"
#include "study/sample_statistics.hpp"
#include "study/shown_values.hpp"

namespace saltus {
namespace {

std::string moments(const std::vector<MeasureStatistics>& all, const std::vector<Measure>& measures, double confidence) {
  const bool gaps = std::any_of(all.begin(), all.end(), [](const auto& s) { return s.moments.missing() > 0; });
  TextTable table({{"measure"},
                   {"mean", Align::right},
                   {fmt::format("+- ({:g} %)", confidence * 100), Align::right},
                   {"deviation", Align::right},
                   {"min", Align::right},
                   {"max", Align::right},
                   {gaps ? "missing" : "", Align::right}});
  for (const MeasureStatistics& s : all) {
    const double half = (s.mean_interval.high - s.mean_interval.low) / 2;
    table.add({titled(measures[s.measure]), mean_text(s), std::isnan(half) ? "" : fmt::format("{:.2g}", half),
               short_number(s.moments.standard_deviation()), short_number(s.moments.min()), short_number(s.moments.max()),
               s.moments.missing() > 0 ? std::to_string(s.moments.missing()) : ""});
  }
  return table.text();
}

std::string quantiles(const std::vector<MeasureStatistics>& all, const std::vector<Measure>& measures,
                      const std::vector<double>& probabilities) {
  std::vector<TextTable::Column> columns = {{"quantiles"}};
  for (const double p : probabilities) columns.push_back({fmt::format("{:g} %", p * 100), Align::right});
  TextTable table(columns);
  for (const MeasureStatistics& s : all) {
    std::vector<std::string> cells = {titled(measures[s.measure])};
    for (const double q : s.quantiles) cells.push_back(short_number(q));
    table.add(std::move(cells));
  }
  return table.text();
}

std::string correlations(const std::vector<MeasureStatistics>& all, const std::vector<Measure>& measures,
                         const std::vector<std::string>& inputs) {
  const bool ranks = std::any_of(all.begin(), all.end(), [](const auto& s) { return !s.rank_correlations.empty(); });
  std::vector<TextTable::Column> columns = {{"correlation"}};
  for (const std::string& name : inputs) {
    columns.push_back({"with " + name, Align::right});
    columns.push_back({ranks ? "of ranks" : "", Align::right});
  }
  TextTable table(columns);
  for (const MeasureStatistics& s : all) {
    std::vector<std::string> cells = {measures[s.measure].name};
    for (std::size_t i = 0; i < s.correlations.size(); ++i) {
      const auto text = [](double r) { return std::isnan(r) ? "" : fmt::format("{:.3f}", r); };
      cells.push_back(text(s.correlations[i]));
      cells.push_back(s.rank_correlations.empty() ? "" : text(s.rank_correlations[i]));
    }
    table.add(std::move(cells));
  }
  return table.text();
}

}  // namespace

std::string mean_text(const MeasureStatistics& s) {
  const double mean = s.moments.mean(), half = (s.mean_interval.high - s.mean_interval.low) / 2;
  if (!(half > 0) || !std::isfinite(mean)) return short_number(mean);
  const int decimals = std::clamp(2 - static_cast<int>(std::floor(std::log10(half))), 0, 15);
  return std::abs(mean) < 1e6 && std::abs(mean) >= 1e-4 ? fmt::format("{:.{}f}", mean, decimals) : fmt::format("{:.6g}", mean);
}

std::string statistics_text(const std::vector<MeasureStatistics>& all, const std::vector<Measure>& measures,
                            const std::vector<std::string>& inputs, const SampleStatisticsOptions& options) {
  if (all.empty()) return {};
  std::string text = moments(all, measures, options.confidence) + "\n" + quantiles(all, measures, options.probabilities);
  if (!inputs.empty()) text += "\n" + correlations(all, measures, inputs);
  return text;
}

}  // namespace saltus
