#pragma once
// The ball with dynamic contact by SUNDIALS CVODE, as its users write it: one right-hand side for each phase, analytic Jacobian, root
// finding, and a restart at every event.

#include "contact_case.hpp"

namespace saltus::bench::contact {

enum class Method { bdf, adams };

/// `tolerance` is relative; the absolute ones are `tolerance` times `floor`, which has to resolve the depth of the ball at rest. Throws
/// std::runtime_error if CVODE fails.
Trajectory by_cvode(Method method, double tolerance, double floor);

}  // namespace saltus::bench::contact
