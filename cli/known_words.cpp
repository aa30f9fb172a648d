#include "known_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "terminal.hpp"

namespace saltus::cli {

namespace {

bool contains(const std::vector<std::string>& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

std::vector<std::string> command_names(const ProgramWords& program) {
  std::vector<std::string> names;
  for (const CommandWords& c : program.commands) names.push_back(c.name);
  return names;
}

/// Long ones, with their dashes.
std::vector<std::string> flag_names(const ProgramWords& program) {
  std::vector<std::string> names;
  const auto add = [&](const std::vector<FlagWords>& flags) {
    for (const FlagWords& flag : flags)
      std::ranges::copy_if(flag.names, std::back_inserter(names), [](const std::string& n) { return n.starts_with("--"); });
  };
  add(program.flags);
  for (const CommandWords& c : program.commands) add(c.flags);
  return names;
}

}  // namespace

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

UnknownWord find_unknown_word(const std::vector<std::string>& arguments, const ProgramWords& program) {
  const std::vector<std::string> commands = command_names(program), flags = flag_names(program);
  bool command_seen = false;
  bool is_value = false;  // of --color, the only flag with a value that may stand before the command
  for (const std::string& argument : arguments) {
    if (argument == "--") break;
    if (std::exchange(is_value, argument == "--color")) continue;
    if (argument.starts_with("--")) {
      const std::string flag = argument.substr(0, argument.find('='));
      if (!contains(flags, flag)) return {fmt::format("no flag `{}`", flag), suggestion(flag, flags)};
    } else if (!command_seen && !argument.starts_with('-')) {
      command_seen = true;
      if (contains(commands, argument)) continue;
      const std::string help = argument.ends_with(".mo")     ? fmt::format("to run a model: saltus run {}", argument)
                               : argument.ends_with(".toml") ? fmt::format("to run a study: saltus study {}", argument)
                                                             : suggestion(argument, commands);
      return {fmt::format("no command `{}`", argument), help};
    }
  }
  return {};
}

}  // namespace saltus::cli
