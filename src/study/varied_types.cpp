#include "study/varied_types.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "model/hybrid_model.hpp"
#include "study/toml_reader.hpp"

namespace saltus {

namespace {

constexpr std::uint64_t most_looked_at = 10000;  // of a long range

const Variable* varied_variable(const HybridModel& model, std::string_view name) {
  if (const Variable* v = model.find(name)) return v;
  return name.ends_with(".start") ? model.find(name.substr(0, name.size() - 6)) : nullptr;
}

bool is_truth(const StudyValue& v) { return v.exact == "true" || v.exact == "false"; }

std::string text_of(const StudyValue& v) { return v.exact.empty() ? fmt::format("{}", v.value) : v.exact; }

bool fits(const StudyValue& value, Type type) {
  if (type == Type::boolean) return is_truth(value);
  if (is_truth(value)) return false;
  return type != Type::integer || value.value == std::floor(value.value);
}

void check_axis(const SweepAxis& axis, const HybridModel& model, Diagnostics& diagnostics) {
  if (axis.kind != SweepAxis::Kind::parameter) return;
  const Variable* v = varied_variable(model, axis.name.text);
  if (v == nullptr) return;
  for (std::uint64_t k = 0; k < std::min(axis.values.count(), most_looked_at); ++k) {
    const StudyValue value = axis.values.value(k);
    if (fits(value, v->type)) continue;
    const bool boolean = v->type == Type::boolean;
    report_value(diagnostics, axis.name.span,
                 fmt::format("`{}` is {}, and cannot be {}", axis.name.text,
                             boolean                    ? "a Boolean"
                             : v->type == Type::integer ? "an Integer"
                                                        : "a number",
                             text_of(value)),
                 boolean ? "its values are true and false" : "");
    return;
  }
}

void check_continuous(const StudyText& name, const char* what, const HybridModel& model, Diagnostics& diagnostics) {
  const Variable* v = varied_variable(model, name.text);
  if (v == nullptr || v->type == Type::real) return;
  report_value(diagnostics, name.span,
               fmt::format("`{}` is {}, and {} needs a Real", name.text,
                           v->type == Type::boolean   ? "a Boolean"
                           : v->type == Type::integer ? "an Integer"
                                                      : "no number",
                           what),
               "vary it with [sweep]");
}

}  // namespace

void check_varied_types(const StudyExperiment& experiment, const HybridModel& model, Diagnostics& diagnostics) {
  if (const auto* sweep = std::get_if<SweepExperiment>(&experiment)) {
    for (const SweepAxis& a : sweep->axes) check_axis(a, model, diagnostics);
    return;
  }
  const char* what = std::holds_alternative<SampleExperiment>(experiment) ? "a distribution" : "a search";
  for (const StudyText& name : varied_names(experiment)) check_continuous(name, what, model, diagnostics);
}

}  // namespace saltus
