#pragma once
// The words of the command line in one place: for the parser and for "did you mean".

#include <string>
#include <vector>

namespace saltus::cli {

[[nodiscard]] const std::vector<std::string>& command_names();
[[nodiscard]] const std::vector<std::string>& flag_names();  ///< long ones, with their dashes
[[nodiscard]] const std::vector<std::string>& stage_names();
[[nodiscard]] const std::vector<std::string>& location_names();
[[nodiscard]] const std::vector<std::string>& format_names();

[[nodiscard]] const std::vector<std::string>& table_format_names();
[[nodiscard]] const std::vector<std::string>& picture_format_names();  ///< of the runs of a study

/// A message about the first argument that is no known command or long flag, or "" if all are known.
struct UnknownWord {
  std::string message;
  std::string help;
};
[[nodiscard]] UnknownWord find_unknown_word(const std::vector<std::string>& arguments);

}  // namespace saltus::cli
