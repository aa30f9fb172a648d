#pragma once
// Quantiles, ranks and histograms: what depends on the order of values. Missing values (NaN) are left out.

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace saltus {

/// Shows all values, each time it is called, to what it is given.
using ValueVisitor = std::function<void(const std::function<void(double)>&)>;

/// Quantiles for probabilities in [0, 1]: between the order statistics next to (n - 1) p, linearly (as R and NumPy do). NaN for no values.
/// `values` is sorted.
[[nodiscard]] std::vector<double> quantiles(std::vector<double>& values, std::span<const double> probabilities);
/// The same, exactly, without holding the values: they are visited six times, and memory grows with the number of probabilities only.
[[nodiscard]] std::vector<double> quantiles_by_passes(const ValueVisitor& visit, std::span<const double> probabilities);

/// Spearman's correlation: of the ranks, equal values sharing theirs. Pairs with a missing value are left out; equal lengths.
[[nodiscard]] double rank_correlation(std::span<const double> x, std::span<const double> y);

/// Equal bins from `low`; the last is closed on both sides.
struct Histogram {
  double low = 0, width = 0;
  std::vector<std::uint64_t> counts = {};

  Histogram(double low, double high, std::size_t bins);
  /// Values outside and missing ones are left out.
  void add(double x);
};

/// How many bins show a sample best: widths of Freedman and Diaconis, 2 IQR / n^(1/3); the root of n where half of the values are equal. From 1 to 200.
[[nodiscard]] std::size_t fitting_bins(std::uint64_t count, double min, double max, double lower_quartile,
                                       double upper_quartile);

/// The normal density with this mean and standard deviation, to be drawn over a histogram.
[[nodiscard]] double normal_density(double mean, double standard_deviation, double x);

}  // namespace saltus
