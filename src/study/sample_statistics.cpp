#include "study/sample_statistics.hpp"

#include <algorithm>
#include <cmath>

namespace saltus {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// Infinite ones are missing: no mean has them.
double measured(const RunRecord& r, std::size_t measure) {
  const double x = counts(r) && measure < r.measures.size() ? r.measures[measure].number : nan;
  return std::isfinite(x) ? x : nan;
}

/// What the first pass leaves: the sums, and the numbers themselves while they are few enough.
struct FirstPass {
  std::vector<MeasureStatistics> found;
  std::vector<std::vector<Correlation>> correlations;             // measure, input
  std::vector<std::vector<double>> input_values, measure_values;  // empty once there are too many
  bool holds = true;
};

class FirstVisit {
 public:
  FirstVisit(std::span<const std::size_t> measures, std::uint64_t held) : measures_(measures), left_(held) {
    pass_.found.resize(measures.size());
    pass_.correlations.resize(measures.size());
    pass_.measure_values.resize(measures.size());
    for (std::size_t m = 0; m < measures.size(); ++m) pass_.found[m].measure = measures[m];
  }

  void see(const RunRecord& r) {
    const std::size_t inputs = r.point.values.size(), numbers = inputs + measures_.size();
    pass_.input_values.resize(inputs);
    keep_or_let_go(numbers);
    for (std::size_t i = 0; i < inputs && pass_.holds; ++i) pass_.input_values[i].push_back(r.point.values[i].value);
    for (std::size_t m = 0; m < measures_.size(); ++m) {
      const double y = measured(r, measures_[m]);
      pass_.found[m].moments.add(y);
      pass_.correlations[m].resize(inputs);
      for (std::size_t i = 0; i < inputs; ++i) pass_.correlations[m][i].add(r.point.values[i].value, y);
      if (pass_.holds) pass_.measure_values[m].push_back(y);
    }
  }

  FirstPass take() { return std::move(pass_); }

 private:
  void keep_or_let_go(std::uint64_t numbers) {
    if (!pass_.holds) return;
    if (left_ >= numbers) {
      left_ -= numbers;
      return;
    }
    pass_.holds = false;
    for (auto* values : {&pass_.input_values, &pass_.measure_values}) {
      for (std::vector<double>& v : *values) std::vector<double>().swap(v);
    }
  }

  std::span<const std::size_t> measures_;
  std::uint64_t left_;
  FirstPass pass_;
};

/// Quantiles asked for, then the quartiles, which the histogram needs.
std::vector<double> with_quartiles(std::vector<double> probabilities) {
  probabilities.push_back(0.25);
  probabilities.push_back(0.75);
  return probabilities;
}

void order(MeasureStatistics& s, std::vector<double> found, const ValueVisitor& visit, const SampleStatisticsOptions& options) {
  const double upper = found.back(), lower = found[found.size() - 2];
  found.resize(found.size() - 2);
  s.quantiles = std::move(found);
  const Moments& m = s.moments;
  if (m.count() == 0 || !std::isfinite(m.min()) || !std::isfinite(m.max())) return;
  const std::size_t bins = options.bins > 0 ? options.bins : fitting_bins(m.count(), m.min(), m.max(), lower, upper);
  s.histogram = Histogram(m.min(), m.max(), bins);
  visit([&](double x) { s.histogram.add(x); });
}

}  // namespace

std::vector<MeasureStatistics> sample_statistics(const RecordVisitor& visit, std::span<const std::size_t> measures,
                                                 const SampleStatisticsOptions& options) {
  FirstVisit first(measures, options.held);
  visit([&](const RunRecord& r) { first.see(r); });
  FirstPass pass = first.take();
  const std::vector<double> probabilities = with_quartiles(options.probabilities);
  for (std::size_t m = 0; m < measures.size(); ++m) {
    MeasureStatistics& s = pass.found[m];
    s.mean_interval = confidence_of_mean(s.moments, options.confidence);
    for (const Correlation& c : pass.correlations[m]) s.correlations.push_back(c.value());
    std::vector<double>& values = pass.measure_values[m];
    if (pass.holds) {
      for (const std::vector<double>& input : pass.input_values) s.rank_correlations.push_back(rank_correlation(input, values));
      const ValueVisitor held = [&](const auto& see) { std::for_each(values.begin(), values.end(), see); };
      order(s, quantiles(values, probabilities), held, options);
    } else {
      const ValueVisitor again = [&](const auto& see) { visit([&](const RunRecord& r) { see(measured(r, measures[m])); }); };
      order(s, quantiles_by_passes(again, probabilities), again, options);
    }
  }
  return std::move(pass.found);
}

const std::vector<std::string>& statistic_names() {
  static const std::vector<std::string> names = {"mean", "sd",     "variance", "standard_error", "min",
                                                 "max",  "median", "count",    "missing"};
  return names;
}

std::optional<double> statistic_named(const MeasureStatistics& of, std::string_view statistic,
                                      const SampleStatisticsOptions& options) {
  const Moments& m = of.moments;
  if (statistic == "mean") return m.mean();
  if (statistic == "sd") return m.standard_deviation();
  if (statistic == "variance") return m.variance();
  if (statistic == "standard_error") return m.standard_error();
  if (statistic == "min") return m.min();
  if (statistic == "max") return m.max();
  if (statistic == "count") return static_cast<double>(m.count());
  if (statistic == "missing") return static_cast<double>(m.missing());
  const auto half = std::find(options.probabilities.begin(), options.probabilities.end(), 0.5);
  if (statistic == "median" && half != options.probabilities.end()) {
    return of.quantiles[static_cast<std::size_t>(half - options.probabilities.begin())];
  }
  return std::nullopt;
}

}  // namespace saltus
