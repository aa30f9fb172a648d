#include "peers/contact_cvode.hpp"

#include <cvode/cvode.h>

#include "peers/sundials.hpp"

namespace saltus::bench::contact {
namespace {

// Variables 0: x, 1: v, 2: w.
struct Phase {
  bool touching = false;
};

int slope(double, N_Vector y, N_Vector out, void* user) {
  const double *s = values(y), x = s[0], v = s[1], w = s[2];
  double* ds = values(out);
  const bool touching = static_cast<const Phase*>(user)->touching;
  ds[0] = v;
  ds[1] = -g - (touching ? k * x + d * v : beta * v * std::abs(v));
  ds[2] = touching ? -v : -k / d * w;
  return 0;
}

int jacobian(double, N_Vector y, N_Vector, SUNMatrix j, void* user, N_Vector, N_Vector, N_Vector) {
  const bool touching = static_cast<const Phase*>(user)->touching;
  SM_ELEMENT_D(j, 0, 1) = 1;
  SM_ELEMENT_D(j, 1, 0) = touching ? -k : 0;
  SM_ELEMENT_D(j, 1, 1) = touching ? -d : -2 * beta * std::abs(values(y)[1]);
  SM_ELEMENT_D(j, 2, 1) = touching ? -1 : 0;
  SM_ELEMENT_D(j, 2, 2) = touching ? 0 : -k / d;
  return 0;
}

int guard(double, N_Vector y, double* h, void* user) {
  const double* s = values(y);
  h[0] = static_cast<const Phase*>(user)->touching ? -k * s[0] - d * s[1] : s[0] + s[2];
  return 0;
}

/// Since the last start.
long steps_of(void* cvode) {
  long steps = 0;
  demand(CVodeGetNumSteps(cvode, &steps), "CVodeGetNumSteps");
  return steps;
}

}  // namespace

Trajectory by_cvode(Method method, double tolerance, double floor) {
  SundialsProblem problem(3);
  Phase phase;
  double* state = values(problem.y());
  state[0] = x0;
  state[1] = state[2] = 0;

  void* cvode = CVodeCreate(method == Method::bdf ? CV_BDF : CV_ADAMS, problem.context());
  demand(CVodeInit(cvode, slope, 0, problem.y()), "CVodeInit");
  demand(CVodeSStolerances(cvode, tolerance, tolerance * floor), "CVodeSStolerances");
  demand(CVodeSetUserData(cvode, &phase), "CVodeSetUserData");
  demand(CVodeSetLinearSolver(cvode, problem.linear(), problem.matrix()), "CVodeSetLinearSolver");
  demand(CVodeSetJacFn(cvode, jacobian), "CVodeSetJacFn");
  demand(CVodeRootInit(cvode, 1, guard), "CVodeRootInit");
  int falling = -1;
  demand(CVodeSetRootDirection(cvode, &falling), "CVodeSetRootDirection");
  demand(CVodeSetMaxNumSteps(cvode, 10'000'000), "CVodeSetMaxNumSteps");
  demand(CVodeSetStopTime(cvode, t_end), "CVodeSetStopTime");

  Trajectory result;
  result.steps = 0;
  double t = 0;
  while (t < t_end) {
    const int code = CVode(cvode, t_end, problem.y(), &t, CV_NORMAL);
    demand(code, "CVode");
    if (code != CV_ROOT_RETURN) break;
    result.steps += steps_of(cvode);
    phase.touching = !phase.touching;
    state[2] = -state[0];  // the deformed ball just touches the ground
    result.times.push_back(t);
    demand(CVodeReInit(cvode, t, problem.y()), "CVodeReInit");
    demand(CVodeSetStopTime(cvode, t_end), "CVodeSetStopTime");
  }
  result.steps += steps_of(cvode);
  result.x = state[0];
  CVodeFree(&cvode);
  return result;
}

}  // namespace saltus::bench::contact
