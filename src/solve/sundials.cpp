#include "solve/sundials.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "solve/hermite_quintic.hpp"
#include "solve/sundials_core.hpp"

namespace saltus {

namespace sundials {
namespace {

SUNContext new_context() {
  SUNContext c = nullptr;
  SUNContext_Create(nullptr, &c);
  return c;
}

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
    core_ = make_core(solver_, *shop_);
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
  Context context_;
  Problem problem_data_;
  std::unique_ptr<Workshop> shop_;
  Vector y_, work_;
  std::unique_ptr<Core> core_;
  double t_ = 0;
  int since_begin_ = 0;
  HermiteQuintic quintic_;
};

}  // namespace
}  // namespace sundials

std::unique_ptr<Method<double>> make_sundials(SundialsSolver solver, double tol) {
  return std::make_unique<sundials::SundialsMethod>(solver, tol);
}

}  // namespace saltus
