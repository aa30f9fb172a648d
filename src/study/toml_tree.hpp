#pragma once
// A TOML text as a tree of plain values, each with its place. What the values mean is for the readers of the tree.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/source.hpp"

namespace saltus {

struct TomlMember;

struct TomlNode {
  enum class Kind : std::uint8_t { text, integer, real, boolean, array, table, date };

  Kind kind = Kind::table;
  Span span = {};
  std::string text = {};  ///< without its quotes
  std::int64_t integer = 0;
  double real = 0;  ///< of a real only; may be infinite or not a number
  bool boolean = false;
  std::vector<TomlNode> items = {};      ///< of an array
  std::vector<TomlMember> members = {};  ///< of a table, in the order of the text

  [[nodiscard]] const TomlMember* find(std::string_view name) const;  ///< null if there is none
};

struct TomlMember {
  std::string name;
  Span name_span = {};  ///< of its last part where keys are dotted
  TomlNode value = {};
};

/// The items of a list, or the one value that stands there instead; none where there is nothing.
[[nodiscard]] std::vector<const TomlNode*> one_or_all(const TomlNode* node);

/// "a number", "a table", ...
[[nodiscard]] const char* described(TomlNode::Kind kind);

/// The table of the whole text; nullopt after a syntax error, which is reported. TOML knows one error at a time.
[[nodiscard]] std::optional<TomlNode> parse_toml(const Sources& sources, std::uint32_t file, Diagnostics& diagnostics);

}  // namespace saltus
