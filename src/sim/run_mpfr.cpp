#include "number/mpfr.hpp"
#include "sim/run_typed.hpp"

namespace saltus {

RunResult run_mpfr(CompiledTuples& tuples, const RunOptions& options) {
  const PrecisionScope scope(options.precision);
  const Settings<Mpfr> settings = make_settings<Mpfr>(options, tuples.model());
  if (!is_by_series(settings, tuples.model())) return run_by_method(tuples, settings);
  const auto begin = std::chrono::steady_clock::now();
  const std::optional<IslandPlan> islands = find_islands(tuples);
  HybridRun<Mpfr, TaylorStepper<Mpfr>> run(tuples, settings,
                                           TaylorStepper<Mpfr>(settings.tolerance, islands ? islands->order() : 0));
  if (islands) run.use_islands(*islands);
  return result_of(run, settings, begin);
}

}  // namespace saltus
