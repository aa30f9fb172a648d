#pragma once
// Places in a row, for messages.

#include <string>

namespace saltus {

/// "1st", "2nd", "3rd", "4th", "11th", "21st", "111th". Precondition: n >= 0.
[[nodiscard]] inline std::string ordinal(int n) {
  const int last = n % 10;
  const bool is_teen = n / 10 % 10 == 1;
  const char* suffix = is_teen ? "th" : last == 1 ? "st" : last == 2 ? "nd" : last == 3 ? "rd" : "th";
  return std::to_string(n) + suffix;
}

}  // namespace saltus
