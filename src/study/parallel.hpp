#pragma once
// The same work for many indices on several threads.

#include <cstdint>
#include <functional>

namespace saltus {

struct ParallelWork {
  std::uint64_t count = 0;
  std::function<void(std::uint64_t)> body;            ///< called once for each index from 0 to count - 1, from any thread
  std::function<bool()> stop = [] { return false; };  ///< asked before each index, from any thread; true: no further ones
  std::function<void()> tick = [] {};  ///< called by the caller's thread about ten times a second, and at the end
};

/// Returns when all indices are done, or after `stop`. What a body throws ends the work and is thrown here.
/// A single index is done by the caller's own thread.
void run_parallel(const ParallelWork& work, unsigned jobs);

/// `jobs`, or the number of cores if it is 0.
[[nodiscard]] unsigned job_count(unsigned jobs);

}  // namespace saltus
