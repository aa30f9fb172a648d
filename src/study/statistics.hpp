#pragma once
// Statistics in one pass: mean, variance, extrema, correlation. Memory does not grow with the number of values; missing ones (NaN)
// and infinite ones are counted and left out.
//
// Welford's updates, with compensated sums, so that the order of a million values is not seen in the digits that are shown; merging as in
// Chan, Golub, LeVeque, "Algorithms for computing the sample variance", 1983.

#include <cstdint>
#include <limits>

namespace saltus {

/// A sum that keeps what rounding takes from it.
class CompensatedSum {
 public:
  void add(double x);
  [[nodiscard]] double value() const { return high_ + low_; }
  /// x minus the sum.
  [[nodiscard]] double distance_of(double x) const { return (x - high_) - low_; }

 private:
  double high_ = 0, low_ = 0;
};

class Moments {
 public:
  void add(double x);
  /// As if the values of `other` had been added, but for rounding.
  void merge(const Moments& other);

  [[nodiscard]] std::uint64_t count() const { return count_; }  ///< without the missing ones
  [[nodiscard]] std::uint64_t missing() const { return missing_; }
  /// NaN where there are too few values.
  [[nodiscard]] double mean() const { return count_ > 0 ? mean_.value() : nan; }
  [[nodiscard]] double variance() const { return count_ > 1 ? squares_.value() / static_cast<double>(count_ - 1) : nan; }
  [[nodiscard]] double standard_deviation() const;
  [[nodiscard]] double standard_error() const;  ///< of the mean of independent values
  [[nodiscard]] double min() const { return count_ > 0 ? min_ : nan; }
  [[nodiscard]] double max() const { return count_ > 0 ? max_ : nan; }

 private:
  static constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  std::uint64_t count_ = 0, missing_ = 0;
  CompensatedSum mean_, squares_;
  double min_ = std::numeric_limits<double>::infinity(), max_ = -std::numeric_limits<double>::infinity();
};

struct Interval {
  double low, high;
};

/// Where the mean of the distribution lies with the probability `level`, if the values are independent (Student's t). NaN for fewer
/// than two values.
[[nodiscard]] Interval confidence_of_mean(const Moments& moments, double level = 0.95);

/// Pearson's correlation of pairs; a pair with a missing value is left out.
class Correlation {
 public:
  void add(double x, double y);
  void merge(const Correlation& other);
  [[nodiscard]] std::uint64_t count() const { return count_; }
  /// Between -1 and 1; NaN if a side does not vary.
  [[nodiscard]] double value() const;

 private:
  std::uint64_t count_ = 0;
  CompensatedSum mean_x_, mean_y_, xx_, yy_, xy_;
};

}  // namespace saltus
