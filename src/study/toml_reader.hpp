#pragma once
// Reading the keys of a TOML table: wrong kinds, missing and unknown keys are reported where they stand, and reading goes on.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "study/toml_tree.hpp"

namespace saltus {

/// How readers say what is wrong with a value.
void report_value(Diagnostics& diagnostics, Span span, std::string message, std::string help = {});

class TableReader {
 public:
  /// `name` is what messages call the table: "`[sweep]`", "the study".
  TableReader(const TomlNode& table, std::string name, Diagnostics& diagnostics);

  /// The value of a key; null if it is not there. The key counts as known.
  [[nodiscard]] const TomlNode* find(std::string_view key);
  /// The same, and null after a report if it is of another kind.
  [[nodiscard]] const TomlNode* find(std::string_view key, TomlNode::Kind kind);
  /// The same, and a report if it is not there.
  [[nodiscard]] const TomlNode* require(std::string_view key, std::string help = {});
  [[nodiscard]] const TomlNode* require(std::string_view key, TomlNode::Kind kind, std::string help = {});

  [[nodiscard]] bool flag(std::string_view key);  ///< false if it is not there
  /// A whole number in [least, most].
  [[nodiscard]] std::optional<std::int64_t> whole(std::string_view key, std::int64_t least, std::int64_t most);
  /// One of the words; null if it is not there or another one.
  [[nodiscard]] const TomlNode* word(std::string_view key, const std::vector<std::string>& words);

  /// Reports the keys that nobody asked for, with the nearest of those that were. Call it last.
  void report_unknown_keys();

  [[nodiscard]] const TomlNode& table() const { return table_; }

 private:
  const TomlNode& table_;
  std::string name_;
  Diagnostics& diagnostics_;
  std::vector<std::string> known_;
};

/// Is it of this kind? Reports it otherwise. `name` is the key.
[[nodiscard]] bool has_kind(const TomlNode& node, TomlNode::Kind kind, std::string_view name, Diagnostics& diagnostics);

}  // namespace saltus
