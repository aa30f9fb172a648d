// Methods of NLopt, through its C interface: what our side throws must not pass through it, and is thrown again behind it.

#include <fmt/format.h>
#include <nlopt.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <memory>

#include "study/objective.hpp"

namespace saltus {
namespace {

constexpr double half_the_digits = 1e-8;  // values are flat at a minimum,
constexpr double all_digits = 1e-14;      // slopes are not
constexpr double nothing_left = 1e-15;    // relative change of the objective

constexpr double largest = 1e150;     // the methods square what they are given,
constexpr double usual_size = 1e100;  // so that other objectives are given in units of their size

// The methods see unknowns of about size 1: powers of two cost no digits.
struct Bridge {
  Objective& objective;
  std::vector<double> units;
  double weight;  // of the objective
  nlopt_opt optimizer;
  bool round_failures;
  std::exception_ptr thrown = nullptr;
};

double evaluate(unsigned n, const double* x, double* gradient, void* data) {
  auto& bridge = *static_cast<Bridge*>(data);
  Candidate candidate(n);
  for (std::size_t j = 0; j < n; ++j) candidate[j] = inside(bridge.objective.problem().unknowns[j], bridge.units[j] * x[j]);
  try {
    const double value = bridge.round_failures ? bridge.objective.at_all({candidate}).front() : bridge.objective.at(candidate);
    if (gradient != nullptr) {
      const std::vector<double> slopes = bridge.objective.gradient(candidate);
      for (std::size_t j = 0; j < n; ++j) gradient[j] = bridge.weight * (bridge.units[j] * slopes[j]);
    }
    return std::isfinite(value) ? std::clamp(bridge.weight * value, -largest, largest) : value;
  } catch (...) {
    bridge.thrown = std::current_exception();
    nlopt_force_stop(bridge.optimizer);
    return std::numeric_limits<double>::infinity();
  }
}

nlopt_algorithm algorithm_of(MinimizeMethod method) {
  switch (method) {
    case MinimizeMethod::cobyla: return NLOPT_LN_COBYLA;
    case MinimizeMethod::nelder_mead: return NLOPT_LN_NELDERMEAD;
    case MinimizeMethod::slsqp: return NLOPT_LD_SLSQP;
    case MinimizeMethod::lbfgs: return NLOPT_LD_LBFGS;
    default: return NLOPT_LN_BOBYQA;
  }
}

bool takes_gradients(MinimizeMethod method) { return method == MinimizeMethod::slsqp || method == MinimizeMethod::lbfgs; }

double unit_of(const Unknown& u, double start) { return std::exp2(std::ilogb(scale_of(u, start))); }

/// A power of two for objectives of extreme sizes.
double weight_of(double start) {
  const double size = std::abs(start);
  return size == 0 || (size > 1 / usual_size && size < usual_size) ? 1 : std::exp2(-std::ilogb(size));
}

void set_up(nlopt_opt optimizer, const MinimizeProblem& problem, const std::vector<double>& units, const Candidate& start) {
  const bool by_slopes = takes_gradients(problem.method);
  std::vector<double> low, high, tolerance, step;
  for (std::size_t j = 0; j < problem.unknowns.size(); ++j) {
    const Unknown& u = problem.unknowns[j];
    low.push_back(u.low / units[j]);
    high.push_back(u.high / units[j]);
    const double scale = scale_of(u, start[j]) / units[j];
    tolerance.push_back(std::max(problem.tol / units[j], (by_slopes ? all_digits : half_the_digits) * scale));
    step.push_back(u.bracketed() ? (high[j] - low[j]) / 8 : scale / 8);
  }
  nlopt_set_lower_bounds(optimizer, low.data());
  nlopt_set_upper_bounds(optimizer, high.data());
  nlopt_set_xtol_abs(optimizer, tolerance.data());
  if (by_slopes) return;
  nlopt_set_ftol_rel(optimizer, nothing_left);
  nlopt_set_initial_step(optimizer, step.data());
}

}  // namespace

MinimizeOutcome minimize_by_nlopt(Objective& objective) {
  const MinimizeProblem& problem = objective.problem();
  Candidate x;
  for (const Unknown& u : problem.unknowns) x.push_back(start_of(u));
  const double start = objective.at(x);  // has to be there, whatever the method
  std::vector<double> units;
  for (std::size_t j = 0; j < x.size(); ++j) units.push_back(unit_of(problem.unknowns[j], x[j]));
  const std::unique_ptr<nlopt_opt_s, void (*)(nlopt_opt)> optimizer(
      nlopt_create(algorithm_of(problem.method), static_cast<unsigned>(x.size())), nlopt_destroy);
  Bridge bridge{objective, units, weight_of(start), optimizer.get(), problem.method == MinimizeMethod::nelder_mead};
  set_up(optimizer.get(), problem, units, x);
  for (std::size_t j = 0; j < x.size(); ++j) x[j] /= units[j];
  nlopt_set_maxeval(optimizer.get(), static_cast<int>(std::min<std::uint64_t>(problem.most_runs, 1'000'000'000)));
  nlopt_set_min_objective(optimizer.get(), evaluate, &bridge);
  double least = 0;
  const nlopt_result end = nlopt_optimize(optimizer.get(), x.data(), &least);
  if (bridge.thrown) std::rethrow_exception(bridge.thrown);
  if (end == NLOPT_MAXEVAL_REACHED) {
    return objective.failure(fmt::format("no end after {} runs; the best so far is {}", objective.runs().runs(),
                                         describe(problem.unknowns, *objective.best())),
                             "is there a least value? give bounds with `from` and `to`, or a larger `tol`");
  }
  if (end < 0 && end != NLOPT_ROUNDOFF_LIMITED) {
    return objective.failure("the method came to no result", "try another `method`, or another `guess`");
  }
  return objective.outcome(true);
}

}  // namespace saltus
