#include <charconv>
#include <cmath>

#include "number/number.hpp"

namespace saltus {

std::string NumberTraits<double>::text(double x) {
  if (std::isnan(x)) return "NaN";
  if (std::isinf(x)) return x > 0 ? "Infinity" : "-Infinity";
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, x).ptr;
  return {buffer, end};
}

}  // namespace saltus
