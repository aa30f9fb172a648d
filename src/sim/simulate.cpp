#include "sim/simulate.hpp"

#include "sim/run_typed.hpp"

namespace saltus {

RunResult simulate(const CompiledModel& compiled, const RunOptions& options) {
  return options.precision == 0 ? run_double(compiled, options) : run_mpfr(compiled, options);
}

}  // namespace saltus
