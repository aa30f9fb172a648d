// With d_k = f(x + k h) - f(x - k h). Second order: d_1/2h. Sixth order: (45 d_1 - 9 d_2 + d_3)/60h; its error is told by its distance
// from that of fourth order, (8 d_1 - d_2)/12h, which is wrong by some h^2 times less at the next order, and by the rounding of f. The
// points are moved together where a bound is near: the derivative is then taken at a point up to 3h away from x.

#include "study/differences.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace saltus {
namespace {

/// Relative to the scale of the unknown: errors of the difference and of the runs, about 1e-13, are then alike.
constexpr double step_of(DifferenceOrder order) { return order == DifferenceOrder::second ? 3e-5 : 2e-3; }
constexpr double rounding = 0x1p-52;

struct Stencil {
  double step;                 // a power of two times the bits of x: x + step is exact
  std::vector<double> places;  // of the unknown
};

Stencil stencil(const Unknown& u, double x, DifferenceOrder order) {
  const double reach = order == DifferenceOrder::second ? 1 : 3;
  double step = step_of(order) * scale_of(u, x);
  if (u.bracketed()) step = std::min(step, (u.high - u.low) / (2 * reach));
  const double centre = std::clamp(x, u.low + reach * step, u.high - reach * step);
  Stencil s{step, {centre - step, centre + step}};
  for (int k = 2; k <= static_cast<int>(reach); ++k) s.places.insert(s.places.end(), {centre - k * step, centre + k * step});
  for (double& place : s.places) place = inside(u, place);
  return s;
}

struct Slope {
  double value, error;
};

Slope slope(const Stencil& s, double relative, const std::vector<const Evaluation*>& f, std::size_t i) {
  const auto d = [&](std::size_t k) { return f[2 * k - 1]->values[i] - f[2 * k - 2]->values[i]; };
  const double size = std::max(std::abs(f[0]->values[i]), std::abs(f[1]->values[i])), rounded = rounding * size / s.step;
  if (f.size() == 2) return {d(1) / (s.places[1] - s.places[0]), rounded};
  const double sixth = (45 * d(1) - 9 * d(2) + d(3)) / (60 * s.step), fourth = (8 * d(1) - d(2)) / (12 * s.step);
  return {sixth, 10 * relative * relative * std::abs(sixth - fourth) + rounded};
}

}  // namespace

Derivatives differences(CountedRuns& runs, const std::vector<Unknown>& unknowns, const Candidate& at, std::size_t size,
                        DifferenceOrder order) {
  std::vector<Stencil> stencils;
  std::vector<Candidate> candidates;
  for (std::size_t j = 0; j < unknowns.size(); ++j) {
    stencils.push_back(stencil(unknowns[j], at[j], order));
    for (const double place : stencils[j].places) {
      candidates.push_back(at);
      candidates.back()[j] = place;
    }
  }
  const std::vector<Evaluation> found = runs.all(candidates);
  runs.note_differences();
  Derivatives result;
  for (std::size_t k = 0; k < found.size(); ++k) {
    const std::string where = describe(unknowns, candidates[k]);
    if (!found[k].good()) return {.failure = fmt::format("at {} {}", where, found[k].failure)};
    if (found[k].values.size() != size) {
      return {.failure = fmt::format("at {} there are {} values, not {}", where, found[k].values.size(), size)};
    }
  }
  for (std::size_t j = 0, k = 0; j < unknowns.size(); ++j) {
    std::vector<const Evaluation*> beside;
    for (std::size_t i = 0; i < stencils[j].places.size(); ++i) beside.push_back(&found[k++]);
    std::vector<double>& column = result.by_unknown.emplace_back();
    std::vector<double>& errors = result.errors.emplace_back();
    const double relative = stencils[j].step / scale_of(unknowns[j], at[j]);
    for (std::size_t i = 0; i < size; ++i) {
      const Slope found_slope = slope(stencils[j], relative, beside, i);
      column.push_back(found_slope.value);
      errors.push_back(found_slope.error);
    }
  }
  return result;
}

Derivatives derivatives(CountedRuns& runs, const std::vector<Unknown>& unknowns, const Candidate& at, std::size_t size,
                        DifferenceOrder order) {
  if (std::optional<Derivatives> exact = runs.exact(at, size)) return *std::move(exact);
  return differences(runs, unknowns, at, size, order);
}

}  // namespace saltus
