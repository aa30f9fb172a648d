#pragma once
// The program `saltus` as a process of its own.

#include <string>
#include <vector>

namespace saltus::bench {

struct ProgramRun {
  int exit_code = -1;  ///< -1: it was ended by a signal
  bool too_long = false;
  double processor_seconds = 0;
  double megabytes = 0;  ///< the most memory it had
  std::string output;    ///< the first megabyte of what it printed
};

/// Runs `saltus` with these arguments, for at most so many seconds of processor time. Throws std::runtime_error if it cannot be started.
ProgramRun run_program(const std::vector<std::string>& arguments, int most_seconds);

}  // namespace saltus::bench
