#pragma once
// The command line, read.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "completion.hpp"
#include "terminal.hpp"

namespace saltus::cli {

enum class Format { brief, csv, json, mat, xlsx, svg, pdf, png };

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
  std::vector<std::string> sensitivity;
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

/// `study FILE.toml` or `study merge OUT IN...`
struct StudyArguments {
  std::string file;                ///< the study; empty for a merge
  std::vector<std::string> merge;  ///< the store to make, then those it is made of
  std::string output;              ///< a folder; empty: named after the study
  unsigned jobs = 0;               ///< 0: all cores
  bool resume = false;
  bool dry_run = false;
  std::uint64_t only = 0;  ///< 0: all
  std::uint64_t shard = 1, shards = 1;
  std::vector<std::pair<std::string, std::string>> set;  ///< beside those of the file, which they replace
  std::vector<std::string> formats = {"csv"};            ///< of the table of runs
  std::vector<std::string> figures = {"svg"};            ///< formats of figures
};

/// `export`: every file is a model of its own; a second one stands beside the first.
struct ExportArguments {
  ModelArguments model;
  std::vector<std::pair<std::string, std::string>> compare;  ///< settings of a second model
  std::optional<std::string> start, stop, step;
  std::string to = "xlsx";
  std::string solver = "euler";
  std::string by = "time";
  std::string output;  ///< empty: the name of the model, with the extension
};

struct ReportArguments {
  std::string folder;              ///< with report.toml
  std::string output;              ///< a folder; empty: report
  std::vector<std::string> pages;  ///< only these; empty: all
  unsigned jobs = 0;               ///< 0: as many as there are cores
};

struct ExplainArguments {
  std::string code;  ///< empty: list all
};

struct CompletionArguments {
  std::string shell;
};

struct Arguments {
  std::variant<CheckArguments, RunArguments, ShowArguments, StudyArguments, ReportArguments, ExportArguments, ExplainArguments,
               CompletionArguments>
      command;
  ColorChoice color = ColorChoice::automatic;
  bool quiet = false;
  bool verbose = false;
};

/// All commands and flags, as they are declared.
[[nodiscard]] ProgramWords program_words();

/// The arguments, or the exit code with which the program ends: 0 after --help and --version, 2 after a message about
/// what is wrong with them.
[[nodiscard]] std::variant<Arguments, ExitCode> read_arguments(int argc, const char* const* argv);

}  // namespace saltus::cli
