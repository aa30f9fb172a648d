// `[seek]`, `[minimize]`, `[sample]`: what is unknown, what is wanted of it, how it is found.

#include <fmt/format.h>

#include <limits>

#include "study/stated_number.hpp"
#include "study/study_reader.hpp"

namespace saltus {

namespace {

std::optional<StatedNumber> number(TableReader& table, const char* key, Diagnostics& diagnostics) {
  const TomlNode* node = table.find(key);
  return node == nullptr ? std::nullopt : stated_number(*node, key, diagnostics);
}

std::optional<double> tolerance(TableReader& table, Diagnostics& diagnostics) {
  const auto tol = number(table, "tol", diagnostics);
  if (!tol) return std::nullopt;
  if (tol->number.exact.sign() > 0) return tol->number.value.value;
  report_value(diagnostics, tol->span, "`tol` takes a positive number");
  return std::nullopt;
}

void check_unknown(const StudyUnknown& u, Span span, Diagnostics& diagnostics) {
  if (u.from.has_value() != u.to.has_value()) {
    diagnostics.error("missing-key", span, fmt::format("`{}` has only one of `from` and `to`", u.name.text));
  } else if (!u.from && !u.guess) {
    diagnostics.error("missing-key", span, fmt::format("`{}` needs `from` and `to`, or a `guess`", u.name.text));
  } else if (u.from && u.from->number.exact >= u.to->number.exact) {
    diagnostics.error("empty-range", span, fmt::format("`from` of `{}` is not below `to`", u.name.text));
  } else if (u.from && u.guess &&
             (u.guess->number.exact < u.from->number.exact || u.guess->number.exact > u.to->number.exact)) {
    report_value(diagnostics, u.guess->span, fmt::format("the `guess` of `{}` is not between `from` and `to`", u.name.text));
  }
}

void read_unknown(const TomlMember& m, const std::string& prefix, std::vector<StudyUnknown>& list, Diagnostics& diagnostics) {
  const StudyText name{prefix + m.name, m.name_span};
  if (!has_kind(m.value, TomlNode::Kind::table, name.text, diagnostics)) return;
  const bool dotted = m.value.members.size() == 1 && m.value.members.front().value.kind == TomlNode::Kind::table;
  if (dotted) return read_unknown(m.value.members.front(), name.text + ".", list, diagnostics);
  TableReader table(m.value, fmt::format("the unknown `{}`", name.text), diagnostics);
  StudyUnknown unknown{name, number(table, "from", diagnostics), number(table, "to", diagnostics),
                       number(table, "guess", diagnostics)};
  table.report_unknown_keys();
  check_unknown(unknown, m.value.span, diagnostics);
  list.push_back(std::move(unknown));
}

std::vector<StudyUnknown> unknowns(TableReader& table, Diagnostics& diagnostics) {
  std::vector<StudyUnknown> list;
  const TomlNode* node = table.require("unknown", TomlNode::Kind::table);
  if (node == nullptr) return list;
  for (const TomlMember& m : node->members) read_unknown(m, "", list, diagnostics);
  if (node->members.empty()) diagnostics.error("missing-key", node->span, "`unknown` names nothing");
  return list;
}

/// Kind and parameters: `normal = ["0.5", "0.05"]`.
struct DistributionForm {
  const char* name;
  std::size_t parameters;
  const char* meaning;
};
constexpr DistributionForm distributions[] = {
    {"normal", 2, "mean and standard deviation"},
    {"uniform", 2, "the ends"},
    {"lognormal", 2, "mean and standard deviation of the logarithm"},
    {"triangular", 3, "the lower end, the peak, the upper end"},
};

std::vector<StatedNumber> numbers(const TomlNode& list, const char* key, std::size_t count, const char* meaning,
                                  Diagnostics& diagnostics) {
  std::vector<StatedNumber> found;
  for (const TomlNode& item : list.items) {
    if (auto n = stated_number(item, key, diagnostics)) found.push_back(*std::move(n));
  }
  if (list.items.size() == count) return found.size() == count ? found : std::vector<StatedNumber>();
  report_value(diagnostics, list.span, fmt::format("`{}` takes {} numbers: {}", key, count, meaning));
  return {};
}

/// Distributions that do not exist: a negative spread, ends that are not in order.
void check_distribution(const VariedName& v, Span span, Diagnostics& diagnostics) {
  const auto& p = v.parameters;
  const auto bad = [&](const char* message) { report_value(diagnostics, span, fmt::format("`{}`: {}", v.name.text, message)); };
  const auto at = [&](std::size_t i) -> const Rational& { return p[i].number.exact; };
  const std::string& kind = v.distribution.text;
  if (p.empty()) return;
  if ((kind == "normal" || kind == "lognormal") && at(1).sign() <= 0) bad("the standard deviation is not positive");
  if (kind == "uniform" && at(0) >= at(1)) bad("the lower end is not below the upper one");
  if (kind == "triangular" && !(at(0) <= at(1) && at(1) <= at(2) && at(0) < at(2))) bad("ends and peak are not in order");
  if (v.within && v.within->first.number.exact >= v.within->second.number.exact) bad("`within` is empty");
}

void read_varied(const TomlMember& m, const std::string& prefix, std::vector<VariedName>& list, Diagnostics& diagnostics) {
  VariedName varied;
  varied.name = {prefix + m.name, m.name_span};
  if (!has_kind(m.value, TomlNode::Kind::table, varied.name.text, diagnostics)) return;
  const bool dotted = m.value.members.size() == 1 && m.value.members.front().value.kind == TomlNode::Kind::table;
  if (dotted) return read_varied(m.value.members.front(), varied.name.text + ".", list, diagnostics);
  TableReader table(m.value, fmt::format("the distribution of `{}`", varied.name.text), diagnostics);
  for (const DistributionForm& form : distributions) {
    const TomlNode* node = table.find(form.name, TomlNode::Kind::array);
    if (node == nullptr) continue;
    if (varied.distribution.given()) report_value(diagnostics, node->span, "one distribution is enough");
    varied.distribution = {form.name, node->span};
    varied.parameters = numbers(*node, form.name, form.parameters, form.meaning, diagnostics);
  }
  if (const TomlNode* node = table.find("within", TomlNode::Kind::array)) {
    auto ends = numbers(*node, "within", 2, "the ends", diagnostics);
    if (ends.size() == 2) varied.within.emplace(std::move(ends[0]), std::move(ends[1]));
  }
  table.report_unknown_keys();
  if (!varied.distribution.given()) {
    diagnostics.error("missing-key", m.value.span, fmt::format("`{}` needs a distribution", varied.name.text), {},
                      "as normal = [\"0.5\", \"0.05\"], uniform, lognormal, triangular");
  }
  check_distribution(varied, m.value.span, diagnostics);
  list.push_back(std::move(varied));
}

}  // namespace

SeekExperiment StudyReader::seek(const TomlNode& node) {
  SeekExperiment seek;
  seek.span = node.span;
  TableReader table(node, "`[seek]`", diagnostics);
  seek.unknowns = unknowns(table, diagnostics);
  if (const TomlNode* target = table.require("target", TomlNode::Kind::table)) {
    for (const TomlMember& m : target->members) {
      if (auto value = stated_number(m.value, m.name, diagnostics))
        seek.targets.push_back({{m.name, m.name_span}, *std::move(value)});
    }
    if (target->members.size() != seek.unknowns.size() && !seek.unknowns.empty()) {
      report_value(diagnostics, target->span,
                   fmt::format("{} targets for {} unknowns", target->members.size(), seek.unknowns.size()),
                   "as many targets as unknowns");
    }
  }
  const TomlNode* method = table.word("method", {"toms748", "bisection", "secant", "newton"});
  const bool several = seek.unknowns.size() > 1;
  const bool bracketed = !seek.unknowns.empty() && seek.unknowns.front().from;
  seek.method = method != nullptr ? text_at(method) : StudyText{several || !bracketed ? "newton" : "toms748", {}};
  seek.tol = tolerance(table, diagnostics);
  table.report_unknown_keys();
  const bool brackets = seek.method.text == "toms748" || seek.method.text == "bisection";
  if (several && seek.method.text != "newton") {
    report_value(diagnostics, seek.method.span, fmt::format("`{}` finds one unknown", seek.method.text),
                 "several are found by newton");
  } else if (brackets && !bracketed && !seek.unknowns.empty()) {
    diagnostics.error("missing-key", seek.unknowns.front().name.span,
                      fmt::format("`{}` needs `from` and `to`", seek.method.text));
  }
  return seek;
}

MinimizeExperiment StudyReader::minimize(const TomlNode& node) {
  MinimizeExperiment minimize;
  minimize.span = node.span;
  TableReader table(node, "`[minimize]`", diagnostics);
  minimize.unknowns = unknowns(table, diagnostics);
  minimize.objective = text_at(table.require("objective", TomlNode::Kind::text));
  minimize.method = text_at(table.find("method", TomlNode::Kind::text));
  minimize.tol = tolerance(table, diagnostics);
  minimize.maximize = table.flag("maximize");
  table.report_unknown_keys();
  return minimize;
}

SampleExperiment StudyReader::sample(const TomlNode& node) {
  SampleExperiment sample;
  sample.span = node.span;
  TableReader table(node, "`[sample]`", diagnostics);
  if (table.require("count") != nullptr) {
    sample.count = static_cast<std::uint64_t>(table.whole("count", 1, static_cast<std::int64_t>(most_points)).value_or(1));
  }
  sample.seed = static_cast<std::uint64_t>(table.whole("seed", 0, std::numeric_limits<std::int64_t>::max()).value_or(0));
  const TomlNode* method = table.word("method", {"plain", "latin", "sobol"});
  sample.method = method != nullptr ? text_at(method) : StudyText{"plain", {}};
  if (const TomlNode* vary = table.require("vary", TomlNode::Kind::table)) {
    for (const TomlMember& m : vary->members) read_varied(m, "", sample.vary, diagnostics);
    if (vary->members.empty()) diagnostics.error("missing-key", vary->span, "`vary` names nothing");
  }
  table.report_unknown_keys();
  return sample;
}

}  // namespace saltus
