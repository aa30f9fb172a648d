// Variants of model, solver, tolerance and parameters, and `[compare]`, which has its own.

#include <fmt/format.h>

#include <algorithm>

#include "study/study_reader.hpp"

namespace saltus {

namespace {

StudyVariant read_variant(const TomlMember& m, StudyReader& reader) {
  StudyVariant variant;
  variant.name = {m.name, m.name_span};
  TableReader table(m.value, fmt::format("the variant `{}`", m.name), reader.diagnostics);
  if (const TomlNode* model = table.find("model")) variant.model = reader.models(*model);
  variant.class_name = text_at(table.find("class", TomlNode::Kind::text));
  variant.run = reader.run_settings(table);
  if (const TomlNode* set = table.find("set", TomlNode::Kind::table)) variant.settings = reader.settings(*set);
  table.report_unknown_keys();
  return variant;
}

std::size_t index_of(const TomlNode& reference, const std::vector<StudyVariant>& variants, Diagnostics& diagnostics) {
  const auto found =
      std::find_if(variants.begin(), variants.end(), [&](const StudyVariant& v) { return v.name.text == reference.text; });
  if (found != variants.end()) return static_cast<std::size_t>(found - variants.begin());
  std::vector<std::string> names;
  for (const StudyVariant& v : variants) names.push_back(v.name.text);
  const std::string near = nearest_name(reference.text, names);
  report_value(diagnostics, reference.span, fmt::format("no variant `{}`", reference.text),
               near.empty() ? fmt::format("there are {}", fmt::join(names, ", ")) : fmt::format("did you mean `{}`?", near));
  return 0;
}

}  // namespace

std::vector<StudyVariant> StudyReader::read_variants(const TomlNode& table) {
  std::vector<StudyVariant> all;
  for (const TomlMember& m : table.members) {
    if (has_kind(m.value, TomlNode::Kind::table, m.name, diagnostics)) all.push_back(read_variant(m, *this));
  }
  return all;
}

CompareExperiment StudyReader::compare(const TomlNode& node) {
  CompareExperiment compare;
  compare.span = node.span;
  TableReader table(node, "`[compare]`", diagnostics);
  if (const TomlNode* variants = table.require("variants", TomlNode::Kind::table)) {
    compare.variants = read_variants(*variants);
    if (variants->members.size() < 2) {
      diagnostics.error("missing-key", variants->span, "a comparison needs two variants or more", {},
                        "as [compare.variants.radau]");
    }
  }
  if (const TomlNode* reference = table.find("reference", TomlNode::Kind::text)) {
    compare.reference = index_of(*reference, compare.variants, diagnostics);
  }
  if (const TomlNode* variables = table.find("variables", TomlNode::Kind::array)) {
    for (const TomlNode& v : variables->items) {
      if (has_kind(v, TomlNode::Kind::text, "variables", diagnostics)) compare.variables.push_back(text_at(&v));
    }
  }
  table.report_unknown_keys();
  return compare;
}

}  // namespace saltus
