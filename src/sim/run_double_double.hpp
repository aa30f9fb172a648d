#pragma once
// Runs in pairs of doubles: about 31 digits (number/double_double.hpp).

#include "sim/simulate.hpp"

namespace saltus {

class DoubleDouble;

/// By Taylor series. The observers of the options are not called.
RunResult run_double_double(CompiledTuples& tuples, const RunOptions& options, Observer<DoubleDouble>* observer = nullptr);

}  // namespace saltus
