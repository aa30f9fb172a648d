#include "sim/run_typed.hpp"

namespace saltus {

template class HybridRun<double, TaylorStepper<double>>;

RunResult run_double(const CompiledModel& compiled, const RunOptions& options) { return run_typed<double>(compiled, options); }

}  // namespace saltus
