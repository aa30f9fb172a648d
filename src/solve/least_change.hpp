#pragma once
// The point nearest to a guess at which equations hold: F(z) = 0 with the least sum of weight_j (z_j - guess_j)^2.
//
//   y = sqrt(weight) z
//   approach:  y <- y - lambda A+ F, A = dF/dy, A+ F the shortest solution (row_basis.hpp), damped as in tape/implicit_block.hpp, until
//              the steps are rounding                                               (Gauss-Newton: quadratic, to a point nearby)
//   repeat:    move along the surface towards the guess, y <- y + mu (I - A+ A)(guess - y), and approach again, as long as that
//              brings y nearer                                                      (linear: the factor is curvature times distance)
//
// Equations that follow from others (a constraint that is stated twice) do no harm: only rows that are independent are asked, and all of
// them must hold in the end.
//
// In numbers with derivatives the derivative of F is zero as well in the end, unless it asks for what no change of the unknowns gives: y^2 = p
// holds at y = 0 for p = 0, and y has no derivative by p there. Where the search comes from aside, it comes to such a point only linearly.

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "number/number.hpp"
#include "solve/row_basis.hpp"

namespace saltus {

/// How a search ended.
template <class T>
struct LeastChangeOutcome {
  bool met = false;
  T move{};                          ///< length of the change in y: sqrt(sum weight_j (z_j - guess_j)^2)
  std::vector<std::size_t> unmet;    ///< the equations that do not hold, those farthest from holding first
  std::vector<std::size_t> against;  ///< equations that hold and leave no room for the first of `unmet`
  std::optional<std::size_t> rough;  ///< an equation that holds, but that no derivative of the unknowns keeps holding
};

/// A search for one system of equations; keeps its room, so that searching again allocates nothing.
template <class T>
class LeastChange {
 public:
  /// weights: one for each unknown, positive (1/nominal^2; equal weights by default). held: unknowns that must not change.
  LeastChange(std::size_t equations, const std::vector<T>& weights, std::vector<bool> held)
      : unknowns_(weights.size()),
        held_(std::move(held)),
        basis_(equations, weights.size()),
        f_(equations, T(0)),
        jacobian_(equations * weights.size(), T(0)),
        start_(unknowns_, T(0)),
        step_(start_),
        next_(start_),
        guess_(start_),
        best_(start_) {
    for (const T& w : weights) root_weight_.push_back(sqrt(w));
  }

  /// z is the guess, and becomes the point found, or the last one tried where equations cannot be met.
  /// system.residuals(z, f): the values of all equations at z;
  /// system.jacobian(z, a): a[i * unknowns + j] = dF_i/dz_j, right after residuals at the same z; all entries are zero before.
  template <class System>
  LeastChangeOutcome<T> solve(std::span<T> z, System&& system) {
    std::ranges::copy(z, guess_.begin());
    LeastChangeOutcome<T> outcome;
    outcome.met = approach(z, system);
    const bool linearly = slow_ >= slow_enough;
    if (outcome.met) draw_near(z, system);
    if constexpr (has_derivative<T>)
      if (outcome.met) outcome.rough = linearly ? flattest() : undetermined(z);
    outcome.move = distance(z);
    if (!outcome.met) name_unmet(z, outcome);
    return outcome;
  }

 private:
  static constexpr int max_steps = 200, max_halvings = 40, max_refinements = 100;
  static constexpr int slow_enough = 4;  // steps in a row: where convergence is quadratic there are two

  /// Does F hold in the end, to rounding?
  template <class System>
  bool approach(std::span<T> z, System&& system) {
    const T u = unit_roundoff<T>();
    bool quick = false, quicker = false;
    slow_ = 0;
    for (int i = 0; i < max_steps; ++i) {
      if (!linearise(z, system)) return false;
      newton_step(step_);
      const T size = scale(z), length = norm(step_);
      std::ranges::copy(z, start_.begin());
      T lambda(1), after(0);
      bool accepted = false, settled = false;
      for (int h = 0; h < max_halvings && !accepted; ++h) {
        for (std::size_t j = 0; j < unknowns_; ++j) z[j] = start_[j] + lambda * step_[j] / root_weight_[j];
        system.residuals(std::span<const T>(z), std::span<T>(f_));
        newton_step(next_);
        after = norm(next_);
        const bool stalls = after > T(0.5) * length;
        settled = length <= T(8) * u * size || (stalls && (quicker || length * length <= u * size * size));
        accepted = settled || after <= (T(1) - lambda * T(0.25)) * length;
        if (!accepted) lambda = lambda * T(0.5);
      }
      if (settled) return linearise(z, system) && all_hold(z);
      if (!accepted) return false;
      if (lambda == T(1) && after > T(0.1) * length)
        ++slow_;
      else if (length > T(1e-6) * size)  // nearer than that rounding may end any search at once
        slow_ = 0;
      quicker = quick && after <= T(0.0625) * length;
      quick = after <= T(0.0625) * length;
    }
    return false;
  }

  /// Along the surface towards the guess, as long as that brings z nearer, or what is left of the way along the surface shrinks.
  template <class System>
  void draw_near(std::span<T> z, System&& system) {
    const T u = unit_roundoff<T>();
    T mu(1), nearest = distance(z), before(0);
    for (int i = 0; i < max_refinements && mu > T(0.001); ++i) {
      for (std::size_t j = 0; j < unknowns_; ++j) next_[j] = held(j) ? T(0) : T(root_weight_[j] * (guess_[j] - z[j]));
      basis_.remove_from(next_);
      const T along = norm(next_);
      if (!(along > T(64) * u * scale(z)) || (i > 0 && mu == T(1) && !(along < before))) return;
      before = along;
      std::ranges::copy(z, best_.begin());
      for (std::size_t j = 0; j < unknowns_; ++j) z[j] = z[j] + mu * next_[j] / root_weight_[j];
      if (approach(z, system) && distance(z) <= nearest * (T(1) + T(8) * u)) {
        nearest = distance(z);
        continue;
      }
      std::ranges::copy(best_, z.begin());
      linearise(z, system);
      mu = mu * T(0.5);
    }
  }

  template <class System>
  bool linearise(std::span<T> z, System&& system) {
    system.residuals(std::span<const T>(z), std::span<T>(f_));
    for (T& a : jacobian_) a = T(0);
    system.jacobian(std::span<const T>(z), std::span<T>(jacobian_));
    for (const T& f : f_)
      if (!is_finite(f)) return false;
    for (std::size_t r = 0; r < basis_.rows(); ++r)
      for (std::size_t j = 0; j < unknowns_; ++j)
        basis_.at(r, j) = held(j) ? T(0) : T(jacobian_[r * unknowns_ + j] / root_weight_[j]);
    const T u = unit_roundoff<T>();
    basis_.find(pow(u, T(2) / T(3)));
    return true;
  }

  void newton_step(std::vector<T>& step) {
    for (T& f : f_) f = -f;
    basis_.shortest(f_, step);
    for (T& f : f_) f = -f;
  }

  /// How far, in y, the surface of an equation is; of one that nothing can change: its residual.
  T remoteness(std::size_t r) const {
    const T size = abs(f_[r]);
    return basis_.length(r) > T(0) ? T(size / basis_.length(r)) : size;
  }
  bool holds(std::size_t r, std::span<const T> z) const {
    return remoteness(r) <= T(10000) * unit_roundoff<T>() * scale(z) || abs(f_[r]) <= rounding_of(r, z);
  }
  bool all_hold(std::span<const T> z) const {
    for (std::size_t r = 0; r < f_.size(); ++r)
      if (!holds(r, z)) return false;
    return true;
  }
  /// Of a residual, as far as it comes from the unknowns.
  T rounding_of(std::size_t r, std::span<const T> z) const {
    T sum(0);
    for (std::size_t j = 0; j < unknowns_; ++j) sum = sum + abs(jacobian_[r * unknowns_ + j] * z[j]);
    return T(64) * unit_roundoff<T>() * sum;
  }

  /// An equation whose derivative is not zero, but for rounding and what the last step left of it.
  [[nodiscard]] std::optional<std::size_t> undetermined(std::span<const T> z) const
    requires has_derivative<T>
  {
    using D = std::remove_cvref_t<decltype(f_[0].d())>;
    for (std::size_t r = 0; r < f_.size(); ++r) {
      D by_unknowns(0), terms(0);
      for (std::size_t j = 0; j < unknowns_; ++j) {
        const D& a = jacobian_[r * unknowns_ + j].v();
        by_unknowns += a * z[j].d();
        terms += abs(a * z[j].d()) + abs(a * z[j].v());
      }
      const D rest = abs(f_[r].d()), by_itself = abs(f_[r].d() - by_unknowns);
      if (rest > D(1e-4) * by_itself && rest > D(1e-10) * terms) return r;
    }
    return std::nullopt;
  }
  /// The equation that changes least with the unknowns.
  [[nodiscard]] std::size_t flattest() const {
    std::size_t least = 0;
    for (std::size_t r = 1; r < f_.size(); ++r)
      if (basis_.length(r) < basis_.length(least)) least = r;
    return least;
  }

  void name_unmet(std::span<const T> z, LeastChangeOutcome<T>& outcome) {
    for (std::size_t r = 0; r < f_.size(); ++r)
      if (!holds(r, z)) outcome.unmet.push_back(r);
    std::ranges::sort(outcome.unmet, [&](std::size_t a, std::size_t b) {
      const T here = remoteness(a), there = remoteness(b);
      const bool no_number = here != here;
      if (no_number != (there != there)) return no_number;
      return no_number || here == there ? a < b : here > there;
    });
    if (outcome.unmet.empty()) return;
    const std::size_t first = outcome.unmet.front();
    if (!(basis_.length(first) > T(0)) || std::ranges::find(basis_.chosen(), first) != basis_.chosen().end()) return;
    for (const std::size_t r : basis_.parts_of(first))
      if (holds(r, z)) outcome.against.push_back(r);
  }

  [[nodiscard]] bool held(std::size_t j) const { return j < held_.size() && held_[j]; }
  [[nodiscard]] T scale(std::span<const T> z) const {
    T largest(1);
    for (std::size_t j = 0; j < unknowns_; ++j)
      if (!held(j) && abs(z[j]) * root_weight_[j] > largest) largest = abs(z[j]) * root_weight_[j];
    return largest;
  }
  [[nodiscard]] static T norm(const std::vector<T>& y) {
    T sum(0);
    for (const T& x : y) sum = sum + x * x;
    return sqrt(sum);
  }
  [[nodiscard]] T distance(std::span<const T> z) const {
    T sum(0);
    for (std::size_t j = 0; j < unknowns_; ++j) {
      const T d = root_weight_[j] * (z[j] - guess_[j]);
      sum = sum + d * d;
    }
    return sqrt(sum);
  }

  std::size_t unknowns_;
  std::vector<bool> held_;
  std::vector<T> root_weight_;
  RowBasis<T> basis_;
  std::vector<T> f_, jacobian_;
  std::vector<T> start_, step_, next_, guess_, best_;
  int slow_ = 0;  // steps in a row that came nearer, but not quicker; the last ones of all
};

}  // namespace saltus
