#include "completion.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace saltus::cli {

namespace {

std::string joined(const std::vector<std::string>& words, std::string_view between = " ") {
  return fmt::format("{}", fmt::join(words, between));
}

/// In single quotes of a shell.
std::string quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

bool has_files(const Completions& c) { return c.any_file || !c.extensions.empty(); }

std::vector<std::string> names_of(const std::vector<FlagWords>& flags) {
  std::vector<std::string> names;
  for (const FlagWords& f : flags) names.insert(names.end(), f.names.begin(), f.names.end());
  return names;
}

// ---- bash

constexpr const char* bash_head = R"(# Completion of saltus in bash. Put it where bash finds it:
#   saltus completion bash > ~/.local/share/bash-completion/completions/saltus
# or try it: source <(saltus completion bash)

_saltus_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$current"); }

# Several words with commas between them.
_saltus_list() {
  local done=
  [[ $current == *,* ]] && done=${current%,*},
  mapfile -t COMPREPLY < <(compgen -P "$done" -W "$1" -- "${current##*,}")
  compopt -o nospace 2> /dev/null
}

# Files with one of these extensions, and folders.
_saltus_files() {
  local extension
  mapfile -t COMPREPLY < <(compgen -d -- "$current"; for extension in $1; do compgen -f -X "!*.$extension" -- "$current"; done)
  compopt -o filenames 2> /dev/null
}

_saltus_any_file() {
  mapfile -t COMPREPLY < <(compgen -f -- "$current")
  compopt -o filenames 2> /dev/null
}

_saltus() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command= i
  COMPREPLY=()
  # --flag=value comes in three words.
  if [[ $current == = ]]; then current=; fi
  if [[ $previous == = ]]; then previous=${COMP_WORDS[COMP_CWORD-2]}; fi
)";

std::string bash_action(const Completions& c) {
  if (!c.words.empty() && c.list) return fmt::format("_saltus_list {}", quoted(joined(c.words)));
  if (!c.words.empty() && has_files(c))
    return fmt::format("_saltus_files {0}; COMPREPLY+=($(compgen -W {1} -- \"$current\"))", quoted(joined(c.extensions)),
                       quoted(joined(c.words)));
  if (!c.words.empty()) return fmt::format("_saltus_words {}", quoted(joined(c.words)));
  if (!c.extensions.empty()) return fmt::format("_saltus_files {}", quoted(joined(c.extensions)));
  return c.any_file ? "_saltus_any_file" : ":";
}

std::string bash_values(const std::vector<FlagWords>& flags, const std::string& command) {
  std::string text;
  for (const FlagWords& f : flags) {
    if (!f.takes_value) continue;
    std::vector<std::string> patterns;
    for (const std::string& n : f.names) patterns.push_back(fmt::format("{},{}", command, n));
    text += fmt::format("    {}) {}; return;;\n", joined(patterns, "|"), bash_action(f.value));
  }
  return text;
}

std::string bash_script(const ProgramWords& program) {
  std::vector<std::string> commands;
  for (const CommandWords& c : program.commands) commands.push_back(c.name);
  std::string text = bash_head;
  text += "  for ((i = 1; i < COMP_CWORD; i++)); do\n";
  text += fmt::format("    case ${{COMP_WORDS[i]}} in {}) command=${{COMP_WORDS[i]}}; break;; esac\n  done\n",
                      joined(commands, "|"));
  text += "  case $command,$previous in\n";
  for (const CommandWords& c : program.commands) text += bash_values(c.flags, c.name);
  text += bash_values(program.flags, "*");
  text += "  esac\n  case $command,$current in\n";
  const std::vector<std::string> common = names_of(program.flags);
  for (const CommandWords& c : program.commands) {
    std::vector<std::string> flags = names_of(c.flags);
    flags.insert(flags.end(), common.begin(), common.end());
    text += fmt::format("    {},-*) _saltus_words {};;\n", c.name, quoted(joined(flags)));
    text += fmt::format("    {},*) {};;\n", c.name, bash_action(c.operands));
  }
  text += fmt::format("    ,-*) _saltus_words {};;\n", quoted(joined(common)));
  text += fmt::format("    *) _saltus_words {};;\n", quoted(joined(commands)));
  return text + "  esac\n}\n\ncomplete -F _saltus saltus\n";
}

// ---- zsh

/// Texts inside the brackets and after the colons of _arguments.
std::string zsh_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string zsh_action(const Completions& c) {
  if (!c.words.empty() && c.list) return fmt::format("_values -s , word {}", joined(c.words));
  if (!c.words.empty() && !has_files(c)) return fmt::format("({})", joined(c.words));
  if (!c.extensions.empty()) return fmt::format("_files -g \"*.({})\"", joined(c.extensions, "|"));
  return c.any_file ? "_files" : " ";
}

std::string zsh_flags(const std::vector<FlagWords>& flags) {
  std::string text;
  for (const FlagWords& f : flags) {
    for (const std::string& name : f.names) {
      const std::string spec =
          fmt::format("*{}{}[{}]", name, f.takes_value ? name.starts_with("--") ? "=" : "+" : "", zsh_text(f.description));
      text += fmt::format("    {} \\\n", quoted(f.takes_value ? fmt::format("{}:value:{}", spec, zsh_action(f.value)) : spec));
    }
  }
  return text;
}

std::string zsh_script(const ProgramWords& program) {
  std::string text = R"(#compdef saltus
# Completion of saltus in zsh. Put it into a folder of $fpath:
#   saltus completion zsh > ~/.zfunc/_saltus
# or try it: source <(saltus completion zsh)

_saltus() {
  local context state line
  typeset -A opt_args
  local -a commands
  commands=(
)";
  for (const CommandWords& c : program.commands)
    text += fmt::format("    {}\n", quoted(fmt::format("{}:{}", c.name, zsh_text(c.description))));
  text += "  )\n  _arguments -C \\\n" + zsh_flags(program.flags);
  text += "    '1: :->command' \\\n    '*:: :->arguments'\n";
  text += "  case $state in\n    command) _describe command commands; return;;\n  esac\n  case $words[1] in\n";
  for (const CommandWords& c : program.commands) {
    text += fmt::format("    {}) _arguments \\\n{}{}", c.name, zsh_flags(c.flags), zsh_flags(program.flags));
    text += fmt::format("    {};;\n", quoted(fmt::format("*:operand:{}", zsh_action(c.operands))));
  }
  return text + "  esac\n}\n\nif [[ $funcstack[1] == _saltus ]]; then _saltus \"$@\"; else compdef _saltus saltus; fi\n";
}

// ---- fish

std::string fish_value(const Completions& c) {
  if (c.any_file) return " -r -F";
  std::string text = " -x";
  if (!c.words.empty()) text += fmt::format(" -a {}", quoted(joined(c.words)));
  for (const std::string& e : c.extensions) text += fmt::format(" -a '(__fish_complete_suffix .{})'", e);
  return text;
}

std::string fish_flags(const std::vector<FlagWords>& flags, const std::string& condition) {
  std::string text;
  for (const FlagWords& f : flags) {
    std::string names;
    for (const std::string& n : f.names)
      names += n.starts_with("--") ? fmt::format(" -l {}", n.substr(2)) : fmt::format(" -s {}", n.substr(1));
    text += fmt::format("complete -c saltus{}{}{} -d {}\n", condition, names, f.takes_value ? fish_value(f.value) : "",
                        quoted(f.description));
  }
  return text;
}

std::string fish_script(const ProgramWords& program) {
  std::string text = R"(# Completion of saltus in fish. Put it where fish finds it:
#   saltus completion fish > ~/.config/fish/completions/saltus.fish
complete -c saltus -f
)";
  text += fish_flags(program.flags, "");
  for (const CommandWords& c : program.commands) {
    text += fmt::format("complete -c saltus -n __fish_use_subcommand -a {} -d {}\n", c.name, quoted(c.description));
    const std::string seen = fmt::format(" -n '__fish_seen_subcommand_from {}'", c.name);
    text += fish_flags(c.flags, seen);
    if (!c.operands.words.empty()) text += fmt::format("complete -c saltus{} -a {}\n", seen, quoted(joined(c.operands.words)));
    for (const std::string& e : c.operands.extensions)
      text += fmt::format("complete -c saltus{} -a '(__fish_complete_suffix .{})'\n", seen, e);
    if (c.operands.any_file) text += fmt::format("complete -c saltus{} -F\n", seen);
  }
  return text;
}

}  // namespace

const std::vector<std::string>& shell_names() {
  static const std::vector<std::string> names = {"bash", "zsh", "fish"};
  return names;
}

std::string completion_script(const ProgramWords& program, const std::string& shell) {
  if (shell == "zsh") return zsh_script(program);
  return shell == "fish" ? fish_script(program) : bash_script(program);
}

}  // namespace saltus::cli
