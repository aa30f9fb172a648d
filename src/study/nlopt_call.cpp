// NLopt's C interface: what our side throws must not pass through it, and is thrown again behind it.

#include "study/nlopt_call.hpp"

#include <nlopt.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <memory>

namespace saltus {
namespace {

constexpr double largest = 1e150;  // the methods square what they are given

struct Bridge {
  const NloptCall& call;
  nlopt_opt optimizer;
  std::exception_ptr thrown = nullptr;
};

double within(double x) { return std::clamp(x, -largest, largest); }

double evaluate(unsigned n, const double* x, double* gradient, void* data) {
  auto& bridge = *static_cast<Bridge*>(data);
  const NloptCall& call = bridge.call;
  Candidate candidate(n);
  for (std::size_t j = 0; j < n; ++j) candidate[j] = std::clamp(std::ldexp(x[j], call.units[j]), call.low[j], call.high[j]);
  try {
    std::vector<double> slopes;
    const double value = call.f(candidate, gradient != nullptr ? &slopes : nullptr);
    for (std::size_t j = 0; j < slopes.size(); ++j) gradient[j] = within(std::ldexp(slopes[j], call.units[j] + call.weight));
    return std::isfinite(value) ? within(std::ldexp(value - call.origin, call.weight)) : value;
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

std::vector<double> in_units(const NloptCall& call, std::vector<double> x) {
  for (std::size_t j = 0; j < x.size(); ++j) x[j] = std::ldexp(x[j], -call.units[j]);
  return x;
}

}  // namespace

bool takes_gradients(MinimizeMethod method) { return method == MinimizeMethod::slsqp || method == MinimizeMethod::lbfgs; }

NloptEnd call_nlopt(const NloptCall& call) {
  const std::unique_ptr<nlopt_opt_s, void (*)(nlopt_opt)> optimizer(
      nlopt_create(algorithm_of(call.method), static_cast<unsigned>(call.start.size())), nlopt_destroy);
  Bridge bridge{call, optimizer.get()};
  nlopt_set_lower_bounds(optimizer.get(), in_units(call, call.low).data());
  nlopt_set_upper_bounds(optimizer.get(), in_units(call, call.high).data());
  nlopt_set_xtol_abs(optimizer.get(), in_units(call, call.tolerance).data());
  if (call.objective_tolerance > 0) nlopt_set_ftol_rel(optimizer.get(), call.objective_tolerance);
  if (!call.first_step.empty()) nlopt_set_initial_step(optimizer.get(), in_units(call, call.first_step).data());
  nlopt_set_maxeval(optimizer.get(), static_cast<int>(std::clamp<std::uint64_t>(call.most_runs, 1, 1'000'000'000)));
  nlopt_set_min_objective(optimizer.get(), evaluate, &bridge);
  Candidate x = in_units(call, call.start);
  double least = 0;
  const nlopt_result end = nlopt_optimize(optimizer.get(), x.data(), &least);
  if (bridge.thrown) std::rethrow_exception(bridge.thrown);
  if (end == NLOPT_MAXEVAL_REACHED) return NloptEnd::exhausted;
  return end < 0 && end != NLOPT_ROUNDOFF_LIMITED ? NloptEnd::failed : NloptEnd::stopped;
}

}  // namespace saltus
