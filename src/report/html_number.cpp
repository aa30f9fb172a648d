#include "report/html_number.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/html.hpp"
#include "report/unit_text.hpp"

namespace saltus {

namespace {

constexpr int digits = 7;
constexpr double fewest_units = 1000;  // of the last decimal in the smallest number: three digits

bool is_decimal(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789.eE+-") == std::string_view::npos &&
         text.find_first_of("0123456789") != std::string_view::npos;
}

/// Are all values whole multiples of 10^-decimals?
bool fits(const std::vector<double>& values, int decimals) {
  const double unit = std::pow(10.0, decimals);
  return std::ranges::all_of(values, [&](double x) {
    return std::isnan(x) || std::abs(x * unit - std::round(x * unit)) <= 1e-9 * std::abs(x * unit);
  });
}

}  // namespace

std::string html_number(std::string_view decimal) {
  if (!is_decimal(decimal)) return html_escaped(decimal);
  const auto e = decimal.find_first_of("eE");
  std::string mantissa(decimal.substr(0, e));
  if (mantissa.starts_with('-')) mantissa.replace(0, 1, "−");
  if (e == std::string_view::npos) return mantissa;
  const int exponent = std::atoi(std::string(decimal.substr(e + 1)).c_str());
  return fmt::format("{}·10{}", mantissa, superscript(exponent));
}

std::vector<std::string> html_column(const std::vector<double>& values) {
  double most = 0, least = INFINITY;
  for (const double x : values) {
    if (!std::isfinite(x) || x == 0) continue;
    most = std::max(most, std::abs(x));
    least = std::min(least, std::abs(x));
  }
  const int before = most >= 1 ? static_cast<int>(std::floor(std::log10(most))) + 1 : 0;
  const int full =
      most == 0 ? 0 : std::max(0, digits - (most >= 1 ? before : static_cast<int>(std::floor(std::log10(most))) + 1));
  int decimals = 0;
  while (decimals < full && !fits(values, decimals)) ++decimals;
  const bool exact = fits(values, decimals);
  const bool fixed = most < 1e9 && decimals <= 9 && (exact || least * std::pow(10.0, decimals) >= fewest_units);
  std::vector<std::string> texts;
  for (const double x : values) {
    if (std::isnan(x)) {
      texts.emplace_back();
    } else {
      texts.push_back(html_number(fixed ? fmt::format("{:.{}f}", x, decimals) : fmt::format("{:.6g}", x)));
    }
  }
  return texts;
}

}  // namespace saltus
