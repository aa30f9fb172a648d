// `[sweep]`: lists and ranges. Ranges are counted exactly: {from = "0.15", to = "1", step = "0.001"} has 851 values.

#include <fmt/format.h>

#include <algorithm>

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

/// `x.start = [1, 2]` is a table `x` for TOML.
bool is_part_of_name(const TomlMember& m) {
  const auto* end = std::end(range_keys);
  return (m.value.kind == TomlNode::Kind::array || m.value.kind == TomlNode::Kind::table) &&
         std::find(std::begin(range_keys), end, m.name) == end;
}

void read_axis(const TomlMember& m, const std::string& prefix, std::vector<SweepAxis>& axes, Diagnostics& diagnostics) {
  StudyText name{prefix + m.name, m.name_span};
  const TomlNode& node = m.value;
  if (node.kind == TomlNode::Kind::table && !node.members.empty() && is_part_of_name(node.members.front())) {
    for (const TomlMember& part : node.members) read_axis(part, name.text + ".", axes, diagnostics);
    return;
  }
  if (node.kind != TomlNode::Kind::table && node.kind != TomlNode::Kind::array) {
    report_value(diagnostics, node.span, fmt::format("`{}` takes a list or a range", name.text),
                 "as [1, 2, 5] or {from = \"0\", to = \"1\", step = \"0.1\"}; one value goes to [set]");
    return;
  }
  auto axis =
      node.kind == TomlNode::Kind::array ? read_list(node, name.text, diagnostics) : read_range(node, name.text, diagnostics);
  if (axis) axes.push_back({std::move(name), *std::move(axis)});
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
  for (const TomlMember& m : table.members) {
    if (m.name != "paired") {
      read_axis(m, "", sweep.axes, diagnostics);
    } else if (has_kind(m.value, TomlNode::Kind::boolean, "paired", diagnostics)) {
      sweep.paired = m.value.boolean;
    }
  }
  if (table.members.empty() || (table.members.size() == 1 && table.members.front().name == "paired")) {
    diagnostics.error("missing-key", table.span, "`[sweep]` needs a parameter to vary", {}, "as e = [\"0.1\", \"0.2\"]");
  }
  return sweep;
}

}  // namespace saltus
