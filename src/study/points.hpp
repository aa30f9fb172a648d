#pragma once
// The points of a study by number. The point of a number is a function of the study alone, so that any run can be made again by
// itself, in any thread and in any order.

#include <cstdint>
#include <optional>
#include <vector>

#include "study/point.hpp"
#include "study/study_file.hpp"

namespace saltus {

/// Thread-safe to read.
class PointSource {
 public:
  virtual ~PointSource() = default;

  [[nodiscard]] virtual std::uint64_t count() const = 0;
  [[nodiscard]] virtual Point point(std::uint64_t number) const = 0;  ///< 1 <= number <= count()
};

/// One point without values: a run of the model as it stands.
class SinglePoint final : public PointSource {
 public:
  [[nodiscard]] std::uint64_t count() const override { return 1; }
  [[nodiscard]] Point point(std::uint64_t number) const override { return {number, {}}; }
};

struct PointMatch {
  std::uint64_t number = 0;  ///< the first
  std::uint64_t count = 0;   ///< how many there are
};

/// Full grid (the first axis varies slowest), or the axes side by side.
class SweepPoints final : public PointSource {
 public:
  explicit SweepPoints(SweepExperiment sweep);

  [[nodiscard]] std::uint64_t count() const override { return count_; }
  [[nodiscard]] Point point(std::uint64_t number) const override;
  /// The points that have these values, as nearest doubles; one entry for each axis, nullopt: any.
  [[nodiscard]] PointMatch find(const std::vector<std::optional<double>>& wanted) const;

 private:
  [[nodiscard]] PointMatch find_in_grid(const std::vector<std::optional<double>>& wanted) const;
  [[nodiscard]] PointMatch find_pair(const std::vector<std::optional<double>>& wanted) const;

  SweepExperiment sweep_;
  std::uint64_t count_;
};

}  // namespace saltus
