#pragma once
// A short step away from a point where the equations have values but no series, as x' = q - sqrt(x) at x = 0.
//
// There x = q t - (2/3) sqrt(q) t^(3/2) + ...: no series in t, but one in r = sqrt(t), in which the equation is dx/dr = 2 r f(r^2, x).
//   repeat with a quarter of the length, until all of this holds:
//     x at r/2 and r, each by collocation at the nodes of Radau IIA (order 5 in r); stages by iteration, which contracts like r
//     x at r in one step and in two agree to the tolerance
//     the parabola in t through x at 0, r^2/4 and r^2 is close: it differs from the chord by no more than ten tolerances
// Nothing is asked of the right-hand side but values. Where it is less smooth than a root of x the step is shorter, that is all.

#include <array>
#include <span>
#include <vector>

#include "solve/ode_system.hpp"
#include "solve/radau_tableau.hpp"

namespace saltus {

template <class T>
class RootTimeStep {
 public:
  explicit RootTimeStep(const T& tolerance) : tolerance_(tolerance) {}

  /// From local time 0, at most to `longest`. False: no step was found; the right-hand side may have no values ahead.
  bool step(OdeSystem<T>& system, const T& longest) {
    const std::size_t n = system.size();
    for (auto* v : {&early_, &late_, &whole_, &scale_, &before_}) v->resize(n, T(0));
    for (auto* stages : {&x_, &k_})
      for (auto& stage : *stages) stage.resize(n, T(0));
    start_.assign(system.state().begin(), system.state().end());
    for (std::size_t j = 0; j < n; ++j) {
      const T scale = system.scale(j);
      scale_[j] = !(scale > system.floor(j)) ? T(1) : scale > T(negligible) ? scale : T(negligible);
    }
    length_ = longest;
    for (int i = 0; i < most_trials; ++i) {
      if (try_length(system)) return true;
      length_ = length_ * T(0.25);
    }
    return false;
  }

  [[nodiscard]] const T& length() const { return length_; }
  [[nodiscard]] std::span<const T> early() const { return early_; }  ///< x at length()/4
  [[nodiscard]] std::span<const T> late() const { return late_; }    ///< x at length()

 private:
  static constexpr double negligible = 1e-100;  // no digits are asked of what is smaller
  static constexpr int most_trials = 400, most_iterations = 30;

  bool try_length(OdeSystem<T>& system) {
    const T r = sqrt(length_), half = r * T(0.5);
    return collocate(system, start_, T(0), half, early_) && collocate(system, early_, half, half, late_) &&
           is_nearly_straight() && collocate(system, start_, T(0), r, whole_) && is_near(late_, whole_, T(1));
  }

  bool is_nearly_straight() {
    for (std::size_t j = 0; j < start_.size(); ++j) before_[j] = start_[j] + (late_[j] - start_[j]) * T(0.25);
    return is_near(early_, before_, T(10));
  }

  bool is_near(const std::vector<T>& a, const std::vector<T>& b, const T& allowance) const {
    for (std::size_t j = 0; j < a.size(); ++j)
      if (!(abs(a[j] - b[j]) <= allowance * tolerance_ * scale_[j])) return false;
    return true;
  }

  /// x at r + step, into `out`, from x at r.
  bool collocate(OdeSystem<T>& system, const std::vector<T>& x, const T& r, const T& step, std::vector<T>& out) {
    for (auto& stage : x_) stage = x;
    for (int i = 0; i < most_iterations; ++i) {
      for (std::size_t s = 0; s < 3; ++s) {
        const T here = r + c_[s] * step;
        system.derivative(here * here, x_[s], k_[s]);
        for (T& k : k_[s]) {
          k = k * (here + here);
          if (!is_finite(k)) return false;
        }
      }
      before_ = x_[2];
      for (std::size_t s = 0; s < 3; ++s)
        for (std::size_t j = 0; j < x.size(); ++j)
          x_[s][j] = x[j] + step * (a_[s][0] * k_[0][j] + a_[s][1] * k_[1][j] + a_[s][2] * k_[2][j]);
      if (i > 2 && is_near(x_[2], before_, T(0.01))) {
        out = x_[2];
        return true;
      }
    }
    return false;
  }

  T tolerance_;
  typename RadauTableau<T>::Vector c_ = RadauTableau<T>::nodes(sqrt(T(6)));
  typename RadauTableau<T>::Matrix a_ = RadauTableau<T>::stage_matrix(sqrt(T(6)));
  T length_{};
  std::vector<T> start_, early_, late_, whole_, scale_, before_;
  std::array<std::vector<T>, 3> x_, k_;  // at the nodes: states, and their derivatives by r
};

}  // namespace saltus
