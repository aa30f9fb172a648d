#include "sim/run_typed.hpp"

namespace saltus {

RunResult run_by_method(CompiledTuples& tuples, const Settings<double>& settings) {
  return run_with(tuples, settings, MethodStepper<double>(settings, changes_solver(tuples.model())));
}

}  // namespace saltus
