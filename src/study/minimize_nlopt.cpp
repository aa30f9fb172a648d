// Methods of NLopt that go by values. They see unknowns of about size 1.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "study/nlopt_call.hpp"
#include "study/objective.hpp"

namespace saltus {
namespace {

constexpr double half_the_digits = 1e-8;  // values are flat at a minimum
constexpr double nothing_left = 1e-15;    // relative change of the objective
constexpr double usual_size = 1e100;      // of objectives; others are given in units of their size

/// As an exponent of two.
int weight_of(double start) {
  const double size = std::abs(start);
  return size == 0 || (size > 1 / usual_size && size < usual_size) ? 0 : -std::ilogb(size);
}

void set_up(NloptCall& call, const MinimizeProblem& problem) {
  for (std::size_t j = 0; j < problem.unknowns.size(); ++j) {
    const Unknown& u = problem.unknowns[j];
    const double scale = scale_of(u, call.start[j]);
    call.units.push_back(std::ilogb(scale));
    call.low.push_back(u.low);
    call.high.push_back(u.high);
    call.tolerance.push_back(std::max(problem.tol, half_the_digits * scale));
    call.first_step.push_back(u.bracketed() ? (u.high - u.low) / 8 : scale / 8);
  }
}

}  // namespace

MinimizeOutcome minimize_by_nlopt(Objective& objective) {
  const MinimizeProblem& problem = objective.problem();
  NloptCall call{.method = problem.method, .start = start_of(problem.unknowns)};
  call.weight = weight_of(objective.at(call.start));  // which has to be there, whatever the method
  set_up(call, problem);
  call.objective_tolerance = nothing_left;
  call.most_runs = problem.most_runs;
  const bool round_failures = problem.method == MinimizeMethod::nelder_mead;
  call.f = [&](const Candidate& x, std::vector<double>*) {
    return round_failures ? objective.at_all({x}).front() : objective.at(x);
  };
  switch (call_nlopt(call)) {
    case NloptEnd::exhausted: return objective.no_end("give bounds with `from` and `to`, or a larger `tol`");
    case NloptEnd::failed: return objective.failure("the method came to no result", "try another `method`, or another `guess`");
    default: return objective.outcome(true);
  }
}

}  // namespace saltus
