// exp(-x) falls for ever, and is 0 to doubles from 746 on: slopes and values there look as at a minimum. So where an unknown without a bound was led far away,
// values are looked at beyond it: a minimum has some that are higher.
// -1/x^2 has no least value either: next to a pole, values fall the faster the closer one looks.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "study/objective.hpp"

namespace saltus {
namespace {

constexpr double far = 10;  // scales at the start
constexpr double near_pole = 32, around_pole = 1024;  // widths of what was found
constexpr double extreme = 1e6;                       // times the first value: what is less needs no look
constexpr double pole_growth = 5;                     // from the one to the other, and on to the pole
constexpr double few_roundings = 1e-15;

/// The unknown went far, and could go on.
bool is_led_away(const Unknown& u, double start, double end) {
  return std::isinf(end > start ? u.high : u.low) && std::abs(end - start) > far * scale_of(u, start);
}

/// From both sides of x, in direction j.
bool falls_without_end(Objective& objective, const Candidate& x, std::size_t j, double least, double width) {
  const Unknown& u = objective.problem().unknowns[j];
  for (const double side : {-1.0, 1.0}) {
    double closer = least;
    for (const double widths : {near_pole, around_pole}) {
      Candidate beside = x;
      beside[j] = inside(u, x[j] + side * widths * width);
      if (beside[j] == x[j]) break;  // the pole is a bound
      const double value = objective.beyond(beside);
      if (!std::isfinite(value) || !(-closer > pole_growth * std::abs(value))) return false;
      closer = value;
    }
  }
  return true;
}

}  // namespace

MinimizeOutcome if_it_has_an_end(Objective& objective, MinimizeOutcome found) {
  const MinimizeProblem& problem = objective.problem();
  const double least = problem.maximize ? -found.objective : found.objective;
  if (problem.is_list || !(-least > extreme * objective.first_size())) return found;
  for (std::size_t j = 0; j < found.values.size(); ++j) {
    const Unknown& u = problem.unknowns[j];
    const double known = j < found.widths.size() && std::isfinite(found.widths[j]) ? found.widths[j] : 0;
    const double width = std::max(known, few_roundings * scale_of(u, found.values[j]));
    if (objective.exhausted() || !falls_without_end(objective, found.values, j, least, width)) continue;
    return objective.failure(
        fmt::format("`{}` has a pole at {} = {}: it goes on {} the closer one looks, and is {} there", problem.objective, u.name,
                    measured_text(found.values[j]), problem.maximize ? "rising" : "falling", measured_text(found.objective)),
        fmt::format("choose `from` and `to` of `{}` so that it is not between them", u.name));
  }
  return found;
}

MinimizeOutcome if_it_rises_again(Objective& objective, MinimizeOutcome found) {
  const MinimizeProblem& problem = objective.problem();
  const Candidate start = start_of(problem.unknowns), end = found.values;
  std::vector<std::size_t> away;
  for (std::size_t j = 0; j < end.size(); ++j)
    if (is_led_away(problem.unknowns[j], start[j], end[j])) away.push_back(j);
  if (away.empty()) return found;
  const double least = problem.maximize ? -found.objective : found.objective;
  const std::size_t first = away.front();
  Candidate x = end;
  for (const double times : {1.0, 16.0, 256.0}) {  // not farther: runs there may take for ever
    for (const std::size_t j : away) x[j] = end[j] + times * (end[j] - start[j]);
    if (objective.exhausted() || objective.beyond(x) > least) return found;
  }
  const std::string& name = problem.unknowns[first].name;
  return objective.failure(
      fmt::format("`{}` goes to {} and does not {} again while `{}` goes on to {}", problem.objective,
                  measured_text(found.objective), problem.maximize ? "fall" : "rise", name, measured_text(x[first])),
      fmt::format("give `{}` bounds with `from` and `to`", name));
}

}  // namespace saltus
