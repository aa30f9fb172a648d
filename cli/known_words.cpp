#include "known_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "terminal.hpp"

namespace saltus::cli {

namespace {

bool contains(const std::vector<std::string>& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

}  // namespace

const std::vector<std::string>& command_names() {
  static const std::vector<std::string> names = {"check", "run", "show", "study", "report", "export", "explain", "completion"};
  return names;
}

const std::vector<std::string>& flag_names() {
  static const std::vector<std::string> names = {
      "--model",     "--set",     "--start",    "--stop",       "--tol",         "--solver",  "--step",   "--locate",
      "--precision", "--at",      "--interval", "--max-rounds", "--sensitivity", "--format",  "--output", "--plot",
      "--stage",     "--color",   "--quiet",    "--verbose",    "--help",        "--version", "--jobs",   "--resume",
      "--shard",     "--dry-run", "--only",     "--to",         "--by",          "--compare", "--figures"};
  return names;
}

const std::vector<std::string>& stage_names() {
  static const std::vector<std::string> names = {"tokens", "ast", "model", "structure", "tape"};
  return names;
}

const std::vector<std::string>& location_names() {
  static const std::vector<std::string> names = {"exact", "grid", "signs"};
  return names;
}

const std::vector<std::string>& format_names() {
  static const std::vector<std::string> names = {"csv", "json", "mat", "xlsx", "svg", "pdf", "png", "brief"};
  return names;
}

const std::vector<std::string>& table_format_names() {
  static const std::vector<std::string> names = {"csv", "json", "mat", "xlsx"};
  return names;
}

const std::vector<std::string>& picture_format_names() {
  static const std::vector<std::string> names = {"svg", "pdf", "png"};
  return names;
}

UnknownWord find_unknown_word(const std::vector<std::string>& arguments) {
  bool command_seen = false;
  bool is_value = false;  // of --color, the only flag with a value that may stand before the command
  for (const std::string& argument : arguments) {
    if (argument == "--") break;
    if (std::exchange(is_value, argument == "--color")) continue;
    if (argument.starts_with("--")) {
      const std::string flag = argument.substr(0, argument.find('='));
      if (!contains(flag_names(), flag)) return {fmt::format("no flag `{}`", flag), suggestion(flag, flag_names())};
    } else if (!command_seen && !argument.starts_with('-')) {
      command_seen = true;
      if (contains(command_names(), argument)) continue;
      const std::string help = argument.ends_with(".mo")     ? fmt::format("to run a model: saltus run {}", argument)
                               : argument.ends_with(".toml") ? fmt::format("to run a study: saltus study {}", argument)
                                                             : suggestion(argument, command_names());
      return {fmt::format("no command `{}`", argument), help};
    }
  }
  return {};
}

}  // namespace saltus::cli
