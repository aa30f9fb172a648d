#pragma once
// Degree analysis: which quantities of a model are polynomials in time between events, whatever the values.

#include <cstdint>
#include <vector>

#include "compile/compiled_model.hpp"

namespace saltus {

inline constexpr std::int8_t not_polynomial = 127;

/// By slot: the degree in time of what the slot holds between events (-1: always zero), or not_polynomial.
[[nodiscard]] std::vector<std::int8_t> polynomial_degrees(const CompiledModel& compiled);

}  // namespace saltus
