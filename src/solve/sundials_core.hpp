#pragma once
// The solvers of SUNDIALS behind one face: CVODE, ARKODE, IDA, each configured for single steps with its own interpolant.

#include <sunlinsol/sunlinsol_dense.h>

#include <memory>
#include <string>

#include "solve/sundials.hpp"
#include "solve/sundials_problem.hpp"

namespace saltus::sundials {

inline void free_context(SUNContext c) { SUNContext_Free(&c); }
inline void free_linear_solver(SUNLinearSolver s) { SUNLinSolFree(s); }
using Context = Owned<SUNContext, free_context>;

/// Vectors, matrices and what else an implicit solver needs, for n states. Context and problem outlive it.
struct Workshop {
  Workshop(std::size_t n, SUNContext c, Problem& p)
      : context(c),
        problem(p),
        like(N_VNew_Serial(static_cast<sunindextype>(n), c)),
        matrix(SUNDenseMatrix(static_cast<sunindextype>(n), static_cast<sunindextype>(n), c)),
        linear(SUNLinSol_Dense(like.get(), matrix.get(), c)) {}

  SUNContext context;
  Problem& problem;
  Vector like;  ///< a vector to make others like it; solvers are created with its values
  Owned<SUNMatrix, SUNMatDestroy> matrix;
  Owned<SUNLinearSolver, free_linear_solver> linear;
};

/// What differs between the solvers. A flag below 0 is a failure.
class Core {
 public:
  virtual ~Core() = default;
  /// From y at time 0; `first` > 0 is the length of the first step.
  virtual int begin(N_Vector y, double first) = 0;
  /// One step, not beyond `stop`; t becomes its end and y the state there.
  virtual int advance(double stop, N_Vector y, double& t) = 0;
  virtual int last_step(double& h, int& degree) = 0;
  /// Derivative k of the interpolant over the last step.
  virtual int interpolant(double t, int k, N_Vector out) = 0;
  /// Up to the degree of the interpolant; else only values (k = 0) can be had.
  [[nodiscard]] virtual bool has_derivatives() const { return true; }
  virtual std::string flag_name(int flag) = 0;
};

/// The workshop outlives it.
[[nodiscard]] std::unique_ptr<Core> make_core(SundialsSolver solver, Workshop& shop);

}  // namespace saltus::sundials
