#include "peers/rlc_ida.hpp"

#include <ida/ida.h>

#include "peers/sundials.hpp"

namespace saltus::bench::rlc {
namespace {

// Variables 0: i, 1: uC, 2: uD. The characteristic is switched at the roots only, as relations of a model are.
struct Circuit {
  double R1;
  bool conducts = false;

  [[nodiscard]] double current(double uD) const { return conducts ? IS * std::expm1(uD / UT) : 0; }
  [[nodiscard]] double slope(double uD) const { return conducts ? IS / UT * std::exp(uD / UT) : 0; }
};

int residual(double t, N_Vector y, N_Vector yp, N_Vector r, void* user) {
  const auto& circuit = *static_cast<const Circuit*>(user);
  const double *v = values(y), *d = values(yp);
  const double iD = circuit.current(v[2]);
  double* out = values(r);
  out[0] = L * d[0] + std::sin(omega * t) + circuit.R1 * v[0] + v[2];
  out[1] = C * d[1] - v[0] + iD;
  out[2] = v[2] - R2 * (v[0] - iD) - v[1];
  return 0;
}

int jacobian(double, double cj, N_Vector y, N_Vector, N_Vector, SUNMatrix j, void* user, N_Vector, N_Vector, N_Vector) {
  const auto& circuit = *static_cast<const Circuit*>(user);
  const double slope = circuit.slope(values(y)[2]);
  SM_ELEMENT_D(j, 0, 0) = L * cj + circuit.R1;
  SM_ELEMENT_D(j, 0, 2) = 1;
  SM_ELEMENT_D(j, 1, 0) = -1;
  SM_ELEMENT_D(j, 1, 1) = C * cj;
  SM_ELEMENT_D(j, 1, 2) = slope;
  SM_ELEMENT_D(j, 2, 0) = -R2;
  SM_ELEMENT_D(j, 2, 1) = -1;
  SM_ELEMENT_D(j, 2, 2) = 1 + R2 * slope;
  return 0;
}

int voltage(double, N_Vector y, N_Vector, double* g, void*) {
  g[0] = values(y)[2];
  return 0;
}

}  // namespace

Trajectory by_ida(const Case& c, double tolerance) {
  SundialsProblem problem(3);
  Circuit circuit{c.R1};
  N_VConst(0, problem.y());
  N_VConst(0, problem.slope());
  const double sizes[] = {c.largest_i, c.largest_uC, c.largest_uD};
  for (int k = 0; k < 3; ++k) values(problem.scale())[k] = tolerance * sizes[k];

  void* ida = IDACreate(problem.context());
  demand(IDAInit(ida, residual, 0, problem.y(), problem.slope()), "IDAInit");
  demand(IDASVtolerances(ida, tolerance, problem.scale()), "IDASVtolerances");
  demand(IDASetUserData(ida, &circuit), "IDASetUserData");
  demand(IDASetLinearSolver(ida, problem.linear(), problem.matrix()), "IDASetLinearSolver");
  demand(IDASetJacFn(ida, jacobian), "IDASetJacFn");
  demand(IDARootInit(ida, 1, voltage), "IDARootInit");
  demand(IDASetMaxNumSteps(ida, 10'000'000), "IDASetMaxNumSteps");
  demand(IDASetStopTime(ida, t_end), "IDASetStopTime");

  Trajectory result;
  double t = 0;
  while (t < t_end) {
    const int code = IDASolve(ida, t_end, &t, problem.y(), problem.slope(), IDA_NORMAL);
    demand(code, "IDASolve");
    if (code != IDA_ROOT_RETURN) break;
    // The current is continuous; only its slope changes, and values and derivatives stay consistent.
    int direction = 0;
    demand(IDAGetRootInfo(ida, &direction), "IDAGetRootInfo");
    circuit.conducts = direction > 0;
    result.add_change(t);
  }
  demand(IDAGetNumSteps(ida, &result.steps), "IDAGetNumSteps");
  result.i = values(problem.y())[0];
  result.uC = values(problem.y())[1];
  result.uD = values(problem.y())[2];
  IDAFree(&ida);
  return result;
}

}  // namespace saltus::bench::rlc
