#include "study/search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "result/run_result.hpp"

namespace saltus {

namespace {

constexpr int most_refusals = 3;  // then differences are taken without asking again
constexpr double rounding = 0x1p-52;

}  // namespace

std::optional<Derivatives> CountedRuns::exact(const Candidate& at, std::size_t size) {
  if (!differentiate_ || refused_ == most_refusals) return std::nullopt;
  Derivatives found = differentiate_(at);
  derivatives_.runs += found.runs;
  for (const std::vector<double>& column : found.by_unknown) {
    if (column.size() != size && found.failure.empty()) found.failure = "the run with derivatives has other values";
    std::vector<double>& errors = found.errors.emplace_back();
    for (const double slope : column) errors.push_back(rounding * std::abs(slope));
  }
  if (found.failure.empty()) {
    ++derivatives_.exact;
    return found;
  }
  ++refused_;
  derivatives_.reason = found.failure;
  return std::nullopt;
}

std::string text_of(const DerivativeUse& use) {
  const std::string reason = use.reason.empty() ? "" : ": " + use.reason;
  if (use.exact > 0 && use.by_differences > 0)
    return fmt::format("derivatives exact at {} place{}, by differences at {}{}", use.exact, use.exact == 1 ? "" : "s",
                       use.by_differences, reason);
  if (use.exact > 0) return "derivatives exact";
  if (use.by_differences > 0) return "derivatives by differences" + reason;
  return reason.empty() ? "" : "without derivatives" + reason;
}

std::string with_derivatives(const DerivativeUse& use) {
  return use.runs == 0 ? "" : fmt::format(" and {} with derivatives", use.runs);
}

double inside(const Unknown& u, double x) { return std::clamp(x, u.low, u.high); }

double start_of(const Unknown& u) {
  if (!std::isnan(u.guess)) return inside(u, u.guess);
  return u.bracketed() ? std::midpoint(u.low, u.high) : inside(u, 0);
}

Candidate start_of(const std::vector<Unknown>& unknowns) {
  Candidate start;
  for (const Unknown& u : unknowns) start.push_back(start_of(u));
  return start;
}

double scale_of(const Unknown& u, double x) {
  const double range = u.bracketed() ? 1e-2 * u.high - 1e-2 * u.low : 0;
  const double size = std::max({std::abs(x), range, std::isnan(u.guess) ? 0 : 1e-2 * std::abs(u.guess)});
  return size > 0 ? size : 1;
}

double length_of(const std::vector<Unknown>& unknowns, const std::vector<double>& x, const std::vector<double>& step) {
  double most = 0;
  for (std::size_t j = 0; j < x.size(); ++j) most = std::max(most, std::abs(step[j]) / scale_of(unknowns[j], x[j]));
  return most;
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
