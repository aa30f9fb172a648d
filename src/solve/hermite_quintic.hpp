#pragma once
// The quintic over a step with the values at both ends, and the slopes of the motion at both ends and at two points between.
//
// With q = s/h and slopes with respect to q:
//   p(q) = cubic(q) + q^2 (1 - q)^2 (a + b (q - 1/2)), the cubic with values and slopes at the ends
//   slopes r_1, r_2 beyond those of the cubic at q = 1/3, 2/3:  a = 27/8 (r_1 - r_2),  b = 81/4 (r_1 + r_2)
// The slopes between depend on p: they are computed from the last p, beginning with the cubic, until it settles. For x' = l x each pass
// is nearer by |h l|/3, so where the motion is stiff over the step, and slopes are amplified errors, it does not settle.

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "solve/method.hpp"
#include "solve/ode_system.hpp"

namespace saltus {

class HermiteQuintic {
 public:
  /// From the present state of `system` to `end` after out.length. false, and `out` undefined, if it does not settle to a tenth of
  /// tol * scale.
  bool make(OdeSystem<double>& system, std::span<const double> end, double tol, StatePolynomials<double>& out) {
    const std::size_t n = system.size();
    h_ = out.length;
    a_.assign(n, 0);
    b_.assign(n, 0);
    for (auto* v : {&first_, &last_, &x_, &third_, &two_thirds_}) v->resize(n);
    system.derivative(0, system.state(), first_);
    system.derivative(h_, end, last_);
    for (int pass = 0; pass < most_passes; ++pass) {
      slopes_at(system, end, 1.0 / 3, third_);
      slopes_at(system, end, 2.0 / 3, two_thirds_);
      if (!improve(system, end, tol)) continue;
      write(system, end, out);
      return true;
    }
    return false;
  }

 private:
  static constexpr int most_passes = 6;

  struct Cubic {
    double c1, c2, c3;
  };
  [[nodiscard]] Cubic cubic(std::size_t j, double change) const {
    const double f = h_ * first_[j], l = h_ * last_[j];
    return {f, 3 * change - 2 * f - l, f + l - 2 * change};
  }

  void slopes_at(OdeSystem<double>& system, std::span<const double> end, double q, std::vector<double>& slopes) {
    const double bump = q * q * (1 - q) * (1 - q);
    for (std::size_t j = 0; j < x_.size(); ++j) {
      const Cubic c = cubic(j, end[j] - system.state()[j]);
      x_[j] = system.state()[j] + q * (c.c1 + q * (c.c2 + q * c.c3)) + bump * (a_[j] + b_[j] * (q - 0.5));
    }
    system.derivative(q * h_, x_, slopes);
  }

  /// true if the values at the points between have settled.
  bool improve(const OdeSystem<double>& system, std::span<const double> end, double tol) {
    bool settled = true;
    for (std::size_t j = 0; j < x_.size(); ++j) {
      const Cubic c = cubic(j, end[j] - system.state()[j]);
      const double r1 = h_ * third_[j] - (c.c1 + 2.0 / 3 * c.c2 + 1.0 / 3 * c.c3);
      const double r2 = h_ * two_thirds_[j] - (c.c1 + 4.0 / 3 * c.c2 + 4.0 / 3 * c.c3);
      const double a = 27.0 / 8 * (r1 - r2), b = 81.0 / 4 * (r1 + r2);
      const double moved = 4.0 / 81 * (std::abs(a - a_[j]) + std::abs(b - b_[j]) / 6);
      const double size = std::max({system.scale(j), std::abs(system.state()[j]), std::abs(end[j])});
      settled = settled && moved <= 0.1 * tol * (size > 0 ? size : 1);
      a_[j] = a;
      b_[j] = b;
    }
    return settled;
  }

  void write(const OdeSystem<double>& system, std::span<const double> end, StatePolynomials<double>& out) const {
    out.degree = 5;
    for (std::size_t j = 0; j < x_.size(); ++j) {
      const Cubic c = cubic(j, end[j] - system.state()[j]);
      const double e = a_[j] - b_[j] / 2;
      const double powers[] = {system.state()[j], c.c1, c.c2 + e, c.c3 - 2 * e + b_[j], e - 2 * b_[j], b_[j]};
      double scale = 1;
      for (int k = 0; k <= 5; ++k) {
        out.of(j)[k] = powers[k] * scale;
        scale /= h_;
      }
    }
  }

  double h_ = 0;
  std::vector<double> a_, b_, first_, last_, x_, third_, two_thirds_;
};

}  // namespace saltus
