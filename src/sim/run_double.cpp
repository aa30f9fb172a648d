#include "sim/run_typed.hpp"

namespace saltus {

template class HybridRun<double, TaylorStepper<double>>;

}  // namespace saltus
