#include "peers/c7_arkode.hpp"

#include <arkode/arkode_erkstep.h>

#include "peers/sundials.hpp"

namespace saltus::bench::c7 {
namespace {

struct Rope {
  double length = l;
};

int slope(double, N_Vector y, N_Vector out, void* user) {
  const double* s = values(y);
  values(out)[0] = s[1];
  values(out)[1] = -(g / static_cast<const Rope*>(user)->length) * std::sin(s[0]) - (d / m) * s[1];
  return 0;
}

int guard(double, N_Vector y, double* h, void*) {
  h[0] = values(y)[0] - pin;
  return 0;
}

}  // namespace

Trajectory arkode_erk5(double tolerance) {
  SundialsProblem problem(2);
  Rope rope;
  double* state = values(problem.y());
  state[0] = phi0;
  state[1] = w0;

  void* arkode = ERKStepCreate(slope, 0, problem.y(), problem.context());
  demand(ERKStepSStolerances(arkode, tolerance, tolerance), "ERKStepSStolerances");
  demand(ERKStepSetUserData(arkode, &rope), "ERKStepSetUserData");
  demand(ERKStepSetTableNum(arkode, ARKODE_DORMAND_PRINCE_7_4_5), "ERKStepSetTableNum");
  demand(ERKStepRootInit(arkode, 1, guard), "ERKStepRootInit");
  demand(ERKStepSetMaxNumSteps(arkode, 10'000'000), "ERKStepSetMaxNumSteps");
  demand(ERKStepSetStopTime(arkode, t_end), "ERKStepSetStopTime");

  Trajectory result;
  double t = 0;
  while (t < t_end) {
    const int code = ERKStepEvolve(arkode, t_end, problem.y(), &t, ARK_NORMAL);
    demand(code, "ERKStepEvolve");
    if (code != ARK_ROOT_RETURN) break;
    const bool hit = rope.length == l;
    rope.length = hit ? ls : l;
    state[0] = hit ? std::nextafter(pin, -1.0) : std::nextafter(pin, 1.0);
    state[1] *= hit ? l / ls : ls / l;
    result.add_event(t);
    demand(ERKStepReset(arkode, t, problem.y()), "ERKStepReset");
    demand(ERKStepSetStopTime(arkode, t_end), "ERKStepSetStopTime");
  }
  long steps = 0;
  demand(ERKStepGetNumSteps(arkode, &steps), "ERKStepGetNumSteps");
  result.steps = steps;
  result.phi = state[0];
  result.w = state[1];
  ERKStepFree(&arkode);
  return result;
}

}  // namespace saltus::bench::c7
