#pragma once
// Radau IIA of order 5 with adaptive steps, for stiff motion.
//
//   z_i = h sum a_ij f(c_j h, x + z_j), i = 1..3, by simplified Newton iteration: one Jacobian J for all stages, and by the change of
//   variables w = t^-1 z two linear systems, gamma/h - J of size n and [alpha/h - J, beta/h; -beta/h, alpha/h - J] of size 2n
//   the end of the step is the third stage, x + z_3
//   error estimate d = (1 - h J/gamma)^-1 (h f(0, x)/gamma + sum e_i z_i), of order h^4; if it would reject a first step or one after a
//   rejection, once more with f(0, x + d)
//   J stays while Newton converges fast; the factors stay while the step would change by less than 20 %
//
// Dense output, in q = s/h: the cubic through 0, z_1, z_2, z_3,
//   plus gamma d (q - 9/2 q^2 + 6 q^3 - 5/2 q^4): without the filter in d this makes it the polynomial of degree 4 with the slopes f at
//     0 and at the nodes. It vanishes at q = 1 (the nodes are those of a quadrature that integrates it exactly), and where the motion
//     is stiff the filter takes out of f(0, x) what stiffness has made of the error of x. There the stages are good, but a cubic
//     through them need not be:
//   plus a multiple of q (q - c_1)(q - c_2)(q - 1) that leads the polynomial through a point of the step before.
// The error is of order h^5. The size of the last term, of order h^4, counts as an error estimate too: in stiff motion the end of a
// step may be right when its inside, where events are searched, is not.
// docs/math/radau.md has the derivation and what was measured.
// Source: E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, 2nd ed., section IV.8; step size: formula (8.25).

#include <algorithm>
#include <cmath>
#include <vector>

#include "solve/lu.hpp"
#include "solve/method.hpp"
#include "solve/radau_tableau.hpp"

namespace saltus {

template <class T>
class RadauMethod final : public Method<T> {
 public:
  explicit RadauMethod(const T& tol)
      : tol_(tol),
        estimate_tol_(pow(tol, T(0.8)) * T(0.25)),
        newton_tol_(std::max(T(10) * unit_roundoff<T>() / tol, T(0.05), std::less<>{})) {}

  [[nodiscard]] int degree() const override { return 4; }
  [[nodiscard]] double cost() const override { return cost_; }

  bool step(OdeSystem<T>& system, bool continues, const T& first, const T& longest, StatePolynomials<T>& out) override {
    prepare(system, continues, first, longest);
    for (int attempt = 0; attempt < most_attempts; ++attempt) {
      h_ = next_ < longest ? next_ : longest;
      if (!jacobian_known_) compute_jacobian(system);
      if (!(factored_for_ == h_) && !factor()) {
        fall_back(T(0.5));
        continue;
      }
      predict_stages(continues);
      if (!newton(system)) {
        const bool was_fresh = fresh_;
        jacobian_known_ = false;
        if (was_fresh) fall_back(T(0.25));
        continue;
      }
      const T ends = estimate(system, !continues || rejected_);
      const T error = std::max(ends, make_dense(continues), std::less<>{});
      const T quotient = step_quotient(error);
      if (!(error < T(1))) {  // also where it is not a number
        fall_back(is_finite(quotient) ? T(T(1) / quotient) : T(0.1));
        continue;
      }
      accept(system, error, quotient, longest, out);
      return true;
    }
    this->problem_ = "the equations of a Radau step cannot be solved, however short the step";
    this->remedy_ = "the motion may have a singularity here; look at the last values, or try --solver taylor";
    return false;
  }

 private:
  static constexpr int most_attempts = 200;
  static constexpr int most_iterations = 10;
  // Smaller numbers lose digits, and no step has a small error relative to them.
  static constexpr double smallest_size = is_machine_number<T> ? 1e-300 : 0;

  void prepare(OdeSystem<T>& system, bool continues, const T& first, const T& longest) {
    n_ = system.size();
    cost_ = 0;
    rejected_ = false;
    for (auto* v : {&f0_, &x_, &d_, &scale_, &end_}) v->resize(n_, T(0));
    for (auto* v : {&z_, &w_, &r_}) v->resize(3 * n_, T(0));
    if (!continues) {
      jacobian_known_ = false;
      first_ = true;
      rest_ = T(1);  // how fast Newton converged elsewhere says nothing about here
      next_ = first > T(0) ? first : longest * T(1e-6);
    }
    T least(0);
    for (std::size_t j = 0; j < n_; ++j) {
      scale_[j] = system.scale(j);
      x_[j] = system.state()[j];
      least = std::max(least, T(T(least_share) * scale_[j]), std::less<>{});
    }
    for (T& scale : scale_) scale = std::max(scale, least, std::less<>{});
    system.derivative(T(0), system.state(), f0_);
    count_derivatives(system, 1);
  }

  void compute_jacobian(OdeSystem<T>& system) {
    jacobian_.resize(n_ * n_, T(0));
    system.jacobian(T(0), system.state(), jacobian_);
    cost_ += system.operations() * (3 + 4 * static_cast<double>(n_));
    jacobian_known_ = fresh_ = true;
    factored_for_ = T(0);
  }

  bool factor() {
    factored_for_ = T(0);
    const T real = tableau_.gamma / h_, alpha = tableau_.alpha / h_, beta = tableau_.beta / h_;
    const auto a = real_.matrix(n_);
    for (std::size_t i = 0; i < n_; ++i)
      for (std::size_t j = 0; j < n_; ++j) a[i * n_ + j] = (i == j ? real : T(0)) - jacobian_[i * n_ + j];
    const std::size_t m = 2 * n_;
    const auto b = pair_.matrix(m);
    for (std::size_t i = 0; i < n_; ++i)
      for (std::size_t j = 0; j < n_; ++j) {
        b[i * m + j] = b[(n_ + i) * m + n_ + j] = (i == j ? alpha : T(0)) - jacobian_[i * n_ + j];
        b[i * m + n_ + j] = i == j ? beta : T(0);
        b[(n_ + i) * m + j] = i == j ? -beta : T(0);
      }
    cost_ += 3 * std::pow(static_cast<double>(n_), 3);
    if (!real_.factor() || !pair_.factor()) return false;
    factored_for_ = h_;
    return true;
  }

  // The polynomial of the last step goes on; w = t^-1 z.
  void predict_stages(bool continues) {
    const T ratio = continues && last_h_ > T(0) ? T(h_ / last_h_) : T(0);
    for (std::size_t j = 0; j < n_; ++j) {
      std::array<T, 3> z{T(0), T(0), T(0)};
      if (ratio > T(0))
        for (std::size_t i = 0; i < 3; ++i) {
          z[i] = value(last_, j, T(1) + tableau_.c[i] * ratio) - value(last_, j, T(1));
        }
      put(z_, j, z);
      put(w_, j, product(tableau_.t_inverse, z));
    }
  }

  bool newton(OdeSystem<T>& system) {
    T before(0);
    for (iterations_ = 1; iterations_ <= most_iterations; ++iterations_) {
      if (!residual(system)) return false;
      real_.solve(std::span<T>(r_.data(), n_));
      pair_.solve(std::span<T>(r_.data() + n_, 2 * n_));
      cost_ += 5 * static_cast<double>(n_ * n_);
      const T change = norm(r_, 3);
      if (!is_finite(change)) return false;
      if (iterations_ > 1) {
        const T rate = change / before;
        theta_ = iterations_ == 2 ? rate : sqrt(rate * rate_);
        rate_ = rate;
        if (!(theta_ < T(0.99))) return false;
        rest_ = theta_ / (T(1) - theta_);
        T predicted = rest_ * change;
        for (int i = iterations_; i < most_iterations; ++i) predicted = predicted * theta_;
        if (predicted > newton_tol_) return false;
      } else {
        rest_ = pow(rest_ > unit_roundoff<T>() ? rest_ : unit_roundoff<T>(), T(0.8));
      }
      before = change;
      for (std::size_t i = 0; i < 3 * n_; ++i) w_[i] += r_[i];
      for (std::size_t j = 0; j < n_; ++j) put(z_, j, product(tableau_.t, get(w_, j)));
      if (rest_ * change <= newton_tol_) return true;
    }
    return false;
  }

  // r = t^-1 f(x + z) - Lambda w/h
  bool residual(OdeSystem<T>& system) {
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < n_; ++j) end_[j] = x_[j] + z_[i * n_ + j];
      system.derivative(T(tableau_.c[i] * h_), end_, std::span<T>(r_.data() + i * n_, n_));
    }
    count_derivatives(system, 3);
    const T real = tableau_.gamma / h_, alpha = tableau_.alpha / h_, beta = tableau_.beta / h_;
    for (std::size_t j = 0; j < n_; ++j) {
      const auto f = product(tableau_.t_inverse, get(r_, j));
      if (!is_finite(f[0]) || !is_finite(f[1]) || !is_finite(f[2])) return false;
      const auto w = get(w_, j);
      put(r_, j, {f[0] - real * w[0], f[1] - alpha * w[1] - beta * w[2], f[2] + beta * w[1] - alpha * w[2]});
    }
    return true;
  }

  T estimate(OdeSystem<T>& system, bool twice) {
    for (std::size_t j = 0; j < n_; ++j) end_[j] = x_[j] + z_[2 * n_ + j];
    // Where the filter takes much away the order is reduced, and the estimate is no longer far above the error: it then has to
    // meet the tolerance itself.
    const T passed = filter(f0_);
    const T allowed = T(1) + (estimate_tol_ / tol_ - T(1)) * passed * passed;
    T error = norm(d_, 1) / allowed;
    if (!(error >= T(1)) || !twice) return error;
    const std::vector<T> keep = d_;
    std::vector<T> f(n_, T(0)), moved(n_, T(0));
    for (std::size_t j = 0; j < n_; ++j) moved[j] = x_[j] + d_[j];
    system.derivative(T(0), moved, f);
    count_derivatives(system, 1);
    filter(f);
    error = norm(d_, 1) / allowed;
    d_ = keep;
    return error;
  }

  /// Makes d_; the part of its size that passed the filter.
  T filter(const std::vector<T>& f) {
    const T factor = tableau_.gamma / h_;
    for (std::size_t j = 0; j < n_; ++j) {
      const auto z = get(z_, j);
      d_[j] = f[j] + factor * (tableau_.e[0] * z[0] + tableau_.e[1] * z[1] + tableau_.e[2] * z[2]);
    }
    const T before = norm(d_, 1);
    real_.solve(d_);
    const T after = norm(d_, 1) * factor;
    return after < before ? T(after / before) : T(1);
  }

  /// h / (next h)
  T step_quotient(const T& error) const {
    const T safety = T(0.9) * T(2 * most_iterations + 1) / T(2 * most_iterations + iterations_);
    const T e = error > T(1e-10) ? error : T(1e-10);
    return limited(sqrt(sqrt(e)) / safety);
  }
  static T limited(const T& quotient) { return quotient < T(0.125) ? T(0.125) : quotient > T(5) ? T(5) : quotient; }

  void accept(OdeSystem<T>&, const T& error, T quotient, const T& longest, StatePolynomials<T>& out) {
    const T e = error > T(0.01) ? error : T(0.01);
    if (!first_)
      quotient = std::max(quotient, limited(last_h_ / h_ * sqrt(sqrt(error * error / last_error_)) / T(0.9)), std::less<>{});
    first_ = false;
    last_error_ = e;
    T growth = T(1) / quotient;
    if (rejected_ && growth > T(1)) growth = T(1);
    const T proposed = h_ * growth;
    const bool fast = theta_ <= T(1e-3) || iterations_ == 1;
    const bool cut = !(h_ < longest) && next_ > h_;  // accuracy would have allowed more
    if (cut) {
      next_ = std::min(std::max(next_, proposed, std::less<>{}), T(T(50) * h_), std::less<>{});  // dense output looks back
    } else if (!(fast && growth >= T(1) && growth <= T(1.2))) {
      next_ = proposed;
    }
    fresh_ = false;
    if (!fast) jacobian_known_ = false;
    last_h_ = h_;
    write(out);
  }

  /// Fills dense_; the estimate of its error relative to what is allowed.
  T make_dense(bool continues) {
    const T &c1 = tableau_.c[0], &c2 = tableau_.c[1];
    const T ratio = continues ? T(last_h_ / h_) : T(0);
    const bool has_past = ratio > T(0.01);
    const T back = ratio < T(0.5) ? ratio : T(0.5);
    const T past_product = back * (back + c1) * (back + c2) * (back + T(1));  // q (q - c_1) (q - c_2) (q - 1) at -back
    dense_.resize(4 * n_, T(0));
    correction_.resize(n_, T(0));
    for (std::size_t j = 0; j < n_; ++j) {
      const auto z = get(z_, j);
      const T d1 = z[0] / c1, d2 = z[1] / c2;
      const T d12 = (d2 - d1) / (c2 - c1), d23 = (z[2] - d2) / (T(1) - c2), d123 = (d23 - d12) / (T(1) - c1);
      const T d = tableau_.gamma * d_[j];
      T* a = dense_.data() + 4 * j;
      a[0] = d1 - c1 * d12 + c1 * c2 * d123 + d;
      a[1] = d12 - (c1 + c2) * d123 - T(4.5) * d;
      a[2] = d123 + T(6) * d;
      a[3] = T(-2.5) * d;
      if (!has_past) continue;
      const T past = value(last_, j, T(1) - back / ratio) - value(last_, j, T(1));
      const T multiple = (past - value(dense_, j, -back)) / past_product;
      a[0] -= T(0.1) * multiple;
      a[1] += T(0.9) * multiple;
      a[2] -= T(1.8) * multiple;
      a[3] += multiple;
      correction_[j] = T(0.0181) * multiple;  // the largest value of the product on [0, 1]
    }
    return has_past ? T(norm(correction_, 1) * (tol_ / estimate_tol_)) : T(0);
  }

  /// sum over k = 1..4 of a_k q^k
  static T value(const std::vector<T>& a, std::size_t j, const T& q) {
    const T* c = a.data() + 4 * j;
    return q * (c[0] + q * (c[1] + q * (c[2] + q * c[3])));
  }

  void write(StatePolynomials<T>& out) {
    last_ = dense_;
    out.degree = 4;
    out.length = h_;
    const T inverse = T(1) / h_;
    for (std::size_t j = 0; j < n_; ++j) {
      T* q = out.of(j);
      q[0] = x_[j];
      T power(1);
      for (std::size_t k = 0; k < 4; ++k) {
        power = power * inverse;
        q[k + 1] = dense_[4 * j + k] * power;
      }
    }
  }

  void fall_back(const T& factor) {
    next_ = h_ * factor;
    rejected_ = true;
    if (!fresh_) jacobian_known_ = false;
  }

  /// The largest component relative to tol * scale.
  T norm(const std::vector<T>& v, std::size_t blocks) const {
    T largest(0);
    for (std::size_t i = 0; i < blocks; ++i)
      for (std::size_t j = 0; j < n_; ++j) {
        const T size = std::max({scale_[j], T(abs(x_[j])), T(abs(x_[j] + z_[2 * n_ + j])), T(smallest_size)}, std::less<>{});
        const T part = abs(v[i * n_ + j]);
        if (!is_finite(part)) return part;
        if (size > T(0)) largest = std::max(largest, T(part / (tol_ * size)), std::less<>{});
      }
    return largest;
  }

  std::array<T, 3> get(const std::vector<T>& v, std::size_t j) const { return {v[j], v[n_ + j], v[2 * n_ + j]}; }
  void put(std::vector<T>& v, std::size_t j, const std::array<T, 3>& x) const {
    v[j] = x[0];
    v[n_ + j] = x[1];
    v[2 * n_ + j] = x[2];
  }
  static std::array<T, 3> product(const typename RadauTableau<T>::Matrix& m, const std::array<T, 3>& x) {
    std::array<T, 3> r;
    for (std::size_t i = 0; i < 3; ++i) r[i] = m[i][0] * x[0] + m[i][1] * x[1] + m[i][2] * x[2];
    return r;
  }

  void count_derivatives(const OdeSystem<T>& system, int count) { cost_ += 3 * count * system.operations(); }

  RadauTableau<T> tableau_;
  T tol_, estimate_tol_, newton_tol_;
  std::size_t n_ = 0;
  std::vector<T> jacobian_, f0_, x_, d_, scale_, end_;  // d_: the filtered difference that is the error estimate
  std::vector<T> z_, w_, r_;                            // three stages, one after the other
  std::vector<T> dense_, last_;  // polynomials of this and the last step in q = s/h: q to q^4 of each state
  std::vector<T> correction_;
  DenseLu<T> real_, pair_;
  T h_{}, next_{}, last_h_{}, factored_for_{}, last_error_{};
  T theta_{}, rate_{}, rest_{1};
  int iterations_ = 0;
  bool jacobian_known_ = false, fresh_ = false, rejected_ = false, first_ = true;
  double cost_ = 0;
};

}  // namespace saltus
