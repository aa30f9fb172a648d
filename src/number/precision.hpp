#pragma once
// How precisely a run computes, as a number: decimal digits, or one of these.

#include <string>

namespace saltus {

/// In double.
inline constexpr int machine_precision = 0;
/// In pairs of doubles: about 31 digits in the range of double (number/double_double.hpp).
inline constexpr int double_double = -1;
inline constexpr const char* double_double_name = "double-double";

/// How many decimal digits that is; of double, 0.
[[nodiscard]] constexpr int digits_of(int precision) { return precision == double_double ? 31 : precision; }

/// As it is written: "40", "double-double".
[[nodiscard]] inline std::string precision_text(int precision) {
  return precision == double_double ? double_double_name : std::to_string(precision);
}

}  // namespace saltus
