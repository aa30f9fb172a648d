#pragma once
// Monte Carlo: the values of sample k are a function of the plan and k, so that any sample can be drawn again by itself.

#include <cstdint>
#include <optional>
#include <vector>

#include "study/distributions.hpp"
#include "study/low_discrepancy.hpp"
#include "study/permutation.hpp"
#include "study/point.hpp"

namespace saltus {

enum class SampleMethod : std::uint8_t {
  plain,  ///< independent samples
  latin,  ///< Latin hypercube: of n samples, each of the n equally likely ranges of an input has one
  sobol,  ///< Sobol's sequence, shifted by the seed; evenest if the count is a power of two
};

struct SamplePlan {
  std::uint64_t count = 0;  ///< at least 1, at most 2^52
  std::uint64_t seed = 0;
  SampleMethod method = SampleMethod::plain;
  std::vector<Distribution> inputs = {};  ///< without faults; independent of each other
};

class Sampler {
 public:
  explicit Sampler(SamplePlan plan);

  [[nodiscard]] const SamplePlan& plan() const { return plan_; }
  /// Of sample `number` (from 1 to the count).
  [[nodiscard]] double value(std::uint64_t number, std::size_t input) const;
  [[nodiscard]] Point point(std::uint64_t number) const;

 private:
  [[nodiscard]] Probability probability(std::uint64_t index, std::uint32_t input) const;

  SamplePlan plan_;
  std::vector<Permutation> strata_;  // latin
  std::optional<SobolSequence> sobol_;
};

}  // namespace saltus
