#pragma once
// The RLC circuit by SUNDIALS IDA, as its users write it: three residuals with an analytic dense Jacobian, and root finding.

#include "rlc_case.hpp"

namespace saltus::bench::rlc {

/// `tolerance` is relative; the absolute ones are `tolerance` times the size of each variable. Throws std::runtime_error if IDA fails.
Trajectory by_ida(const Case& c, double tolerance);

}  // namespace saltus::bench::rlc
