#include "sim/run_typed.hpp"

namespace saltus {

RunResult run_double(const CompiledModel& compiled, const RunOptions& options) { return run_typed<double>(compiled, options); }

}  // namespace saltus
