#pragma once
// From the name of a solver to its method.

#include <memory>
#include <type_traits>

#include "sim/settings.hpp"
#include "solve/fixed_step.hpp"
#include "solve/radau.hpp"
#include "solve/sundials.hpp"

namespace saltus {

/// nullptr for `taylor`, which is no method in this sense; `auto` uses radau beside it. The solver is known and fits T.
template <class T>
std::unique_ptr<Method<T>> make_method(std::string_view solver, const T& tolerance, const T& step) {
  const auto fixed = [&](FixedStepFormula f) { return std::make_unique<FixedStepMethod<T>>(f, step); };
  if (solver == "euler") return fixed(FixedStepFormula::euler);
  if (solver == "heun") return fixed(FixedStepFormula::heun);
  if (solver == "rk4") return fixed(FixedStepFormula::rk4);
  if (solver == "radau" || solver == "auto") return std::make_unique<RadauMethod<T>>(tolerance);
  if constexpr (std::is_same_v<T, double>) {
    if (solver == "cvode-adams") return make_sundials(SundialsSolver::cvode_adams, tolerance);
    if (solver == "cvode-bdf") return make_sundials(SundialsSolver::cvode_bdf, tolerance);
    if (solver == "erk") return make_sundials(SundialsSolver::erk, tolerance);
    if (solver == "dirk") return make_sundials(SundialsSolver::dirk, tolerance);
    if (solver == "ida") return make_sundials(SundialsSolver::ida, tolerance);
  }
  return nullptr;
}

}  // namespace saltus
