#pragma once
// `[sample]` of a study: from the file to points.

#include "study/points.hpp"
#include "study/sample.hpp"

namespace saltus {

/// Reports distributions that do not exist, and more inputs than Sobol's sequence has dimensions.
void check_sample(const SampleExperiment& experiment, Diagnostics& diagnostics);

/// What to know about the statistics of such a sample.
[[nodiscard]] std::vector<std::string> notes_on(const SampleExperiment& experiment);

/// Precondition: check_sample has nothing against it.
class SamplePoints final : public PointSource {
 public:
  explicit SamplePoints(const SampleExperiment& experiment);

  [[nodiscard]] std::uint64_t count() const override { return sampler_.plan().count; }
  [[nodiscard]] Point point(std::uint64_t number) const override { return sampler_.point(number); }

 private:
  Sampler sampler_;
};

}  // namespace saltus
