#pragma once
// Numbers that a message sets side by side.

#include <string>
#include <utility>

namespace saltus {

/// Both with six digits; where these are the same, with one more than they need to look different. Equal numbers look equal.
[[nodiscard]] std::pair<std::string, std::string> told_apart(double a, double b);

}  // namespace saltus
