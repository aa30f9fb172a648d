#include "study/sample_points.hpp"

#include <fmt/format.h>

#include <bit>

#include "study/toml_reader.hpp"

namespace saltus {
namespace {

Distribution::Kind kind_of(const std::string& name) {
  if (name == "normal") return Distribution::Kind::normal;
  if (name == "lognormal") return Distribution::Kind::lognormal;
  return name == "triangular" ? Distribution::Kind::triangular : Distribution::Kind::uniform;
}

Distribution distribution_of(const VariedName& v) {
  Distribution d{.kind = kind_of(v.distribution.text)};
  const auto number = [&](std::size_t i) { return i < v.parameters.size() ? v.parameters[i].number.value.value : 0; };
  d.first = number(0);
  d.second = number(1);
  d.third = number(2);
  if (v.within) {
    d.lowest = v.within->first.number.value.value;
    d.highest = v.within->second.number.value.value;
  }
  return d;
}

SampleMethod method_of(const std::string& name) {
  if (name == "latin") return SampleMethod::latin;
  return name == "sobol" ? SampleMethod::sobol : SampleMethod::plain;
}

SamplePlan plan_of(const SampleExperiment& experiment) {
  SamplePlan plan{experiment.count, experiment.seed, method_of(experiment.method.text)};
  for (const VariedName& v : experiment.vary) plan.inputs.push_back(distribution_of(v));
  return plan;
}

}  // namespace

void check_sample(const SampleExperiment& experiment, Diagnostics& diagnostics) {
  for (const VariedName& v : experiment.vary) {
    const std::string fault = fault_of(distribution_of(v));
    if (!fault.empty()) report_value(diagnostics, v.distribution.span, fmt::format("`{}`: {}", v.name.text, fault));
  }
  if (experiment.method.text == "sobol" && experiment.vary.size() > SobolSequence::most_dimensions) {
    report_value(diagnostics, experiment.method.span,
                 fmt::format("sobol varies {} names at most", SobolSequence::most_dimensions), "latin has no such limit");
  }
}

std::vector<std::string> notes_on(const SampleExperiment& experiment) {
  std::vector<std::string> notes;
  const std::string& method = experiment.method.text;
  if (method != "plain") {
    notes.push_back(fmt::format("the interval of a mean is for independent samples; with `{}` it is mostly too wide", method));
  }
  if (method == "sobol" && !std::has_single_bit(experiment.count)) {
    notes.push_back(fmt::format("sobol is evenest with a power of two: {} or {} samples", std::bit_floor(experiment.count),
                                std::bit_floor(experiment.count) * 2));
  }
  return notes;
}

SamplePoints::SamplePoints(const SampleExperiment& experiment) : sampler_(plan_of(experiment)) {}

}  // namespace saltus
