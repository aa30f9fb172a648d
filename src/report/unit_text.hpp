#pragma once
// Units of models ("m/s2", "N.m", "Ohm") as they are printed: m/s², N·m, Ω.

#include <string>
#include <string_view>

namespace saltus {

/// Digits as superscripts: -3 is "⁻³".
[[nodiscard]] std::string superscript(int number);

/// "" for no unit and for "1".
[[nodiscard]] std::string unit_symbol(std::string_view unit);

/// The unit of numbers divided by 10^exponent (a multiple of 3, from -24 to 24): with the prefix, "µA", where the unit is one symbol that
/// takes prefixes; else with the power, "10⁻⁶ rad/s".
[[nodiscard]] std::string scaled_unit(std::string_view unit, int exponent);

}  // namespace saltus
