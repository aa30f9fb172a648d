#pragma once
// A directory of its own for one test, removed at the end, and commands run in it.

#include <filesystem>
#include <string>

struct Output {
  int exit_code = 0;  ///< 128 + n for signal n
  std::string out;
  std::string err;
};

class Workspace {
 public:
  /// `program` is called `saltus` in commands; `models` is $MODELS.
  Workspace(std::filesystem::path program, std::filesystem::path models);
  ~Workspace();
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  void write(const std::string& name, const std::string& text) const;
  /// A line of shell.
  [[nodiscard]] Output run(const std::string& command) const;
  /// Both streams in the order of writing, for pages of the tutorial.
  [[nodiscard]] std::string run_merged(const std::string& command) const;

 private:
  int shell(const std::string& command) const;
  std::filesystem::path root_, work_;
};
