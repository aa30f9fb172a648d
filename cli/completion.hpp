#pragma once
// Completion of command lines in shells: what may stand where, and scripts that say so.

#include <string>
#include <vector>

namespace saltus::cli {

/// What may stand at one place: one of some words, or a file.
struct Completions {
  std::vector<std::string> words = {};
  std::vector<std::string> extensions = {};  ///< of files ("mo"); folders always
  bool any_file = false;
  bool list = false;  ///< several words, separated by commas
};

struct FlagWords {
  std::vector<std::string> names;  ///< with their dashes: "-o", "--output"
  std::string description;
  bool takes_value = false;
  Completions value = {};
};

struct CommandWords {
  std::string name;
  std::string description;
  std::vector<FlagWords> flags;
  Completions operands = {};  ///< words that are no flags
};

/// The flags of all commands, then the commands.
struct ProgramWords {
  std::vector<FlagWords> flags;
  std::vector<CommandWords> commands;
};

[[nodiscard]] const std::vector<std::string>& shell_names();  ///< bash, zsh, fish

/// A script for the shell.
[[nodiscard]] std::string completion_script(const ProgramWords& program, const std::string& shell);

}  // namespace saltus::cli
