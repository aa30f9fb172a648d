#include "program.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <stdexcept>

namespace saltus {

namespace {

[[noreturn]] void become(const std::filesystem::path& folder, std::vector<char*> words, Program::Limits limits,
                         const std::string& output) {
  const int file = open((folder / output).c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (file < 0 || dup2(file, STDOUT_FILENO) < 0 || dup2(file, STDERR_FILENO) < 0) _exit(126);
  if (limits.file_size > 0) {
    const rlimit limit{limits.file_size, limits.file_size};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  if (chdir(folder.c_str()) == 0) execv(words[0], words.data());
  _exit(127);
}

}  // namespace

Program::Program(const std::filesystem::path& folder, const std::vector<std::string>& words, Limits limits,
                 const std::string& output) {
  std::vector<char*> pointers;
  for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  pid_ = fork();
  if (pid_ == 0) become(folder, pointers, limits, output);
  handle_ = static_cast<int>(syscall(SYS_pidfd_open, pid_, 0));
  if (pid_ < 0 || handle_ < 0) throw std::runtime_error("cannot start " + words[0]);
}

Program::~Program() {
  if (!result_) {
    send(SIGKILL);
    wait();
  }
  close(handle_);
}

std::optional<int> Program::wait(int milliseconds) {
  if (result_) return result_;
  pollfd handle{handle_, POLLIN, 0};
  if (poll(&handle, 1, milliseconds) <= 0) return std::nullopt;
  int status = 0;
  waitpid(pid_, &status, 0);
  result_ = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  return result_;
}

int Program::wait() {
  while (!wait(-1)) {
  }
  return *result_;
}

void Program::send(int signal) { kill(pid_, signal); }

}  // namespace saltus
