// Second order: (f(x+h) - f(x-h))/2h. Fourth order: the same with 2h, extrapolated: (8 (f(x+h) - f(x-h)) - (f(x+2h) - f(x-2h)))/12h. The points
// are moved together where a bound is near: the derivative is then taken at a point up to 2h away from x.

#include "study/differences.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace saltus {
namespace {

/// Relative to the scale of the unknown: errors of the difference and of the runs, about 1e-13, are then alike.
constexpr double step_of(DifferenceOrder order) { return order == DifferenceOrder::second ? 3e-5 : 1e-3; }

struct Stencil {
  double step;                 // a power of two times the bits of x: x + step is exact
  std::vector<double> places;  // of the unknown
};

Stencil stencil(const Unknown& u, double x, DifferenceOrder order) {
  const double reach = order == DifferenceOrder::second ? 1 : 2;
  double step = step_of(order) * scale_of(u, x);
  if (u.bracketed()) step = std::min(step, (u.high - u.low) / (2 * reach));
  const double centre = std::clamp(x, u.low + reach * step, u.high - reach * step);
  Stencil s{step, {centre - step, centre + step}};
  if (reach == 2) s.places.insert(s.places.end(), {centre - 2 * step, centre + 2 * step});
  for (double& place : s.places) place = inside(u, place);
  return s;
}

double slope(const Stencil& s, const std::vector<const Evaluation*>& f, std::size_t i) {
  const double near = f[1]->values[i] - f[0]->values[i];
  if (f.size() == 2) return near / (s.places[1] - s.places[0]);
  return (8 * near - (f[3]->values[i] - f[2]->values[i])) / (12 * s.step);
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
  Derivatives result;
  for (std::size_t k = 0; k < found.size(); ++k) {
    const std::string where = describe(unknowns, candidates[k]);
    if (!found[k].good()) return {{}, fmt::format("at {} {}", where, found[k].failure)};
    if (found[k].values.size() != size) {
      return {{}, fmt::format("at {} there are {} values, not {}", where, found[k].values.size(), size)};
    }
  }
  for (std::size_t j = 0, k = 0; j < unknowns.size(); ++j) {
    std::vector<const Evaluation*> beside;
    for (std::size_t i = 0; i < stencils[j].places.size(); ++i) beside.push_back(&found[k++]);
    std::vector<double>& column = result.by_unknown.emplace_back();
    for (std::size_t i = 0; i < size; ++i) column.push_back(slope(stencils[j], beside, i));
  }
  return result;
}

}  // namespace saltus
