#include "sim/run_typed.hpp"

namespace saltus {

template class HybridRun<double, TaylorStepper<double>>;

RunResult run_double(CompiledTuples& tuples, const RunOptions& options) { return run_typed<double>(tuples, options); }

}  // namespace saltus
