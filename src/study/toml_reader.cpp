#include "study/toml_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace saltus {

void report_value(Diagnostics& diagnostics, Span span, std::string message, std::string help) {
  diagnostics.error("wrong-value", span, std::move(message), {}, std::move(help));
}

bool has_kind(const TomlNode& node, TomlNode::Kind kind, std::string_view name, Diagnostics& diagnostics) {
  if (node.kind == kind) return true;
  report_value(diagnostics, node.span, fmt::format("`{}` takes {}, not {}", name, described(kind), described(node.kind)));
  return false;
}

TableReader::TableReader(const TomlNode& table, std::string name, Diagnostics& diagnostics)
    : table_(table), name_(std::move(name)), diagnostics_(diagnostics) {}

const TomlNode* TableReader::find(std::string_view key) {
  if (std::find(known_.begin(), known_.end(), key) == known_.end()) known_.emplace_back(key);
  const TomlMember* member = table_.find(key);
  return member == nullptr ? nullptr : &member->value;
}

const TomlNode* TableReader::find(std::string_view key, TomlNode::Kind kind) {
  const TomlNode* node = find(key);
  return node != nullptr && has_kind(*node, kind, key, diagnostics_) ? node : nullptr;
}

const TomlNode* TableReader::require(std::string_view key, std::string help) {
  const TomlNode* node = find(key);
  // The span of a whole text is no place to look at.
  const Span where = table_.span.begin == 0 ? Span{table_.span.file, 0, 1} : table_.span;
  if (node == nullptr) diagnostics_.error("missing-key", where, fmt::format("{} needs `{}`", name_, key), {}, std::move(help));
  return node;
}

const TomlNode* TableReader::require(std::string_view key, TomlNode::Kind kind, std::string help) {
  const TomlNode* node = require(key, std::move(help));
  return node != nullptr && has_kind(*node, kind, key, diagnostics_) ? node : nullptr;
}

bool TableReader::flag(std::string_view key) {
  const TomlNode* node = find(key, TomlNode::Kind::boolean);
  return node != nullptr && node->boolean;
}

std::optional<std::int64_t> TableReader::whole(std::string_view key, std::int64_t least, std::int64_t most) {
  const TomlNode* node = find(key, TomlNode::Kind::integer);
  if (node == nullptr) return std::nullopt;
  if (node->integer >= least && node->integer <= most) return node->integer;
  report_value(diagnostics_, node->span, fmt::format("`{}` takes a whole number from {} to {}", key, least, most));
  return std::nullopt;
}

const TomlNode* TableReader::word(std::string_view key, const std::vector<std::string>& words) {
  const TomlNode* node = find(key, TomlNode::Kind::text);
  if (node == nullptr) return nullptr;
  if (std::find(words.begin(), words.end(), node->text) != words.end()) return node;
  const std::string near = nearest_name(node->text, words);
  report_value(diagnostics_, node->span, fmt::format("`{}` cannot be `{}`", key, node->text),
               near.empty() ? fmt::format("one of {}", fmt::join(words, ", ")) : fmt::format("did you mean `{}`?", near));
  return nullptr;
}

void TableReader::report_unknown_keys() {
  for (const TomlMember& m : table_.members) {
    if (std::find(known_.begin(), known_.end(), m.name) != known_.end()) continue;
    const std::string near = nearest_name(m.name, known_);
    diagnostics_.error(
        "unknown-key", m.name_span, fmt::format("no key `{}` in {}", m.name, name_), "not known here",
        near.empty() ? fmt::format("known are {}", fmt::join(known_, ", ")) : fmt::format("did you mean `{}`?", near));
  }
}

}  // namespace saltus
