#include "model/solvers.hpp"

#include <algorithm>

#include "model/hybrid_model.hpp"

namespace saltus {

const std::vector<SolverInfo>& solvers() {
  static const std::vector<SolverInfo> all{
      {"taylor", "adaptive Taylor series (default): smooth motion, any precision"},
      {"auto", "taylor, and radau where stiffness makes that cheaper"},
      {"radau", "Radau IIA of order 5, adaptive: stiff motion", false, true, 1e-20},
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

namespace {

bool in_actions(const std::vector<Action>& actions) {
  return std::ranges::any_of(actions, [](const Action& a) { return a.kind == Action::Kind::set_solver; });
}

bool in_whens(const std::vector<When>& whens) {
  return std::ranges::any_of(whens, [](const When& w) {
    return std::ranges::any_of(w.branches, [](const WhenBranch& b) { return in_actions(b.actions); });
  });
}

}  // namespace

bool changes_solver(const HybridModel& model) {
  const auto in_machine = [](const Machine& m) {
    return std::ranges::any_of(m.modes, [](const Mode& mode) { return in_whens(mode.whens); }) ||
           std::ranges::any_of(m.transitions, [](const Transition& t) { return in_actions(t.actions); });
  };
  return in_whens(model.whens) || std::ranges::any_of(model.machines, in_machine);
}

}  // namespace saltus
