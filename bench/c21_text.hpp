#pragma once
// The circuit and the ball of C21 from their model texts, by the public interface: loaded once, and compiled anew where parameters are set.

#include <string>

#include "contact_case.hpp"
#include "rlc_case.hpp"

namespace saltus::bench {

namespace rlc {
/// A model of models/argesim/c21 with the variables i, uC, uD, whose only events are the changes of the diode.
Trajectory from_text(const Case& c, const std::string& file, double tolerance);
}  // namespace rlc

namespace contact {
Trajectory from_text(const std::string& file, const std::string& solver, double tolerance);
}  // namespace contact

}  // namespace saltus::bench
