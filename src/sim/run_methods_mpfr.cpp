#include "number/mpfr.hpp"
#include "sim/run_typed.hpp"

namespace saltus {

RunResult run_by_method(CompiledTuples& tuples, const Settings<Mpfr>& settings) {
  return run_with(tuples, settings, MethodStepper<Mpfr>(settings, changes_solver(tuples.model())));
}

}  // namespace saltus
