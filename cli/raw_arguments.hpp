#pragma once
// Words of the command line by flag, not yet looked at: between the library that finds the flags and the arguments of commands.

#include <optional>
#include <string>
#include <vector>

#include "arguments.hpp"

namespace saltus::cli {

/// What flags and words were given.
struct Raw {
  Arguments common;
  std::string color = "auto";
  std::vector<std::string> set;
  ModelArguments model;
  RunArguments run;
  std::optional<std::string> precision, max_rounds, format, output, model_name;
  std::optional<std::string> at, sensitivity;
  ShowArguments show;
  ExportArguments exported;
  std::vector<std::string> compare;
  ExplainArguments explain;
  StudyArguments study;
  std::string figures;
  CompletionArguments completion;
  std::string report_folder;
  std::vector<std::string> report_pages;
  std::vector<std::string> study_words;
  std::optional<std::string> jobs, only, shard;
};

/// A mistake in a value, found after the flags were recognised.
struct BadValue {
  std::string message;
  std::string help;
};

/// The arguments of `command`, all values checked. Throws BadValue.
[[nodiscard]] Arguments checked(Raw& raw, const std::string& command);

}  // namespace saltus::cli
