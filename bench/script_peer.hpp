#pragma once
// Peers that are scripts for programs which may not be installed: Octave, Python with SciPy or heyoka.

#include <string>

#include "c7_case.hpp"

namespace saltus::bench {

struct ScriptRun {
  double seconds = 0;  ///< the least of its repetitions, as the script measured it
  c7::Trajectory trajectory;
};

/// `command` is what runs scripts ("python3"), `script` is below peers/. Its output: seconds, steps, phi, w, times of events. Throws
/// std::runtime_error if `product` is not installed (exit code 77 or 127) or the script fails.
ScriptRun run_c7_script(const std::string& product, const std::string& command, const std::string& script, double tolerance,
                        int repetitions);

/// Runs it once; its repetitions are inside.
Contender c7_script(std::string name, const std::string& product, const std::string& command, const std::string& script,
                    double tolerance, int repetitions);

}  // namespace saltus::bench
