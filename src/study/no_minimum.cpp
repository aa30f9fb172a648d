// exp(-x) falls for ever, and is 0 to doubles from 746 on: slopes and values there look as at a minimum. So where an unknown without a bound was led far away,
// values are looked at beyond it: a minimum has some that are higher.

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "study/objective.hpp"

namespace saltus {
namespace {

constexpr double far = 10;  // scales at the start

/// The unknown went far, and could go on.
bool is_led_away(const Unknown& u, double start, double end) {
  return std::isinf(end > start ? u.high : u.low) && std::abs(end - start) > far * scale_of(u, start);
}

}  // namespace

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
