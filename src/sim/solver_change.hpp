#pragma once
// setSolver(...): another solver, tolerance or step from the end of an instant on.

#include <optional>
#include <string>
#include <type_traits>

#include <fmt/format.h>

#include "model/solvers.hpp"
#include "sim/flow.hpp"

namespace saltus {

/// What is empty stays as it was.
template <class T>
struct SolverChange {
  std::string solver;
  std::optional<T> tolerance, step;
  Span span;
};

/// With the values of the round in which it acts.
template <class T>
[[nodiscard]] SolverChange<T> solver_change(const CompiledSolver& wanted, const Flow<T>& flow) {
  const auto value = [&](Slot s) { return s == no_slot ? std::nullopt : std::optional<T>(flow.value(s)); };
  return {wanted.name, value(wanted.tolerance), value(wanted.step), wanted.span};
}

/// Why a run cannot go on like this, or "". Name, tolerance and step are given, the step as 0 if there is none.
template <class T>
[[nodiscard]] std::string problem_with(const SolverChange<T>& c) {
  const SolverInfo* solver = find_solver(c.solver);
  if (!solver) return fmt::format("there is no solver `{}`", c.solver);
  if (!solver->any_number && !std::is_same_v<T, double>)
    return fmt::format("`setSolver`: `{}` computes in double only, and this run has a precision", c.solver);
  if (!(*c.tolerance > T(0) && *c.tolerance <= T(0.1))) return "`setSolver`: the tolerance must be between 0 and 0.1";
  if (*c.tolerance < T(solver->least_tolerance))
    return fmt::format("`setSolver`: the order of `{}` is too low for a tolerance below {}", c.solver, solver->least_tolerance);
  if (solver->fixed_step && !(*c.step > T(0)))
    return fmt::format("`setSolver`: `{}` needs a step size, by `step = ...` or by --step", c.solver);
  return {};
}

}  // namespace saltus
