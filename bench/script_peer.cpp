#include "script_peer.hpp"

#include <sys/wait.h>

#include <cstdio>
#include <memory>
#include <sstream>
#include <stdexcept>

#include <fmt/format.h>

namespace saltus::bench {
namespace {

constexpr int most_seconds = 60;

std::string output_of(const std::string& product, const std::string& line) {
  std::FILE* const pipe = popen(line.c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("cannot start " + product);
  std::string text;
  char part[4096];
  while (std::fgets(part, sizeof part, pipe) != nullptr) text += part;
  const int status = pclose(pipe);
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  if (code == 77 || code == 127) throw std::runtime_error(product + " is not installed");
  if (code != 0) throw std::runtime_error(fmt::format("its script ended with exit code {}", code));
  return text;
}

}  // namespace

ScriptRun run_c7_script(const std::string& product, const std::string& command, const std::string& script, double tolerance,
                        int repetitions) {
  std::istringstream text(output_of(product, fmt::format("timeout {} {} '" SALTUS_BENCH_PEERS "/{}' {} {} 2>/dev/null",
                                                         most_seconds, command, script, tolerance, repetitions)));
  ScriptRun run;
  if (!(text >> run.seconds >> run.trajectory.steps >> run.trajectory.phi >> run.trajectory.w))
    throw std::runtime_error("its script printed no result");
  for (double time; text >> time;) run.trajectory.add_event(time);
  return run;
}

Contender c7_script(std::string name, const std::string& product, const std::string& command, const std::string& script,
                    double tolerance, int repetitions) {
  auto last = std::make_shared<ScriptRun>();
  return {.name = std::move(name),
          .role = Role::peer,
          .run =
              [=] {
                *last = run_c7_script(product, command, script, tolerance, repetitions);
                return last->seconds;
              },
          .judge = [last] { return c7::judge(last->trajectory); },
          .most_repetitions = 1};
}

}  // namespace saltus::bench
