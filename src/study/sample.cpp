#include "study/sample.hpp"

#include <cassert>

namespace saltus {

Sampler::Sampler(SamplePlan plan) : plan_(std::move(plan)) {
  const auto inputs = static_cast<std::uint32_t>(plan_.inputs.size());
  if (plan_.method == SampleMethod::latin) {
    for (std::uint32_t i = 0; i < inputs; ++i) strata_.emplace_back(plan_.count, plan_.seed, i);
  }
  if (plan_.method == SampleMethod::sobol && inputs > 0) sobol_.emplace(inputs, plan_.seed);
}

double Sampler::value(std::uint64_t number, std::size_t input) const {
  assert(number >= 1 && number <= plan_.count && input < plan_.inputs.size());
  return quantile(plan_.inputs[input], probability(number - 1, static_cast<std::uint32_t>(input)));
}

Point Sampler::point(std::uint64_t number) const {
  Point point{.number = number};
  for (std::size_t i = 0; i < plan_.inputs.size(); ++i) point.values.push_back({value(number, i), {}});
  return point;
}

Probability Sampler::probability(std::uint64_t index, std::uint32_t input) const {
  if (plan_.method == SampleMethod::sobol) return sobol_->coordinate(index, input);
  const Probability inside = probability_of(random_bits(plan_.seed, RandomUse::value, input, index));
  if (plan_.method == SampleMethod::plain) return inside;
  const std::uint64_t stratum = strata_[input](index);
  const auto n = static_cast<double>(plan_.count);
  return {(static_cast<double>(stratum) + inside.below) / n,
          (static_cast<double>(plan_.count - 1 - stratum) + inside.above) / n};
}

}  // namespace saltus
