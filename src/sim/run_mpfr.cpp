#include "number/mpfr.hpp"
#include "sim/run_typed.hpp"

namespace saltus {

RunResult run_mpfr(CompiledTuples& tuples, const RunOptions& options) {
  const PrecisionScope scope(options.precision);
  const Settings<Mpfr> settings = make_settings<Mpfr>(options, tuples.model());
  if (!is_by_series(settings, tuples.model())) return run_by_method(tuples, settings);
  return run_with(tuples, settings, TaylorStepper<Mpfr>(settings.tolerance));
}

}  // namespace saltus
