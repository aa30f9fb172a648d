#include "solve/sundials_core.hpp"

#include <arkode/arkode_arkstep.h>
#include <cvode/cvode.h>
#include <ida/ida.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include <cstdlib>

namespace saltus::sundials {

namespace {

void free_nonlinear_solver(SUNNonlinearSolver s) { SUNNonlinSolFree(s); }
void free_cvode(void* m) { CVodeFree(&m); }
void free_arkode(void* m) { ARKStepFree(&m); }
void free_ida(void* m) { IDAFree(&m); }

std::string taken(char* text) {
  std::string result = text ? text : "";
  std::free(text);
  return result;
}

class Cvode final : public Core {
 public:
  Cvode(Workshop& shop, bool bdf) : memory_(CVodeCreate(bdf ? CV_BDF : CV_ADAMS, shop.context)) {
    void* m = memory_.get();
    CVodeInit(m, derivative, 0, shop.like.get());
    CVodeSetUserData(m, &shop.problem);
    CVodeSetErrHandlerFn(m, listen, &shop.problem);
    CVodeWFtolerances(m, weights);
    if (bdf) {
      CVodeSetLinearSolver(m, shop.linear.get(), shop.matrix.get());
      CVodeSetJacFn(m, jacobian);
    } else {
      fixed_point_.reset(SUNNonlinSol_FixedPoint(shop.like.get(), 0, shop.context));
      CVodeSetNonlinearSolver(m, fixed_point_.get());
    }
  }
  int begin(N_Vector y, double first) override {
    CVodeSetInitStep(memory_.get(), first);
    return CVodeReInit(memory_.get(), 0, y);
  }
  int advance(double stop, N_Vector y, double& t) override {
    CVodeSetStopTime(memory_.get(), stop);
    return CVode(memory_.get(), stop, y, &t, CV_ONE_STEP);
  }
  int last_step(double& h, int& degree) override {
    CVodeGetLastStep(memory_.get(), &h);
    return CVodeGetLastOrder(memory_.get(), &degree);
  }
  int interpolant(double t, int k, N_Vector out) override { return CVodeGetDky(memory_.get(), t, k, out); }
  std::string flag_name(int flag) override { return taken(CVodeGetReturnFlagName(flag)); }

 private:
  Owned<SUNNonlinearSolver, free_nonlinear_solver> fixed_point_;
  Owned<void*, free_cvode> memory_;
};

class Arkode final : public Core {
 public:
  Arkode(Workshop& shop, bool implicit)
      : implicit_(implicit),
        memory_(
            ARKStepCreate(implicit ? nullptr : derivative, implicit ? derivative : nullptr, 0, shop.like.get(), shop.context)) {
    void* m = memory_.get();
    ARKStepSetUserData(m, &shop.problem);
    ARKStepSetErrHandlerFn(m, listen, &shop.problem);
    ARKStepWFtolerances(m, weights);
    ARKStepSetOrder(m, implicit_ ? 4 : 5);
    // Slopes at the ends of a step are amplified errors where the motion is stiff; there values of earlier steps serve instead.
    ARKStepSetInterpolantType(m, implicit ? ARK_INTERP_LAGRANGE : ARK_INTERP_HERMITE);
    ARKStepSetInterpolantDegree(m, interpolant_degree);
    if (!implicit) return;
    // Stiffly accurate with an explicit first stage: the default of this order fails on stiff motion (docs/design/solvers.md).
    ARKStepSetTableNum(m, ARKODE_ESDIRK436L2SA_6_3_4, ARKODE_ERK_NONE);
    ARKStepSetMaxErrTestFails(m, 30);
    ARKStepSetMaxFirstGrowth(m, 2);  // steps that resolve the motion, until the interpolant has a history
    ARKStepSetMaxGrowth(m, 3);
    ARKStepSetLinearSolver(m, shop.linear.get(), shop.matrix.get());
    ARKStepSetJacFn(m, jacobian);
    // A rate of convergence that was measured with another step or Jacobian ends Newton's iteration too early: new ones at each step.
    ARKStepSetLSetupFrequency(m, 1);
    ARKStepSetJacEvalFrequency(m, 1);
  }
  int begin(N_Vector y, double first) override {
    ARKStepSetInitStep(memory_.get(), first);
    return ARKStepReInit(memory_.get(), implicit_ ? nullptr : derivative, implicit_ ? derivative : nullptr, 0, y);
  }
  int advance(double stop, N_Vector y, double& t) override {
    ARKStepSetStopTime(memory_.get(), stop);
    return ARKStepEvolve(memory_.get(), stop, y, &t, ARK_ONE_STEP);
  }
  int last_step(double& h, int& degree) override {
    degree = interpolant_degree;
    return ARKStepGetLastStep(memory_.get(), &h);
  }
  int interpolant(double t, int k, N_Vector out) override { return ARKStepGetDky(memory_.get(), t, k, out); }
  [[nodiscard]] bool has_derivatives() const override { return !implicit_; }
  std::string flag_name(int flag) override { return taken(ARKStepGetReturnFlagName(flag)); }

 private:
  static constexpr int interpolant_degree = 5;
  bool implicit_;
  Owned<void*, free_arkode> memory_;
};

class Ida final : public Core {
 public:
  explicit Ida(Workshop& shop) : problem_(shop.problem), slope_(N_VClone(shop.like.get())), memory_(IDACreate(shop.context)) {
    void* m = memory_.get();
    IDAInit(m, residual, 0, shop.like.get(), slope_.get());
    IDASetUserData(m, &shop.problem);
    IDASetErrHandlerFn(m, listen, &shop.problem);
    IDAWFtolerances(m, weights);
    IDASetLinearSolver(m, shop.linear.get(), shop.matrix.get());
    IDASetJacFn(m, residual_jacobian);
  }
  int begin(N_Vector y, double first) override {
    derivative(0, y, slope_.get(), &problem_);
    IDASetInitStep(memory_.get(), first);
    return IDAReInit(memory_.get(), 0, y, slope_.get());
  }
  int advance(double stop, N_Vector y, double& t) override {
    IDASetStopTime(memory_.get(), stop);
    return IDASolve(memory_.get(), stop, &t, y, slope_.get(), IDA_ONE_STEP);
  }
  int last_step(double& h, int& degree) override {
    IDAGetLastStep(memory_.get(), &h);
    return IDAGetLastOrder(memory_.get(), &degree);
  }
  int interpolant(double t, int k, N_Vector out) override { return IDAGetDky(memory_.get(), t, k, out); }
  std::string flag_name(int flag) override { return taken(IDAGetReturnFlagName(flag)); }

 private:
  Problem& problem_;
  Owned<N_Vector, N_VDestroy> slope_;
  Owned<void*, free_ida> memory_;
};

}  // namespace

std::unique_ptr<Core> make_core(SundialsSolver solver, Workshop& shop) {
  switch (solver) {
    case SundialsSolver::cvode_adams: return std::make_unique<Cvode>(shop, false);
    case SundialsSolver::cvode_bdf: return std::make_unique<Cvode>(shop, true);
    case SundialsSolver::erk: return std::make_unique<Arkode>(shop, false);
    case SundialsSolver::dirk: return std::make_unique<Arkode>(shop, true);
    case SundialsSolver::ida: break;
  }
  return std::make_unique<Ida>(shop);
}

}  // namespace saltus::sundials
