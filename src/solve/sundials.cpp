#include "solve/sundials.hpp"

#include <arkode/arkode_arkstep.h>
#include <cvode/cvode.h>
#include <fmt/format.h>
#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string_view>

#include "solve/hermite_quintic.hpp"

namespace saltus {

namespace {

std::span<double> values(N_Vector v) { return {N_VGetArrayPointer(v), static_cast<std::size_t>(N_VGetLength(v))}; }

template <class Handle, auto Free>
struct Freed {
  using pointer = Handle;
  void operator()(Handle h) const { Free(h); }
};
template <class Handle, auto Free>
using Owned = std::unique_ptr<std::remove_pointer_t<Handle>, Freed<Handle, Free>>;

void free_context(SUNContext c) { SUNContext_Free(&c); }
void free_linear_solver(SUNLinearSolver s) { SUNLinSolFree(s); }
void free_nonlinear_solver(SUNNonlinearSolver s) { SUNNonlinSolFree(s); }
void free_cvode(void* m) { CVodeFree(&m); }
void free_arkode(void* m) { ARKStepFree(&m); }
void free_ida(void* m) { IDAFree(&m); }

SUNContext new_context() {
  SUNContext c = nullptr;
  SUNContext_Create(nullptr, &c);
  return c;
}

/// What the callbacks of all five see.
struct Problem {
  OdeSystem<double>* system = nullptr;
  double present = 0;  ///< the solver's time at the present point; it counts from its last initialisation
  double tol = 0;
  std::vector<double> jacobian;
  std::vector<double> offset, x;  ///< the state is the solver's plus `offset`; x: room for it
  std::string message;            ///< the solver's last words

  std::span<const double> state(N_Vector y) {
    for (std::size_t j = 0; j < x.size(); ++j) x[j] = values(y)[j] + offset[j];
    return x;
  }
};

Problem& problem_of(void* data) { return *static_cast<Problem*>(data); }

int derivative(realtype t, N_Vector y, N_Vector out, void* data) {
  Problem& p = problem_of(data);
  p.system->derivative(t - p.present, p.state(y), values(out));
  return std::ranges::all_of(values(out), [](double x) { return std::isfinite(x); }) ? 0 : 1;  // 1: try a shorter step
}

void put_jacobian(Problem& p, double t, N_Vector y, SUNMatrix out, double sign, double diagonal) {
  const std::size_t n = p.system->size();
  p.jacobian.resize(n * n);
  p.system->jacobian(t - p.present, p.state(y), p.jacobian);
  for (std::size_t j = 0; j < n; ++j) {
    realtype* column = SUNDenseMatrix_Column(out, static_cast<sunindextype>(j));
    for (std::size_t i = 0; i < n; ++i) column[i] = sign * p.jacobian[i * n + j] + (i == j ? diagonal : 0);
  }
}

int jacobian(realtype t, N_Vector y, N_Vector, SUNMatrix out, void* data, N_Vector, N_Vector, N_Vector) {
  put_jacobian(problem_of(data), t, y, out, 1, 0);
  return 0;
}

int residual(realtype t, N_Vector y, N_Vector slope, N_Vector out, void* data) {
  const int result = derivative(t, y, out, data);
  for (std::size_t j = 0; j < values(out).size(); ++j) values(out)[j] = values(slope)[j] - values(out)[j];
  return result;
}

int residual_jacobian(realtype t, realtype cj, N_Vector y, N_Vector, N_Vector, SUNMatrix out, void* data, N_Vector, N_Vector,
                      N_Vector) {
  put_jacobian(problem_of(data), t, y, out, -1, cj);
  return 0;
}

int weights(N_Vector y, N_Vector out, void* data) {
  const Problem& p = problem_of(data);
  for (std::size_t j = 0; j < values(y).size(); ++j) {
    const double size = std::max(p.system->scale(j), std::abs(values(y)[j]));
    values(out)[j] = 1 / (p.tol * (size > 0 ? size : 1));  // of unknown size: 1
  }
  return 0;
}

// "At t = 0.3 and h = 1e-9, the error test failed": the time is theirs, which counts from the last initialisation, and is left out.
void listen(int, const char*, const char*, char* message, void* data) {
  std::string_view text = message;
  for (const std::string_view intro : {"At t = ", " and h = "})
    if (text.starts_with(intro)) text.remove_prefix(std::min(text.find_first_of(" ,", intro.size()), text.size()));
  text.remove_prefix(std::min(text.find_first_not_of(" ,"), text.size()));
  problem_of(data).message = text;
}

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

std::string taken(char* text) {
  std::string result = text ? text : "";
  std::free(text);
  return result;
}

/// Vectors, matrices and what else an implicit solver needs.
struct Workshop {
  Workshop(std::size_t n, SUNContext context, Problem& p)
      : context(context),
        problem(p),
        like(N_VNew_Serial(static_cast<sunindextype>(n), context)),
        matrix(SUNDenseMatrix(static_cast<sunindextype>(n), static_cast<sunindextype>(n), context)),
        linear(SUNLinSol_Dense(like.get(), matrix.get(), context)) {}

  SUNContext context;
  Problem& problem;
  Owned<N_Vector, N_VDestroy> like;
  Owned<SUNMatrix, SUNMatDestroy> matrix;
  Owned<SUNLinearSolver, free_linear_solver> linear;
};

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

class SundialsMethod final : public Method<double> {
 public:
  SundialsMethod(SundialsSolver solver, double tol) : solver_(solver), context_(new_context()) { problem_data_.tol = tol; }

  [[nodiscard]] int degree() const override { return 12; }

  bool step(OdeSystem<double>& system, bool continues, const double& first, const double& longest,
            StatePolynomials<double>& out) override {
    problem_data_.system = &system;
    if (!core_ || shop_->like == nullptr || values(y_.get()).size() != system.size()) make(system.size());
    if (!continues) {
      problem_data_.present = t_ = 0;
      since_begin_ = 0;
      std::ranges::copy(system.state(), values(y_.get()).begin());
      std::ranges::fill(problem_data_.offset, 0.0);
      if (const int flag = core_->begin(y_.get(), std::min(first, longest)); flag < 0) return failed(flag);
    }
    // A projection has moved the state: the solver's history stays, displaced by that much.
    for (std::size_t j = 0; j < system.size(); ++j) problem_data_.offset[j] = system.state()[j] - values(y_.get())[j];
    problem_data_.present = t_;
    if (longest <= 1e-13 * t_) return creep(system, longest, out);  // their time does not resolve this
    if (const int flag = core_->advance(t_ + longest, y_.get(), t_); flag < 0) return failed(flag);
    return write(system, longest, out);
  }

 private:
  void make(std::size_t n) {
    core_.reset();
    y_.reset();
    work_.reset();
    shop_ = std::make_unique<Workshop>(n, context_.get(), problem_data_);
    y_.reset(N_VClone(shop_->like.get()));
    work_.reset(N_VClone(shop_->like.get()));
    problem_data_.offset.assign(n, 0);
    problem_data_.x.assign(n, 0);
    std::ranges::copy(problem_data_.system->state(), values(shop_->like.get()).begin());
    switch (solver_) {
      case SundialsSolver::cvode_adams: core_ = std::make_unique<Cvode>(*shop_, false); break;
      case SundialsSolver::cvode_bdf: core_ = std::make_unique<Cvode>(*shop_, true); break;
      case SundialsSolver::erk: core_ = std::make_unique<Arkode>(*shop_, false); break;
      case SundialsSolver::dirk: core_ = std::make_unique<Arkode>(*shop_, true); break;
      case SundialsSolver::ida: core_ = std::make_unique<Ida>(*shop_); break;
    }
  }

  bool write(OdeSystem<double>& system, double longest, StatePolynomials<double>& out) {
    double h = 0;
    int degree = 0;
    core_->last_step(h, degree);
    const double begin = std::max(problem_data_.present, t_ - h);
    out.degree = std::max(1, degree);
    out.length = std::min(t_ - problem_data_.present, longest);
    // Their time rounds, and a limit is reached when it is within their rounding.
    if (t_ - problem_data_.present >= longest - 1e-13 * std::max(longest, t_)) out.length = longest;
    if (core_->has_derivatives()) {
      take_derivatives(begin, degree, out);
    } else if (++since_begin_; !take_quintic(system, out)) {
      out.degree = std::max(1, degree);
      since_begin_ > 3 ? take_values(begin, out) : take_slopes(system, out);
    }
    for (std::size_t j = 0; j < system.size(); ++j) {  // exactly from the present state to theirs at the end
      double* q = out.of(j);
      q[0] += problem_data_.offset[j];
      const double at_start = q[0] - system.state()[j], at_end = out.at(j, out.length) - end_of(j);
      q[0] = system.state()[j];
      q[1] += (at_start - at_end) / out.length;
    }
    return true;
  }

  double end_of(std::size_t j) const { return values(y_.get())[j] + problem_data_.offset[j]; }

  void take_derivatives(double begin, int degree, StatePolynomials<double>& out) {
    double factorial = 1;
    for (int k = 0; k <= out.degree; ++k) {
      if (k > 1) factorial *= k;
      if (k > degree || core_->interpolant(begin, k, work_.get()) < 0) std::ranges::fill(values(work_.get()), 0.0);
      for (std::size_t j = 0; j < out.states(); ++j) out.of(j)[k] = values(work_.get())[j] / factorial;
    }
  }

  bool take_quintic(OdeSystem<double>& system, StatePolynomials<double>& out) {
    if (!quintic_.make(system, problem_data_.state(y_.get()), problem_data_.tol, out)) return false;
    for (std::size_t j = 0; j < system.size(); ++j) out.of(j)[0] -= problem_data_.offset[j];
    return true;
  }

  // The cubic with values and slopes at both ends: for steps that are short enough not to be stiff.
  void take_slopes(OdeSystem<double>& system, StatePolynomials<double>& out) {
    const double h = out.length;
    std::vector<double> start(system.size()), end(system.size());
    system.derivative(0, system.state(), start);
    system.derivative(h, problem_data_.state(y_.get()), end);
    out.degree = 3;
    for (std::size_t j = 0; j < system.size(); ++j) {
      double* q = out.of(j);
      const double mean = (end_of(j) - system.state()[j]) / h;
      q[0] = system.state()[j] - problem_data_.offset[j];
      q[1] = start[j];
      q[2] = (3 * mean - 2 * start[j] - end[j]) / h;
      q[3] = (start[j] + end[j] - 2 * mean) / (h * h);
    }
  }

  // Newton's divided differences in q = s/length at Chebyshev's points, then powers of s.
  void take_values(double begin, StatePolynomials<double>& out) {
    const int n = out.degree;
    const double pi = std::acos(-1.0);
    std::vector<double> q;
    for (int i = 0; i <= n; ++i) q.push_back((1 - std::cos(pi * i / n)) / 2);
    for (int i = 0; i <= n; ++i) {
      core_->interpolant(begin + q[static_cast<std::size_t>(i)] * (t_ - begin), 0, work_.get());
      for (std::size_t j = 0; j < out.states(); ++j) out.of(j)[i] = values(work_.get())[j];
    }
    for (std::size_t j = 0; j < out.states(); ++j) {
      double* a = out.of(j);
      for (int level = 1; level <= n; ++level)
        for (int i = n; i >= level; --i)
          a[i] = (a[i] - a[i - 1]) / (q[static_cast<std::size_t>(i)] - q[static_cast<std::size_t>(i - level)]);
      for (int i = n - 1; i >= 0; --i)
        for (int k = i; k < n; ++k) a[k] -= q[static_cast<std::size_t>(i)] * a[k + 1];
      double power = 1;
      for (int k = 1; k <= n; ++k) a[k] *= (power /= out.length);
    }
  }

  bool creep(OdeSystem<double>& system, double longest, StatePolynomials<double>& out) {
    out.degree = 1;
    out.length = longest;
    system.derivative(0, system.state(), values(work_.get()));
    for (std::size_t j = 0; j < system.size(); ++j) {
      out.of(j)[0] = system.state()[j];
      out.of(j)[1] = values(work_.get())[j];
    }
    return true;
  }

  bool failed(int flag) {
    this->problem_ = fmt::format("SUNDIALS gives up: {}", core_->flag_name(flag));
    if (!problem_data_.message.empty()) this->problem_ += fmt::format(" ({})", problem_data_.message);
    this->remedy_ = "try --solver taylor, or radau where the motion is stiff";
    return false;
  }

  SundialsSolver solver_;
  Owned<SUNContext, free_context> context_;
  Problem problem_data_;
  std::unique_ptr<Workshop> shop_;
  Owned<N_Vector, N_VDestroy> y_, work_;
  std::unique_ptr<Core> core_;
  double t_ = 0;
  int since_begin_ = 0;
  HermiteQuintic quintic_;
};

}  // namespace

std::unique_ptr<Method<double>> make_sundials(SundialsSolver solver, double tol) {
  return std::make_unique<SundialsMethod>(solver, tol);
}

}  // namespace saltus
