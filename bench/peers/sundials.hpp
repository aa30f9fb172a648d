#pragma once
// What the peers that use SUNDIALS need of it: owners of its objects, and an exception for its return codes.

#include <memory>
#include <stdexcept>
#include <string>

#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

namespace saltus::bench {

inline void demand(int code, const char* what) {
  if (code < 0) throw std::runtime_error(std::string(what) + " failed with code " + std::to_string(code));
}

/// The objects for a dense problem of n equations.
class SundialsProblem {
 public:
  explicit SundialsProblem(int n) {
    demand(SUNContext_Create(nullptr, &context_), "SUNContext_Create");
    y_ = N_VNew_Serial(n, context_);
    slope_ = N_VNew_Serial(n, context_);
    scale_ = N_VNew_Serial(n, context_);
    matrix_ = SUNDenseMatrix(n, n, context_);
    linear_ = SUNLinSol_Dense(y_, matrix_, context_);
  }
  SundialsProblem(const SundialsProblem&) = delete;
  SundialsProblem& operator=(const SundialsProblem&) = delete;
  ~SundialsProblem() {
    SUNLinSolFree(linear_);
    SUNMatDestroy(matrix_);
    for (N_Vector vector : {y_, slope_, scale_}) N_VDestroy(vector);
    SUNContext_Free(&context_);
  }

  [[nodiscard]] SUNContext context() const { return context_; }
  [[nodiscard]] N_Vector y() const { return y_; }
  [[nodiscard]] N_Vector slope() const { return slope_; }
  [[nodiscard]] N_Vector scale() const { return scale_; }
  [[nodiscard]] SUNMatrix matrix() const { return matrix_; }
  [[nodiscard]] SUNLinearSolver linear() const { return linear_; }

 private:
  SUNContext context_ = nullptr;
  N_Vector y_ = nullptr, slope_ = nullptr, scale_ = nullptr;
  SUNMatrix matrix_ = nullptr;
  SUNLinearSolver linear_ = nullptr;
};

inline double* values(N_Vector vector) { return NV_DATA_S(vector); }

}  // namespace saltus::bench
