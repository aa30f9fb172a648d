#pragma once
// Values of unknowns for which a measure is least, or the squares of a list of measures (docs/math/goal_seeking.md).

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "study/search.hpp"

namespace saltus {

enum class MinimizeMethod : std::uint8_t {
  brent,          ///< one unknown: the zero of the exact slope; golden section and parabolas where there is none
  bobyqa,         ///< two unknowns or more: quadratic models inside the bounds (NLopt)
  cobyla,         ///< linear models (NLopt)
  nelder_mead,    ///< a simplex that goes round points that fail (NLopt)
  least_squares,  ///< lists: Gauss-Newton steps, damped; many digits
  slsqp,          ///< quadratic models from gradients, inside the bounds (NLopt)
  lbfgs,          ///< the same, for many unknowns (NLopt)
};

/// "brent", "bobyqa", "cobyla", "nelder-mead", "least-squares", "slsqp", "lbfgs"
[[nodiscard]] const std::vector<std::string>& minimize_method_names();
[[nodiscard]] std::optional<MinimizeMethod> minimize_method_named(std::string_view name);
/// What suits: least_squares for a list, else brent for one unknown, else bobyqa.
[[nodiscard]] MinimizeMethod fitting_method(std::size_t unknowns, bool is_list);

struct MinimizeProblem {
  std::vector<Unknown> unknowns;
  std::string objective = {};  ///< the name of the measure
  bool is_list = false;        ///< Evaluations have its entries, and the sum of their squares is meant; else one number
  bool maximize = false;
  MinimizeMethod method = MinimizeMethod::brent;
  double tol = 0;  ///< of the unknowns, absolute; 0: as many digits as the runs give
  std::uint64_t most_runs = 5000;
};

struct MinimizeOutcome {
  bool found = false;
  Candidate values = {};                                        ///< the best ones, also if the search failed; may be empty then
  double objective = std::numeric_limits<double>::quiet_NaN();  ///< of a list: the sum of squares
  std::vector<double> widths = {};                              ///< how sure each value is; empty where the method does not say
  double curvature = 0;                                         ///< of one unknown, second derivative; 0: not known
  bool kink = false;                                            ///< of one unknown: the slope jumps
  std::vector<std::size_t> at_bound = {};                       ///< unknowns that would go on beyond their bound
  std::uint64_t runs = 0;
  DerivativeUse derivatives = {};
  std::string message = {}, help = {};  ///< if it failed
};

/// What is wrong with method and unknowns ("bobyqa needs two unknowns or more"), or "".
[[nodiscard]] std::string fault_of(const MinimizeProblem& problem);

/// Precondition: no fault.
[[nodiscard]] MinimizeOutcome minimize(const MinimizeProblem& problem, const Evaluate& evaluate,
                                       const Differentiate& differentiate = {});

}  // namespace saltus
