#include "number/mpfr.hpp"
#include "sim/run_typed.hpp"

namespace saltus {

RunResult run_mpfr(CompiledTuples& tuples, const RunOptions& options) {
  const PrecisionScope scope(options.precision);
  return run_typed<Mpfr>(tuples, options);
}

}  // namespace saltus
