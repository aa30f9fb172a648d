#include "workspace.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace {

std::string content(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

Workspace::Workspace(std::filesystem::path program, std::filesystem::path models) {
  std::string pattern = (std::filesystem::temp_directory_path() / "saltus-test-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("cannot make a directory like " + pattern);
  root_ = pattern;
  work_ = root_ / "files";
  std::filesystem::create_directories(work_);
  std::filesystem::create_directories(root_ / "bin");
  std::filesystem::create_symlink(std::filesystem::absolute(program), root_ / "bin" / "saltus");
  setenv("PATH", ((root_ / "bin").string() + ":" + std::getenv("PATH")).c_str(), 1);
  setenv("MODELS", std::filesystem::absolute(models).c_str(), 1);
  setenv("LC_ALL", "C", 1);
  unsetenv("NO_COLOR");
}

Workspace::~Workspace() {
  std::error_code ignored;
  std::filesystem::remove_all(root_, ignored);
}

void Workspace::write(const std::string& name, const std::string& text) const {
  const auto file = work_ / name;
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << text;
}

int Workspace::shell(const std::string& command) const {
  const std::string line = "cd '" + work_.string() + "' && { " + command;
  const int status = std::system(line.c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

Output Workspace::run(const std::string& command) const {
  const int code = shell(command + "\n} </dev/null >../out 2>../err");
  return {code, content(root_ / "out"), content(root_ / "err")};
}

std::string Workspace::run_merged(const std::string& command) const {
  shell(command + "\n} </dev/null >../out 2>&1");
  return content(root_ / "out");
}
