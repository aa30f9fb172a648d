#include "sim/run_dual.hpp"

#include "number/dual.hpp"
#include "sim/run_typed.hpp"

namespace saltus {

RunResult run_dual(CompiledTuples& tuples, const RunOptions& options, const Seed& seed, Observer<Dual<double>>* observer) {
  Settings<Dual<double>> settings = make_settings<Dual<double>>(options, tuples.model());
  settings.observer = observer;
  if (seed.start_time) settings.start = {settings.start.v(), 1};
  if (seed.input) settings.inputs[*seed.input] = {settings.inputs[*seed.input].v(), 1};
  return run_with(tuples, settings, TaylorStepper<Dual<double>>(settings.tolerance));
}

}  // namespace saltus
