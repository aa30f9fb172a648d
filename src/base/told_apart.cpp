#include "base/told_apart.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace saltus {

namespace {

constexpr int usual = 6, all = 17;

std::pair<std::string, std::string> with_digits(double a, double b, int digits) {
  return {fmt::format("{:.{}g}", a, digits), fmt::format("{:.{}g}", b, digits)};
}

}  // namespace

std::pair<std::string, std::string> told_apart(double a, double b) {
  for (int digits = usual; digits <= all && a != b; ++digits) {
    const auto texts = with_digits(a, b, digits);
    if (texts.first == texts.second) continue;
    return digits == usual ? texts : with_digits(a, b, std::min(digits + 1, all));
  }
  return with_digits(a, b, usual);
}

}  // namespace saltus
