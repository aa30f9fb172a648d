// Runs tests written as text: run_tests --saltus PROGRAM --models FOLDER [--accept] FILE...
//
// A .test file is a sentence, then sections (CONTRIBUTING.md has an example):
//   --- file NAME        writes the body to NAME
//   --- run COMMAND      runs a line of shell, in which `saltus` is the program; the sections after it are about this run
//   --- exit N           its exit code; 0 if not stated
//   --- stdout, --- stderr   what it printed (match.hpp); not looked at if not stated
//   --- status, count, events, final, json   the run as numbers (expectations.hpp); adds `--format json` to the command
// A .md file is a page of the tutorial: blocks ```modelica file=NAME are written, in blocks ```console the lines `$ COMMAND`
// are run and what follows is compared with both streams of the output.
// With --accept, stated texts and exit codes that differ are replaced by the actual ones.

#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "document.hpp"
#include "expectations.hpp"
#include "match.hpp"
#include "workspace.hpp"

namespace {

struct Setup {
  std::filesystem::path program = "saltus";
  std::filesystem::path models = "models";
  bool accept = false;
};

std::string read(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + file.string());
  return {std::istreambuf_iterator<char>(in), {}};
}

/// "--- run saltus check a.mo" is {"run", "saltus check a.mo"}.
std::pair<std::string, std::string> heading(const Section& section) {
  std::istringstream in(section.opening.substr(std::min<std::size_t>(4, section.opening.size())));
  std::string word, rest;
  in >> word;
  std::getline(in >> std::ws, rest);
  return {word, rest};
}

/// Runs a document section by section; failures are collected, and with `accept` repaired where they can be.
class DocumentRun {
 public:
  DocumentRun(const Setup& setup, std::vector<Section>& sections)
      : setup_(setup), sections_(sections), space_(setup.program, setup.models) {}

  std::vector<std::string> test() {
    for (std::size_t i = 1; i < sections_.size(); ++i) {
      const auto [word, rest] = heading(sections_[i]);
      if (word == "file") {
        space_.write(rest, sections_[i].body);
      } else if (word == "run") {
        i = test_run(i, rest);
      } else {
        failures_.push_back("`" + sections_[i].opening + "` is no section, or stands before the first `--- run`");
      }
    }
    return failures_;
  }

  std::vector<std::string> page() {
    for (Section& section : sections_) {
      std::istringstream info(section.opening);
      std::string language, option;
      info >> language >> option;
      if (option.starts_with("file=")) space_.write(option.substr(5), section.body);
      if (language == "```console") section.body = console(section.body);
    }
    return failures_;
  }

 private:
  static bool belongs_to_run(const Section& s) {
    const std::string word = heading(s).first;
    return word == "exit" || word == "stdout" || word == "stderr" || is_numeric(s);
  }

  /// The run at section `first` and its expectations; the index of the last of them.
  std::size_t test_run(std::size_t first, std::string command) {
    std::size_t last = first;
    bool numeric = false, states_exit = false;
    while (last + 1 < sections_.size() && belongs_to_run(sections_[last + 1])) {
      ++last;
      numeric = numeric || is_numeric(sections_[last]);
      states_exit = states_exit || heading(sections_[last]).first == "exit";
    }
    if (numeric && command.find("--format") == std::string::npos) command += " --format json";
    const Output output = space_.run(command);
    for (std::size_t i = first + 1; i <= last; ++i) expect(sections_[i], command, output);
    if (!states_exit && output.exit_code != 0)
      fail(command, "exit code " + std::to_string(output.exit_code) + "\n" + output.err);
    if (setup_.accept && last == first) last = add_expectations(first, output);
    return last;
  }

  void expect(Section& section, const std::string& command, const Output& output) {
    const auto [word, rest] = heading(section);
    if (is_numeric(section)) {
      for (const std::string& message : check_numeric(section, output.out)) fail(command, message);
    } else if (word == "exit") {
      if (rest == std::to_string(output.exit_code)) return;
      if (setup_.accept)
        section.opening = "--- exit " + std::to_string(output.exit_code);
      else
        fail(command, "exit code: expected " + rest + ", actual " + std::to_string(output.exit_code) + "\n" + output.err);
    } else {
      const std::string& actual = word == "stdout" ? output.out : output.err;
      if (matches(section.body, actual)) return;
      if (setup_.accept)
        section.body = actual;
      else
        fail(command, word + "\n" + difference(section.body, actual));
    }
  }

  /// A run without expectations gets what it printed; the index of the last section added.
  std::size_t add_expectations(std::size_t run, const Output& output) {
    std::vector<Section> added;
    if (output.exit_code != 0) added.push_back({"--- exit " + std::to_string(output.exit_code), ""});
    if (!output.out.empty()) added.push_back({"--- stdout", output.out});
    if (!output.err.empty()) added.push_back({"--- stderr", output.err});
    sections_.insert(sections_.begin() + static_cast<std::ptrdiff_t>(run) + 1, added.begin(), added.end());
    if (output.exit_code != 0) failures_.pop_back();
    return run + added.size();
  }

  std::string console(const std::string& body) {
    std::string accepted, command, expected;
    const auto finish = [&] {
      if (command.empty()) return;
      const std::string actual = space_.run_merged(command);
      const bool same = matches(expected, actual);
      if (!same && !setup_.accept) fail(command, difference(expected, actual));
      accepted += "$ " + command + "\n" + (same ? expected : actual);
    };
    for (const std::string& line : lines_of(body)) {
      if (line.starts_with("$ ")) {
        finish();
        command = line.substr(2);
        expected.clear();
      } else {
        expected += line + "\n";
      }
    }
    finish();
    return accepted;
  }

  void fail(const std::string& command, const std::string& message) { failures_.push_back("$ " + command + "\n  " + message); }

  const Setup& setup_;
  std::vector<Section>& sections_;
  Workspace space_;
  std::vector<std::string> failures_;
};

bool run_file(const Setup& setup, const std::filesystem::path& file) {
  const std::string text = read(file);
  const bool is_page = file.extension() == ".md";
  std::vector<Section> sections = is_page ? split_page(text) : split_test(text);
  DocumentRun run(setup, sections);
  const auto failures = is_page ? run.page() : run.test();
  for (const std::string& failure : failures) std::printf("%s: %s\n", file.c_str(), failure.c_str());
  if (const std::string accepted = join(sections); setup.accept && accepted != text) {
    std::ofstream(file, std::ios::binary) << accepted;
    std::printf("%s: accepted\n", file.c_str());
  }
  return failures.empty();
}

}  // namespace

int main(int argc, char** argv) {
  Setup setup;
  bool passed = true;
  try {
    for (int i = 1; i < argc; ++i) {
      const std::string argument = argv[i];
      if (argument == "--saltus" && i + 1 < argc)
        setup.program = argv[++i];
      else if (argument == "--models" && i + 1 < argc)
        setup.models = argv[++i];
      else if (argument == "--accept")
        setup.accept = true;
      else
        passed = run_file(setup, argument) && passed;
    }
  } catch (const std::exception& error) {
    std::printf("%s\n", error.what());
    return 2;
  }
  return passed ? 0 : 1;
}
