#include "sim/simulate.hpp"

#include "sim/run_typed.hpp"

namespace saltus {

RunResult simulate(CompiledTuples& tuples, const RunOptions& options) {
  return options.precision == 0 ? run_double(tuples, options) : run_mpfr(tuples, options);
}

}  // namespace saltus
