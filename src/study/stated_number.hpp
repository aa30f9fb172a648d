#pragma once
// Numbers of a study: texts are exact decimals or constant expressions, whole numbers are exact, other bare numbers are doubles.

#include <optional>
#include <string>

#include "study/study_file.hpp"
#include "study/sweep_values.hpp"
#include "study/toml_tree.hpp"

namespace saltus {

/// nullopt if the text is no finite constant number.
[[nodiscard]] std::optional<StudyNumber> read_number(const std::string& text);

/// The text that stands for a value, as --set takes it: "{1, 2}" for a list. nullopt, after a report, for tables, dates and the like.
[[nodiscard]] std::optional<StudyText> text_of_value(const TomlNode& node, std::string_view name, Diagnostics& diagnostics);

/// nullopt, after a report, if it is no finite number. `name` is the key.
[[nodiscard]] std::optional<StatedNumber> stated_number(const TomlNode& node, std::string_view name, Diagnostics& diagnostics);

/// The same for what a parameter may be: numbers, true and false.
[[nodiscard]] std::optional<StudyValue> stated_value(const TomlNode& node, std::string_view name, Diagnostics& diagnostics);

/// The values of `at = {e = "0.2", variant = "radau"}`: a text that is no number is a word, with NaN for its value.
[[nodiscard]] std::vector<std::pair<StudyText, StatedNumber>> stated_point(const TomlNode& table, Diagnostics& diagnostics);

}  // namespace saltus
