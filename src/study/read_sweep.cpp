// `[sweep]`: lists and ranges of parameters, of settings of the runs, of variants. Ranges are counted exactly: {from = "0.15", to = "1", step = "0.001"} has 851 values.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "model/solvers.hpp"
#include "sim/simulate.hpp"
#include "study/stated_number.hpp"
#include "study/study_reader.hpp"

namespace saltus {

namespace {

constexpr const char* range_keys[] = {"from", "to", "step", "count", "scale"};

void report_empty(Diagnostics& diagnostics, Span span, std::string message, std::string help) {
  diagnostics.error("empty-range", span, std::move(message), {}, std::move(help));
}

bool spans_ratios(const StatedNumber& from, const StatedNumber& to) {
  return from.number.exact.sign() * to.number.exact.sign() > 0;
}

/// The keys of a range, each read; `count` is 0 if it is not given.
struct RangeParts {
  std::optional<StatedNumber> from, to, step;
  std::uint64_t count = 0;
  const TomlNode* log = nullptr;
};

/// nullopt after a report.
std::optional<RangeParts> read_parts(const TomlNode& node, const std::string& name, Diagnostics& diagnostics) {
  const std::size_t errors = diagnostics.error_count();
  TableReader table(node, fmt::format("the range of `{}`", name), diagnostics);
  RangeParts parts;
  if (const TomlNode* from = table.require("from")) parts.from = stated_number(*from, "from", diagnostics);
  if (const TomlNode* to = table.require("to")) parts.to = stated_number(*to, "to", diagnostics);
  if (const TomlNode* step = table.find("step")) parts.step = stated_number(*step, "step", diagnostics);
  parts.count = static_cast<std::uint64_t>(table.whole("count", 2, static_cast<std::int64_t>(most_points)).value_or(0));
  const TomlNode* scale = table.word("scale", {"linear", "log"});
  if (scale != nullptr && scale->text == "log") parts.log = scale;
  table.report_unknown_keys();
  if (diagnostics.error_count() != errors) return std::nullopt;
  return parts;
}

/// Do the parts go together? Reports what does not.
bool fit(const RangeParts& parts, Span span, const std::string& name, Diagnostics& diagnostics) {
  if (parts.step.has_value() == (parts.count > 0)) {
    report_value(diagnostics, span,
                 fmt::format("the range of `{}` needs a `step` or a `count`{}", name, parts.step ? ", not both" : ""));
  } else if (parts.log != nullptr && parts.step) {
    report_value(diagnostics, parts.log->span, "a logarithmic range takes a `count`");
  } else if (parts.log != nullptr && !spans_ratios(*parts.from, *parts.to)) {
    report_value(diagnostics, parts.log->span, "the ends of a logarithmic range have the same sign and are not 0");
  } else if (parts.count > 0 && parts.from->number.exact == parts.to->number.exact) {
    report_empty(diagnostics, span, fmt::format("the range of `{}` is one value, {} times", name, parts.count), {});
  } else {
    return true;
  }
  return false;
}

std::optional<SweepValues> read_range(const TomlNode& node, const std::string& name, Diagnostics& diagnostics) {
  const auto parts = read_parts(node, name, diagnostics);
  if (!parts || !fit(*parts, node.span, name, diagnostics)) return std::nullopt;
  const StudyNumber &from = parts->from->number, &to = parts->to->number;
  if (parts->log != nullptr) return SweepValues::ratios(from, to, parts->count);
  if (parts->count > 0) return SweepValues::between(from, to, parts->count);
  const auto steps = count_of_range(*parts->from, *parts->to, *parts->step, diagnostics);
  if (!steps) return std::nullopt;
  return SweepValues::steps(from, parts->step->number, *steps);
}

std::optional<SweepValues> read_list(const TomlNode& node, const std::string& name, Diagnostics& diagnostics) {
  std::vector<StudyValue> values;
  for (const TomlNode& item : node.items) {
    if (auto value = stated_value(item, name, diagnostics)) values.push_back(*std::move(value));
  }
  if (node.items.empty()) report_empty(diagnostics, node.span, fmt::format("`{}` has no values", name), {});
  if (values.size() != node.items.size() || values.empty()) return std::nullopt;
  return SweepValues::list(std::move(values));
}

/// What a sweep may vary of the settings, beside the words of `solver` and `locate`.
constexpr const char* number_settings[] = {"settings.tol", "settings.step", "settings.start", "settings.stop",
                                           "settings.precision"};

/// Their texts are what they are, their values the places in the list: what is stored and drawn is a number.
std::optional<SweepValues> read_words(const TomlNode& node, const std::string& name, const std::vector<std::string>& known,
                                      Diagnostics& diagnostics) {
  std::vector<StudyValue> values;
  for (const TomlNode& item : node.items) {
    if (!has_kind(item, TomlNode::Kind::text, name, diagnostics)) continue;
    if (std::ranges::find(known, item.text) == known.end()) {
      const std::string near = nearest_name(item.text, known);
      report_value(
          diagnostics, item.span, fmt::format("no `{}` for `{}`", item.text, name),
          near.empty() ? fmt::format("there are {}", fmt::join(known, ", ")) : fmt::format("did you mean `{}`?", near));
    } else {  // pairs need words again and again: these have the place of the first
      const auto first = std::ranges::find(values, item.text, &StudyValue::exact);
      values.push_back({static_cast<double>(first - values.begin() + 1), item.text});
    }
  }
  if (node.items.empty()) report_empty(diagnostics, node.span, fmt::format("`{}` has no values", name), {});
  if (values.size() != node.items.size() || values.empty()) return std::nullopt;
  return SweepValues::list(std::move(values));
}

/// Settings are checked again with the model, when they are known to be numbers that it can have.
SweepAxis::Kind kind_of(const std::string& name) {
  const bool setting = std::ranges::find(number_settings, name) != std::end(number_settings);
  return setting ? SweepAxis::Kind::setting : SweepAxis::Kind::parameter;
}

void check_precision(const SweepAxis& axis, Span span, Diagnostics& diagnostics) {
  if (axis.name.text != "settings.precision") return;
  for (std::uint64_t k = 0; k < std::min<std::uint64_t>(axis.values.count(), 1000); ++k) {
    const double digits = axis.values.value(k).value;
    if (digits == std::floor(digits) && digits >= 10 && digits <= max_precision) continue;
    report_value(diagnostics, span, fmt::format("a precision is a whole number of digits from 10 to {}", max_precision));
    return;
  }
}

/// `x.start = [1, 2]` is a table `x` for TOML.
bool is_part_of_name(const TomlMember& m) {
  const auto* end = std::end(range_keys);
  return (m.value.kind == TomlNode::Kind::array || m.value.kind == TomlNode::Kind::table) &&
         std::find(std::begin(range_keys), end, m.name) == end;
}

/// An axis of words: of variants, if the study has any, or of settings. False: it is another one.
bool read_word_axis(const TomlMember& m, const std::string& name, const std::vector<std::string>& variants,
                    std::vector<SweepAxis>& axes, Diagnostics& diagnostics) {
  const bool is_variant = name == "variant" && !variants.empty();
  if (!is_variant && name != "settings.solver" && name != "settings.locate") return false;
  if (!has_kind(m.value, TomlNode::Kind::array, name, diagnostics)) return true;
  const std::vector<std::string> places = {"exact", "grid", "signs"};
  const std::vector<std::string> settings = name == "settings.solver" ? solver_names() : places;
  auto values = read_words(m.value, name, is_variant ? variants : settings, diagnostics);
  const auto kind = is_variant ? SweepAxis::Kind::variant : SweepAxis::Kind::setting;
  if (values) axes.push_back({{name, m.name_span}, *std::move(values), kind, true});
  return true;
}

void read_axis(const TomlMember& m, const std::string& prefix, const std::vector<std::string>& variants,
               std::vector<SweepAxis>& axes, Diagnostics& diagnostics) {
  StudyText name{prefix + m.name, m.name_span};
  if (read_word_axis(m, name.text, variants, axes, diagnostics)) return;
  const TomlNode& node = m.value;
  if (node.kind == TomlNode::Kind::table && !node.members.empty() && is_part_of_name(node.members.front())) {
    for (const TomlMember& part : node.members) read_axis(part, name.text + ".", variants, axes, diagnostics);
    return;
  }
  if (node.kind != TomlNode::Kind::table && node.kind != TomlNode::Kind::array) {
    report_value(diagnostics, node.span, fmt::format("`{}` takes a list or a range", name.text),
                 "as [1, 2, 5] or {from = \"0\", to = \"1\", step = \"0.1\"}; one value goes to [set]");
    return;
  }
  auto axis =
      node.kind == TomlNode::Kind::array ? read_list(node, name.text, diagnostics) : read_range(node, name.text, diagnostics);
  if (!axis) return;
  const SweepAxis::Kind kind = kind_of(name.text);
  axes.push_back({std::move(name), *std::move(axis), kind, false});
  check_precision(axes.back(), node.span, diagnostics);
}

void check_grid(const SweepExperiment& sweep, Span span, Diagnostics& diagnostics) {
  std::uint64_t points = 1;
  for (const SweepAxis& a : sweep.axes) {
    if (a.values.count() > most_points / points) {
      diagnostics.error("too-many-points", span, fmt::format("more than {} points", most_points), {},
                        "`paired = true` takes the values side by side instead of all combinations");
      return;
    }
    points *= a.values.count();
  }
}

void check_pairs(const SweepExperiment& sweep, Diagnostics& diagnostics) {
  for (const SweepAxis& a : sweep.axes) {
    if (a.values.count() == sweep.axes.front().values.count()) continue;
    report_value(diagnostics, a.name.span,
                 fmt::format("`{}` has {} values, `{}` {}: they cannot be paired", a.name.text, a.values.count(),
                             sweep.axes.front().name.text, sweep.axes.front().values.count()));
  }
}

}  // namespace

std::optional<std::uint64_t> count_of_range(const StatedNumber& from, const StatedNumber& to, const StatedNumber& step,
                                            Diagnostics& diagnostics) {
  const auto way = Rational::sub(to.number.exact, from.number.exact);
  auto ratio = way ? Rational::div(*way, step.number.exact) : std::nullopt;
  const bool exact = from.number.is_rational && to.number.is_rational && step.number.is_rational;
  // Ends that are irrational are known to 60 digits: a last value that is meant is not lost to the rest.
  if (ratio && !exact) ratio = Rational::add(*ratio, *Rational::parse("1e-40"));
  if (step.number.exact.sign() == 0 || !ratio) {
    report_empty(diagnostics, step.span, "a step of 0 never gets from one end to the other", {});
    return std::nullopt;
  }
  if (ratio->sign() < 0) {
    report_empty(
        diagnostics, step.span, fmt::format("no values: the step leads away from `to`"),
        step.number.exact.sign() > 0 ? "`to` is below `from`: the step must be negative" : "the step must be positive");
    return std::nullopt;
  }
  const auto whole = ratio->floor().to_integer();
  if (!whole || *whole >= static_cast<long long>(most_points)) {
    diagnostics.error("too-many-points", step.span, fmt::format("more than {} values", most_points), {}, "take a larger step");
    return std::nullopt;
  }
  return static_cast<std::uint64_t>(*whole) + 1;
}

void check_experiment(const StudyFile& study, Diagnostics& diagnostics) {
  const auto* sweep = std::get_if<SweepExperiment>(&study.experiment);
  if (sweep == nullptr || sweep->axes.empty()) return;
  if (sweep->paired)
    check_pairs(*sweep, diagnostics);
  else
    check_grid(*sweep, study.experiment_span, diagnostics);
}

SweepExperiment StudyReader::sweep(const TomlNode& table) {
  SweepExperiment sweep;
  std::vector<std::string> names;
  for (const StudyVariant& v : variants) names.push_back(v.name.text);
  for (const TomlMember& m : table.members) {
    if (m.name != "paired") {
      read_axis(m, "", names, sweep.axes, diagnostics);
    } else if (has_kind(m.value, TomlNode::Kind::boolean, "paired", diagnostics)) {
      sweep.paired = m.value.boolean;
    }
  }
  if (table.members.empty() || (table.members.size() == 1 && table.members.front().name == "paired")) {
    diagnostics.error("missing-key", table.span, "`[sweep]` needs a parameter to vary", {}, "as e = [\"0.1\", \"0.2\"]");
  }
  for (const SweepAxis& a : sweep.axes) {
    if (a.kind != SweepAxis::Kind::variant) continue;
    for (std::uint64_t k = 0; k < a.values.count(); ++k)
      sweep.variants.push_back(
          *std::ranges::find(variants, a.values.value(k).exact, [](const StudyVariant& v) { return v.name.text; }));
  }
  return sweep;
}

std::optional<double> SweepAxis::value_of(const StudyValue& stated) const {
  if (!words) return std::isnan(stated.value) ? std::nullopt : std::optional(stated.value);
  for (std::uint64_t k = 0; k < values.count(); ++k) {
    if (values.value(k).exact == stated.exact) return values.value(k).value;
  }
  return std::nullopt;
}

}  // namespace saltus
