#include "number/mpfr.hpp"
#include "sim/run_typed.hpp"

namespace saltus {

RunResult run_mpfr(const CompiledModel& compiled, const RunOptions& options) {
  const PrecisionScope scope(options.precision);
  return run_typed<Mpfr>(compiled, options);
}

}  // namespace saltus
