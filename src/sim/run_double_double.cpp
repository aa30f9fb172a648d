#include "sim/run_double_double.hpp"

#include "solve/magnitude_double_double.hpp"  // before the templates that use it

#include "sim/run_typed.hpp"

namespace saltus {

RunResult run_double_double(CompiledTuples& tuples, const RunOptions& options, Observer<DoubleDouble>* observer) {
  Settings<DoubleDouble> settings = make_settings<DoubleDouble>(options, tuples.model());
  settings.observer = observer;
  return run_with(tuples, settings, TaylorStepper<DoubleDouble>(settings.tolerance));
}

}  // namespace saltus
