#pragma once
// The words that values of flags may be, and answers to words that nobody knows: "did you mean".

#include <string>
#include <vector>

#include "completion.hpp"

namespace saltus::cli {

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
[[nodiscard]] UnknownWord find_unknown_word(const std::vector<std::string>& arguments, const ProgramWords& program);

}  // namespace saltus::cli
