#pragma once
// Many pendulums of C7 by a hand-written Taylor program in lanes with refill: the ceiling for ensembles.

#include <span>

#include "c7_copies_case.hpp"

namespace saltus::bench::c7 {

/// Error as taylor_middle. As many lanes as the name says; the processor has to have the instructions.
CopyCounts two_lanes(std::span<const double> angles, std::span<Copy> copies);    // SSE2
CopyCounts four_lanes(std::span<const double> angles, std::span<Copy> copies);   // AVX2
CopyCounts eight_lanes(std::span<const double> angles, std::span<Copy> copies);  // AVX-512

}  // namespace saltus::bench::c7
