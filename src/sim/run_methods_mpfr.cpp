#include "number/mpfr.hpp"
#include "sim/run_typed.hpp"

namespace saltus {

RunResult run_by_method(const CompiledModel& compiled, const Settings<Mpfr>& settings) {
  return run_with(compiled, settings, MethodStepper<Mpfr>(settings));
}

}  // namespace saltus
