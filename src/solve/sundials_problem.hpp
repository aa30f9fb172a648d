#pragma once
// A system as the solvers of SUNDIALS see it: their vectors, and the functions they call back.
//
// Their time counts from their last initialisation, and their state lacks `offset`: what projections have moved the true state by since.
// Included only by the sundials files of this folder: they and no others see headers of SUNDIALS.

#include <nvector/nvector_serial.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "solve/ode_system.hpp"

namespace saltus::sundials {

template <class Handle, auto Free>
struct Freed {
  using pointer = Handle;
  void operator()(Handle h) const { Free(h); }
};
/// A handle of theirs that is freed with its owner.
template <class Handle, auto Free>
using Owned = std::unique_ptr<std::remove_pointer_t<Handle>, Freed<Handle, Free>>;
using Vector = Owned<N_Vector, N_VDestroy>;

inline std::span<double> values(N_Vector v) { return {N_VGetArrayPointer(v), static_cast<std::size_t>(N_VGetLength(v))}; }

/// What the callbacks of all solvers see, by their argument `data`.
struct Problem {
  OdeSystem<double>* system = nullptr;
  double present = 0;  ///< the solver's time at the present point
  double tol = 0;
  std::vector<double> jacobian;
  std::vector<double> offset, x;  ///< the state is the solver's plus `offset`; x: room for it
  std::string message;            ///< the solver's last words

  /// The true state where theirs is y; until the next call.
  std::span<const double> state(N_Vector y) {
    for (std::size_t j = 0; j < x.size(); ++j) x[j] = values(y)[j] + offset[j];
    return x;
  }
};

// The callbacks, by the names of what they compute. 0 is success; 1 asks for a shorter step, where a derivative is not finite.

int derivative(realtype t, N_Vector y, N_Vector out, void* data);
int jacobian(realtype t, N_Vector y, N_Vector, SUNMatrix out, void* data, N_Vector, N_Vector, N_Vector);
/// Of x' - f(t, x).
int residual(realtype t, N_Vector y, N_Vector slope, N_Vector out, void* data);
int residual_jacobian(realtype t, realtype cj, N_Vector y, N_Vector, N_Vector, SUNMatrix out, void* data, N_Vector, N_Vector,
                      N_Vector);
/// 1/(tol size) of each state, the larger of its scale and its value, and at least least_share of the largest; size 1 where all are
/// zero.
int weights(N_Vector y, N_Vector out, void* data);
/// Keeps a message, without their time.
void listen(int, const char*, const char*, char* message, void* data);

}  // namespace saltus::sundials
