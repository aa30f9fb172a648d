#pragma once
// C12 by a hand-written loop from hit to hit, in positions and velocities.

#include <vector>

#include "c12_case.hpp"

namespace saltus::bench::c12 {

std::vector<Row> by_positions(const std::vector<double>& restitutions);
/// The same with 113 bits.
std::vector<Row> exact(const std::vector<double>& restitutions);

}  // namespace saltus::bench::c12
