#include "program.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <stdexcept>

namespace saltus::bench {
namespace {

[[noreturn]] void become_program(const std::vector<std::string>& arguments, int output, int most_seconds) {
  const auto seconds = static_cast<rlim_t>(most_seconds);
  const rlimit limit{seconds, seconds};
  setrlimit(RLIMIT_CPU, &limit);
  dup2(output, STDOUT_FILENO);
  if (const int nowhere = open("/dev/null", O_WRONLY); nowhere >= 0) dup2(nowhere, STDERR_FILENO);
  std::string program = SALTUS_BENCH_PROGRAM;
  std::vector<char*> texts = {program.data()};
  for (const std::string& a : arguments) texts.push_back(const_cast<char*>(a.c_str()));
  texts.push_back(nullptr);
  execv(program.c_str(), texts.data());
  _exit(127);
}

/// To the end; what is beyond a megabyte is dropped.
std::string read_all(int from) {
  std::string text;
  std::array<char, 4096> part;
  for (ssize_t n; (n = read(from, part.data(), part.size())) > 0;)
    if (text.size() < 1'000'000) text.append(part.data(), static_cast<std::size_t>(n));
  return text;
}

double seconds(const timeval& t) { return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec); }

}  // namespace

ProgramRun run_program(const std::vector<std::string>& arguments, int most_seconds) {
  std::array<int, 2> ends;
  if (pipe(ends.data()) != 0) throw std::runtime_error("no pipe for the output of saltus");
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("cannot start saltus");
  if (child == 0) become_program(arguments, ends[1], most_seconds);
  close(ends[1]);
  ProgramRun run;
  run.output = read_all(ends[0]);
  close(ends[0]);
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  run.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  run.too_long = WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL);
  run.processor_seconds = seconds(usage.ru_utime) + seconds(usage.ru_stime);
  run.megabytes = static_cast<double>(usage.ru_maxrss) / 1024;
  return run;
}

}  // namespace saltus::bench
