#pragma once
// The command line, read.

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "terminal.hpp"

namespace saltus::cli {

enum class Format { brief, csv, json, svg, pdf, png };

[[nodiscard]] inline bool is_picture(Format format) {
  return format == Format::svg || format == Format::pdf || format == Format::png;
}

/// What `check`, `run` and `show` have in common: which model, with which settings.
struct ModelArguments {
  std::vector<std::string> files;  ///< at least one; "-" is the standard input
  std::string model;               ///< empty: the last of the last file
  std::vector<std::pair<std::string, std::string>> set;
};

struct CheckArguments {
  ModelArguments model;
};

struct RunArguments {
  ModelArguments model;
  std::optional<std::string> start, stop, tolerance, step, interval;
  std::vector<std::string> at;
  std::string solver = "taylor";
  std::string locate = "exact";
  int precision = 0;
  int max_rounds = 1000;
  Format format = Format::brief;
  std::vector<std::string> plots;  ///< a panel each
  std::string output;              ///< a file; empty: stdout
};

struct ShowArguments {
  ModelArguments model;
  std::string stage = "model";
};

struct ExplainArguments {
  std::string code;  ///< empty: list all
};

struct Arguments {
  std::variant<CheckArguments, RunArguments, ShowArguments, ExplainArguments> command;
  ColorChoice color = ColorChoice::automatic;
  bool quiet = false;
  bool verbose = false;
};

/// The arguments, or the exit code with which the program ends: 0 after --help and --version, 2 after a message about
/// what is wrong with them.
[[nodiscard]] std::variant<Arguments, ExitCode> read_arguments(int argc, const char* const* argv);

}  // namespace saltus::cli
