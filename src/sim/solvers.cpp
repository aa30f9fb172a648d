#include "sim/solvers.hpp"

#include <algorithm>

namespace saltus {

const std::vector<SolverInfo>& solvers() {
  static const std::vector<SolverInfo> all{
      {"taylor", "adaptive Taylor series (default): smooth motion, any precision"},
      {"auto", "taylor, and radau where stiffness makes that cheaper"},
      {"radau", "Radau IIA of order 5, adaptive: stiff motion"},
      {"cvode-adams", "SUNDIALS CVODE, Adams-Moulton methods of order 1 to 12", false, false},
      {"cvode-bdf", "SUNDIALS CVODE, backward differentiation of order 1 to 5: stiff motion", false, false},
      {"erk", "SUNDIALS ARKODE, explicit Runge-Kutta of order 5", false, false},
      {"dirk", "SUNDIALS ARKODE, diagonally implicit Runge-Kutta of order 4: stiff motion", false, false},
      {"ida", "SUNDIALS IDA, backward differentiation for der(x) - f = 0: stiff motion", false, false},
      {"euler", "explicit Euler with a fixed step", true},
      {"heun", "Heun's method of order 2 with a fixed step", true},
      {"rk4", "the classical Runge-Kutta method of order 4 with a fixed step", true},
  };
  return all;
}

const SolverInfo* find_solver(std::string_view name) {
  const auto it = std::ranges::find(solvers(), name, &SolverInfo::name);
  return it == solvers().end() ? nullptr : &*it;
}

}  // namespace saltus
