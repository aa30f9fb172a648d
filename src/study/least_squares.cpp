// The least sum of squares S of a list r(x), with slopes J = dr/dx, exact or by differences of sixth order, gradient g = J^T r:
//
//   far:   (J^T J + mu diag(J^T J)) dx = -g; a step that lowers S by a good part of what J promises is taken and mu falls, else mu rises
//          (Levenberg-Marquardt)
//   near:  once steps are short, S says nothing more: it changes by rounding while x still changes in half of its digits. Then
//          B dx = -g with B = J^T J at first, and Broyden's update from the gradients of each step, which adds the curvature that J^T J
//          leaves out. Steps are taken as long as they shrink: to the noise of the runs.
//
// Unknowns at a bound, with S falling beyond it, are held.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "number/lu.hpp"
#include "study/broyden.hpp"
#include "study/differences.hpp"
#include "study/objective.hpp"

namespace saltus {
namespace {

constexpr double near = 1e-3;   // steps relative to the scale of the unknowns
constexpr double noise = 1e-6;  // steps that no longer shrink, but are shorter than this, are noise
constexpr double last_digits = 1e-15;
constexpr double first_damping = 1e-3, least_damping = 1e-12, most_damping = 1e12;
constexpr double light_damping = 10;                  // steps are not much shorter for it
constexpr double fair_share = 0.2, good_share = 0.7;  // of what J promises

class SquaresSearch {
 public:
  explicit SquaresSearch(Objective& objective)
      : objective_(objective),
        problem_(objective.problem()),
        n_(problem_.unknowns.size()),
        hessian_(n_, std::vector<double>(n_)) {}

  MinimizeOutcome search() {
    x_ = start_of(problem_.unknowns);
    if (!go_to(x_)) throw NoObjective{fmt::format("at the start, {}, {}", describe(problem_.unknowns, x_), trouble_)};
    while (!objective_.exhausted()) {
      take_slopes();
      for (std::size_t j = 0; j < n_; ++j) hessian_[j] = normal_row(j);
      const std::optional<std::vector<double>> dx = far_step();
      if (!dx) return stuck();
      if (length(*dx) < near) return approach();
    }
    return objective_.failure(fmt::format("no end after {} runs", objective_.runs().runs()),
                              "choose a `guess` nearer to the solution");
  }

 private:
  /// Takes list and sum at a place; false if there is none there.
  bool go_to(const Candidate& x) {
    const Evaluation e = objective_.runs().one(x);
    trouble_ = e.failure;
    if (e.good() && !list_.empty() && e.values.size() != list_.size()) {
      trouble_ = fmt::format("`{}` has {} entries, not {}", problem_.objective, e.values.size(), list_.size());
    }
    if (!trouble_.empty()) return false;
    x_ = x;
    list_ = e.values;
    sum_ = 0;
    for (const double r : list_) sum_ += r * r;
    return true;
  }

  void take_slopes() {
    const Derivatives d = derivatives(objective_.runs(), problem_.unknowns, x_, list_.size(), DifferenceOrder::sixth);
    if (!d.failure.empty()) throw NoObjective{d.failure};
    slopes_ = d.by_unknown;
    slope_errors_ = d.errors;
    gradient_.assign(n_, 0);
    for (std::size_t j = 0; j < n_; ++j) {
      for (std::size_t i = 0; i < list_.size(); ++i) gradient_[j] += slopes_[j][i] * list_[i];
    }
    held_.assign(n_, false);
    for (std::size_t j = 0; j < n_; ++j) {
      const Unknown& u = problem_.unknowns[j];
      held_[j] = (x_[j] == u.low && gradient_[j] > 0) || (x_[j] == u.high && gradient_[j] < 0);
    }
  }

  std::vector<double> normal_row(std::size_t j) const {
    std::vector<double> row(n_, 0.0);
    for (std::size_t k = 0; k < n_; ++k) {
      for (std::size_t i = 0; i < list_.size(); ++i) row[k] += slopes_[j][i] * slopes_[k][i];
    }
    return row;
  }

  /// (B + mu diag B) dx = -g for the unknowns that are not held; nothing if that is singular.
  std::optional<std::vector<double>> solve(double damping) const {
    LuFactors<double> factors(n_);
    std::vector<double> dx(n_), work(n_);
    for (std::size_t j = 0; j < n_; ++j) {
      for (std::size_t k = 0; k < n_; ++k) factors.at(j, k) = held_[j] || held_[k] ? 0 : hessian_[j][k];
      factors.at(j, j) = held_[j] ? 1 : hessian_[j][j] * (1 + damping);
      dx[j] = held_[j] ? 0 : -gradient_[j];
    }
    if (factors.factor()) return std::nullopt;
    factors.solve(dx.data(), work.data());
    return dx;
  }

  Candidate moved(const std::vector<double>& dx) const {
    Candidate y = x_;
    for (std::size_t j = 0; j < n_; ++j) y[j] = inside(problem_.unknowns[j], x_[j] + dx[j]);
    return y;
  }

  /// How far it went; nothing if no step lowers S.
  std::optional<std::vector<double>> far_step() {
    for (; damping_ < most_damping && !objective_.exhausted(); damping_ *= 10) {
      const std::optional<std::vector<double>> dx = solve(damping_);
      if (!dx) continue;
      if (damping_ <= light_damping && length(*dx) < near) return dx;
      const Candidate from = x_, y = moved(*dx);
      const std::vector<double> list_before = list_;
      const double before = sum_;
      if (y == from) return std::vector<double>(n_, 0.0);
      const double promised = promise(from, y);
      if (go_to(y) && before - sum_ > fair_share * promised) {
        if (before - sum_ > good_share * promised) damping_ = std::max(damping_ / 10, least_damping);
        return dx;
      }
      x_ = from;
      list_ = list_before;
      sum_ = before;
    }
    return std::nullopt;
  }

  /// How much S falls from one place to another, as far as J knows.
  double promise(const Candidate& from, const Candidate& to) const {
    double fall = 0;
    for (std::size_t i = 0; i < list_.size(); ++i) {
      double r = list_[i];
      for (std::size_t j = 0; j < n_; ++j) r += slopes_[j][i] * (to[j] - from[j]);
      fall += (list_[i] - r) * (list_[i] + r);
    }
    return std::max(fall, 0.0);
  }

  MinimizeOutcome approach() {
    std::vector<double> step(n_, 0.0), change(n_, 0.0);
    double before = std::numeric_limits<double>::infinity();
    for (;;) {
      const std::optional<std::vector<double>> dx = solve(0);
      if (!dx) return stuck();
      const double now = length(*dx);
      if (small(*dx) || (now >= before / 2 && now < noise)) return done(*dx);
      if (now > 2 * before || objective_.exhausted()) return stuck();
      before = now;
      const Candidate from = x_;
      const std::vector<double> gradient_before = gradient_;
      if (!go_to(moved(*dx))) throw NoObjective{fmt::format("at {} {}", describe(problem_.unknowns, moved(*dx)), trouble_)};
      take_slopes();
      for (std::size_t j = 0; j < n_; ++j) step[j] = x_[j] - from[j];
      for (std::size_t j = 0; j < n_; ++j) change[j] = gradient_[j] - gradient_before[j];
      explain_step(problem_.unknowns, x_, step, change, hessian_);
    }
  }

  double length(const std::vector<double>& dx) const { return length_of(problem_.unknowns, x_, dx); }

  bool small(const std::vector<double>& dx) const {
    for (std::size_t j = 0; j < n_; ++j) {
      if (std::abs(dx[j]) > std::max(problem_.tol, last_digits * scale_of(problem_.unknowns[j], x_[j]))) return false;
    }
    return true;
  }

  /// Where the last place is, whose S may be above an earlier one by rounding.
  MinimizeOutcome here() const {
    MinimizeOutcome outcome;
    outcome.values = x_;
    outcome.objective = sum_;
    return outcome;
  }

  MinimizeOutcome done(const std::vector<double>& dx) const {
    MinimizeOutcome outcome = here();
    outcome.found = true;
    const std::vector<double> blur = blur_of_slopes();
    for (std::size_t j = 0; j < n_; ++j) outcome.widths.push_back(std::abs(dx[j]) + blur[j]);
    return outcome;
  }

  /// What the errors of the slopes move: the gradient would be zero elsewhere.
  std::vector<double> blur_of_slopes() const {
    std::vector<double> blur(n_, 0.0), work(n_);
    LuFactors<double> factors(n_);
    for (std::size_t j = 0; j < n_; ++j)
      for (std::size_t k = 0; k < n_; ++k) factors.at(j, k) = held_[j] || held_[k] ? (j == k ? 1 : 0) : hessian_[j][k];
    if (factors.factor()) return blur;
    for (std::size_t j = 0; j < n_; ++j) {
      if (held_[j]) continue;
      std::vector<double> moved(n_, 0.0);
      for (std::size_t i = 0; i < list_.size(); ++i) moved[j] += slope_errors_[j][i] * std::abs(list_[i]);
      factors.solve(moved.data(), work.data());
      for (std::size_t k = 0; k < n_; ++k) blur[k] += std::abs(moved[k]);
    }
    return blur;
  }

  MinimizeOutcome stuck() const {
    MinimizeOutcome outcome = here();
    outcome.message = fmt::format("no step makes `{}` smaller from {}", problem_.objective, describe(problem_.unknowns, x_));
    outcome.help = "choose another `guess`, or method = \"nelder-mead\"";
    for (std::size_t j = 0; j < n_; ++j) {
      if (std::any_of(slopes_[j].begin(), slopes_[j].end(), [](double s) { return s != 0; })) continue;
      outcome.message = fmt::format("`{}` does not depend on `{}` near {}", problem_.objective, problem_.unknowns[j].name,
                                    describe(problem_.unknowns, x_));
      outcome.help = "choose another `guess`, or leave this unknown out";
    }
    return outcome;
  }

  Objective& objective_;
  const MinimizeProblem& problem_;
  std::size_t n_;
  Candidate x_;
  std::vector<double> list_;                                // at x_
  double sum_ = 0;                                          // of its squares
  std::vector<std::vector<double>> slopes_, slope_errors_;  // for each unknown
  std::vector<double> gradient_;
  std::vector<std::vector<double>> hessian_;
  std::vector<bool> held_;
  double damping_ = first_damping;
  std::string trouble_;
};

}  // namespace

MinimizeOutcome minimize_squares(Objective& objective) { return SquaresSearch(objective).search(); }

}  // namespace saltus
