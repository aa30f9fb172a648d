#pragma once
// Kinks whose side changes nothing: those of a drag whose coefficient is zero.

#include <cstdint>
#include <span>

#include "compile/compiled_model.hpp"

namespace saltus {

/// Does the side on which `guard`, a kink, is reach neither the motion nor other guards nor what events do? `degrees`: of all slots
/// (compile/polynomial_degrees.hpp).
[[nodiscard]] bool is_idle_kink(const CompiledModel& compiled, const CompiledGuard& guard,
                                std::span<const std::int8_t> degrees);

}  // namespace saltus
