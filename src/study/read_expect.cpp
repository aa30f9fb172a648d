// `[[expect]]`: values that the study must reproduce.

#include <fmt/format.h>

#include <limits>

#include "study/sample_statistics.hpp"
#include "study/stated_number.hpp"
#include "study/study_reader.hpp"

namespace saltus {

namespace {

double bound(TableReader& table, const char* key, Diagnostics& diagnostics) {
  const TomlNode* node = table.find(key);
  const auto number = node == nullptr ? std::nullopt : stated_number(*node, key, diagnostics);
  if (!number) return 0;
  if (number->number.exact.sign() >= 0) return number->number.value.value;
  report_value(diagnostics, node->span, fmt::format("`{}` cannot be negative", key));
  return 0;
}

/// A number, or "inf": a count that has no end.
std::optional<StatedNumber> expected_number(const TomlNode& node, Diagnostics& diagnostics) {
  if (node.kind != TomlNode::Kind::text || node.text != "inf") return stated_number(node, "value", diagnostics);
  StatedNumber endless;
  endless.number.value.value = std::numeric_limits<double>::infinity();
  endless.span = node.span;
  return endless;
}

/// Printed digits count, so a bare number is taken as it stands in the file.
StudyText as_printed(const TomlNode& node, const Sources& sources) {
  return {node.kind == TomlNode::Kind::text ? node.text : std::string(sources.text(node.span)), node.span};
}

}  // namespace

Expectation StudyReader::expectation(const TomlNode& node) {
  Expectation e;
  e.span = node.span;
  TableReader table(node, "`[[expect]]`", diagnostics);
  e.measure = text_at(table.require("measure", TomlNode::Kind::text));
  e.statistic = text_at(table.word("statistic", statistic_names()));
  if (const TomlNode* at = table.find("at", TomlNode::Kind::table)) e.at = stated_point(*at, diagnostics);
  e.variant = text_at(table.find("variant", TomlNode::Kind::text));
  const TomlNode* value = table.find("value");
  for (const TomlNode* item : one_or_all(value)) {
    if (auto number = expected_number(*item, diagnostics)) e.value.push_back(*std::move(number));
  }
  const TomlNode* published = table.find("published");
  for (const TomlNode* item : one_or_all(published)) {
    const StudyText text = as_printed(*item, sources);
    if (Rational::parse(text.text)) {
      e.published.push_back(text);
    } else {
      report_value(diagnostics, item->span, "`published` takes a decimal as it was printed");
    }
  }
  if (value == nullptr && published == nullptr) {
    diagnostics.error("missing-key", node.span, "`[[expect]]` needs a `value`, a `published` one, or both");
  }
  const TomlNode* shape = value != nullptr ? value : published;
  e.is_list = shape != nullptr && shape->kind == TomlNode::Kind::array;
  e.tol = bound(table, "tol", diagnostics);
  e.rtol = bound(table, "rtol", diagnostics);
  e.source = text_at(table.find("source", TomlNode::Kind::text));
  e.reason = text_at(table.find("reason", TomlNode::Kind::text));
  table.report_unknown_keys();
  if (!e.value.empty() && !e.published.empty() && e.value.size() != e.published.size()) {
    report_value(diagnostics, published->span,
                 fmt::format("{} published values beside {}", e.published.size(), e.value.size()));
  }
  return e;
}

}  // namespace saltus
