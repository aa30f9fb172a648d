#include "study/search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "result/run_result.hpp"

namespace saltus {

double inside(const Unknown& u, double x) { return std::clamp(x, u.low, u.high); }

double start_of(const Unknown& u) {
  if (!std::isnan(u.guess)) return inside(u, u.guess);
  return u.bracketed() ? std::midpoint(u.low, u.high) : inside(u, 0);
}

double scale_of(const Unknown& u, double x) {
  const double range = u.bracketed() ? 1e-2 * u.high - 1e-2 * u.low : 0;
  const double size = std::max({std::abs(x), range, std::isnan(u.guess) ? 0 : 1e-2 * std::abs(u.guess)});
  return size > 0 ? size : 1;
}

std::string describe(const std::vector<Unknown>& unknowns, const Candidate& values) {
  std::string text;
  for (std::size_t i = 0; i < unknowns.size(); ++i) {
    text += (i > 0 ? ", " : "") + unknowns[i].name + " = " + number_text(values[i]);
  }
  return text;
}

std::string measured_text(double x) { return fmt::format("{:.10g}", x); }

}  // namespace saltus
