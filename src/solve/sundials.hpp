#pragma once
// The solvers of SUNDIALS, one step at a time, as methods with polynomials. No header of SUNDIALS is seen outside the sundials files of this folder.
//
// Each step of theirs becomes the Taylor coefficients, at the start of the step, of their own interpolant over it. They keep their history
// from step to step; where the motion does not continue they are initialised anew.
// Source: A. C. Hindmarsh et al., SUNDIALS: Suite of nonlinear and differential/algebraic equation solvers, ACM TOMS 31 (2005), 363-396.

#include <memory>

#include "solve/method.hpp"

namespace saltus {

enum class SundialsSolver {
  cvode_adams,  ///< Adams-Moulton of order 1 to 12, fixed-point iteration
  cvode_bdf,    ///< backward differentiation of order 1 to 5, Newton
  erk,          ///< ARKODE, explicit Runge-Kutta of order 5
  dirk,         ///< ARKODE, diagonally implicit Runge-Kutta of order 4, Newton
  ida,          ///< backward differentiation of order 1 to 5 for the residual x' - f(t, x)
};

/// tol bounds the local error relative to OdeSystem::scale.
[[nodiscard]] std::unique_ptr<Method<double>> make_sundials(SundialsSolver solver, double tol);

}  // namespace saltus
