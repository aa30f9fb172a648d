#include "sim/run_typed.hpp"

namespace saltus {

RunResult run_by_method(const CompiledModel& compiled, const Settings<double>& settings) {
  return run_with(compiled, settings, MethodStepper<double>(settings));
}

}  // namespace saltus
