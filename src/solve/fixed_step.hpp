#pragma once
// Explicit Runge-Kutta methods with a fixed step.
//
//   euler  x + s k1                                        k1 = f(0, x)
//   heun   x + s k1 + s^2 (k2 - k1)/(2h)                   k2 = f(h, x + h k1)
//   rk4    the cubic with x and f at both ends of the classical step of order 4
//
// At s = h the polynomials are the methods' own values. Inside, their error is of the order of one step of the method, so that events
// do not lower the order: h^2, h^3, h^4 for a global error of h, h^2 and (locally h^4) h^4 at isolated events.

#include <vector>

#include "solve/method.hpp"

namespace saltus {

enum class FixedStepFormula { euler, heun, rk4 };

template <class T>
class FixedStepMethod final : public Method<T> {
 public:
  /// step > 0
  FixedStepMethod(FixedStepFormula formula, const T& step) : formula_(formula), step_(step) {}

  [[nodiscard]] int degree() const override {
    return formula_ == FixedStepFormula::euler ? 1 : formula_ == FixedStepFormula::heun ? 2 : 3;
  }
  [[nodiscard]] T fixed_length() const override { return step_; }

  bool step(OdeSystem<T>& system, bool, const T&, const T& longest, StatePolynomials<T>& out) override {
    n_ = system.size();
    for (auto* v : {&k1_, &k2_, &k3_, &k4_, &x_}) v->resize(n_, T(0));
    out.degree = degree();
    out.length = step_ < longest ? step_ : longest;
    system.derivative(T(0), system.state(), k1_);
    switch (formula_) {
      case FixedStepFormula::euler: euler(system, out); break;
      case FixedStepFormula::heun: heun(system, out); break;
      case FixedStepFormula::rk4: rk4(system, out); break;
    }
    return true;
  }

 private:
  void euler(OdeSystem<T>& system, StatePolynomials<T>& out) {
    for (std::size_t j = 0; j < n_; ++j) {
      out.of(j)[0] = system.state()[j];
      out.of(j)[1] = k1_[j];
    }
  }

  void heun(OdeSystem<T>& system, StatePolynomials<T>& out) {
    const T& h = out.length;
    slope_at(system, h, k1_, k2_);
    for (std::size_t j = 0; j < n_; ++j) {
      T* q = out.of(j);
      q[0] = system.state()[j];
      q[1] = k1_[j];
      q[2] = (k2_[j] - k1_[j]) / (T(2) * h);
    }
  }

  void rk4(OdeSystem<T>& system, StatePolynomials<T>& out) {
    const T& h = out.length;
    const T half = h * T(0.5);
    slope_at(system, half, k1_, k2_);
    slope_at(system, half, k2_, k3_);
    slope_at(system, h, k3_, k4_);
    for (std::size_t j = 0; j < n_; ++j) {
      k2_[j] = (k1_[j] + T(2) * (k2_[j] + k3_[j]) + k4_[j]) / T(6);  // mean slope
      x_[j] = system.state()[j] + h * k2_[j];
    }
    system.derivative(h, x_, k4_);
    for (std::size_t j = 0; j < n_; ++j) {
      T* q = out.of(j);
      q[0] = system.state()[j];
      q[1] = k1_[j];
      q[2] = (T(3) * k2_[j] - T(2) * k1_[j] - k4_[j]) / h;
      q[3] = (k1_[j] + k4_[j] - T(2) * k2_[j]) / (h * h);
    }
  }

  /// f at s, reached from the present point with slope `from`.
  void slope_at(OdeSystem<T>& system, const T& s, const std::vector<T>& from, std::vector<T>& out) {
    for (std::size_t j = 0; j < n_; ++j) x_[j] = system.state()[j] + s * from[j];
    system.derivative(s, x_, out);
  }

  FixedStepFormula formula_;
  T step_;
  std::size_t n_ = 0;
  std::vector<T> k1_, k2_, k3_, k4_, x_;
};

}  // namespace saltus
