// With residuals r(x), slopes J = dr/dx, and lengths |.| in which each unknown is measured by its scale:
//
//   repeat  dx = -J^-1 r
//           for lambda = 1, 1/2, 1/4, ...:  y = x + lambda dx, inside the bounds;  dy = -J^-1 r(y)
//             accept y if |dy| <= (1 - lambda/4) |dx|            (natural monotonicity test: Deuflhard, Newton Methods, 2004)
//           J is taken anew (study/differences.hpp), unless |dy| was far smaller than |dx|;  secant: Broyden's update instead
//   until   dy is as small as asked, or corrections no longer shrink because they are the noise of the runs
//
// The test measures residuals by the corrections they ask for, so that targets of different sizes and units need no weights. A run that
// fails counts as a step too long.

#include "study/newton_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "number/lu.hpp"
#include "result/run_result.hpp"
#include "study/broyden.hpp"
#include "study/differences.hpp"
#include "study/flat_root.hpp"

namespace saltus {
namespace {

constexpr int most_halvings = 12;
constexpr double good_contraction = 0.01;           // below it J is kept
constexpr double noise = 1e-6;                      // corrections below it, relative, that do not shrink, are noise
constexpr double slow = 0.1, most_shrinking = 0.9;  // factors by which steps shrink
constexpr double alike = 0.2;                       // such factors, relative
constexpr double last_digits = 0x1p-51;
constexpr double least_share = 1e-24;  // of the scale: where a root at 0 ends the search
constexpr double coarseness = 1e-4;    // steps below it are no longer than those of differences
constexpr double unseen = 1e-9;        // relative changes of a measure

class NewtonSearch {
 public:
  NewtonSearch(const SeekProblem& problem, CountedRuns& runs)
      : problem_(problem), runs_(runs), n_(problem.unknowns.size()), slopes_(n_, std::vector<double>(n_)), factors_(n_) {}

  SeekOutcome search() {
    x_ = start_of(problem_.unknowns);
    const Evaluation start = runs_.one(x_);
    if (!start.good())
      return failure(fmt::format("at the start, {}, {}", describe(problem_.unknowns, x_), start.failure),
                     "choose another `guess`");
    residual_ = residual_of(start);
    note_place(x_, residual_);
    while (runs_.runs() < problem_.most_runs) {
      if (!fresh_ && !kept_ && !take_slopes()) {
        if (shrinks_steadily() && length(step_) < noise) return met(step_);  // at a multiple root slopes vanish
        return failure(trouble_, remedy_);
      }
      if (const auto end = step()) return *end;
    }
    return failure(fmt::format("no end after {} runs: {}", runs_.runs(), state()), "choose a `guess` nearer to the solution");
  }

 private:
  std::vector<double> residual_of(const Evaluation& e) const {
    std::vector<double> r;
    for (std::size_t i = 0; i < n_; ++i) r.push_back(e.values.at(i) - problem_.targets[i].value);
    return r;
  }

  void note_place(const Candidate& x, const std::vector<double>& residual) {
    if (n_ == 1) places_[x[0]] = residual[0];
  }

  bool take_slopes() {
    by_differences_ = false;
    if (const auto exact = runs_.exact(x_, n_); exact && use(*exact)) return true;
    by_differences_ = true;
    const Derivatives d = differences(runs_, problem_.unknowns, x_, n_, DifferenceOrder::second);
    if (!d.failure.empty()) return give_up(d.failure, "choose a `guess` around which all runs have values");
    return use(d);
  }

  bool use(const Derivatives& d) {
    for (std::size_t i = 0; i < n_; ++i) {
      for (std::size_t j = 0; j < n_; ++j) slopes_[i][j] = is_noise(i, j, d.by_unknown[j][i]) ? 0 : d.by_unknown[j][i];
    }
    fresh_ = true;
    return factor();
  }

  /// A change by the whole of the unknown that would hardly be seen in the measure.
  bool is_noise(std::size_t target, std::size_t unknown, double slope) const {
    const double goal = problem_.targets[target].value, measured = residual_[target] + goal;
    const double size = std::max(std::abs(goal), std::abs(measured));
    return std::abs(slope) * scale_of(problem_.unknowns[unknown], x_[unknown]) <= unseen * size;
  }

  bool factor() {
    for (std::size_t i = 0; i < n_; ++i) {
      for (std::size_t j = 0; j < n_; ++j) factors_.at(i, j) = slopes_[i][j];
    }
    if (!factors_.factor()) return true;
    return give_up(fmt::format("{} near {}", who_is_flat(), describe(problem_.unknowns, x_)),
                   "choose another `guess`, or unknowns on which the targets depend");
  }

  std::string who_is_flat() const {
    for (std::size_t j = 0; j < n_; ++j) {
      bool flat = true;
      for (std::size_t i = 0; i < n_; ++i) flat = flat && slopes_[i][j] == 0;
      if (flat) return fmt::format("no target depends on `{}`", problem_.unknowns[j].name);
    }
    for (std::size_t i = 0; i < n_; ++i) {
      if (std::all_of(slopes_[i].begin(), slopes_[i].end(), [](double s) { return s == 0; })) {
        return fmt::format("`{}` does not depend on what is sought", problem_.targets[i].measure);
      }
    }
    return "the targets do not determine the unknowns";
  }

  std::vector<double> correction(const std::vector<double>& residual) const {
    std::vector<double> dx(residual), work(n_);
    for (double& r : dx) r = -r;
    factors_.solve(dx.data(), work.data());
    return dx;
  }

  double length(const std::vector<double>& dx) const { return length_of(problem_.unknowns, x_, dx); }

  bool small(const std::vector<double>& dx) const {
    for (std::size_t j = 0; j < n_; ++j) {
      const double zero = shrinks_steadily() ? least_share * scale_of(problem_.unknowns[j], x_[j]) : 0;
      if (std::abs(dx[j]) > std::max({problem_.tol, last_digits * std::abs(x_[j]), zero})) return false;
    }
    return true;
  }

  /// One accepted step; or how the search ends.
  std::optional<SeekOutcome> step() {
    const std::vector<double> dx = correction(residual_);
    if (small(dx)) return met(dx);
    const double before = length(dx);
    std::string failed;
    double lambda = 1;
    for (int halving = 0; halving <= most_halvings; ++halving, lambda /= 2) {
      Candidate y = x_;
      for (std::size_t j = 0; j < n_; ++j) y[j] = inside(problem_.unknowns[j], x_[j] + lambda * dx[j]);
      if (y == x_) break;
      const Evaluation e = runs_.one(y);
      failed = e.good() ? "" : fmt::format("; at {} {}", describe(problem_.unknowns, y), e.failure);
      if (!e.good()) continue;
      const std::vector<double> r = residual_of(e), dy = correction(r);
      note_place(y, r);
      if (!(length(dy) <= (1 - lambda / 4) * before)) continue;
      note_step(lambda == 1 && (fresh_ || updated_) ? dx : std::vector<double>());
      return accept(y, r, dy, before);
    }
    if (before < noise) return met(dx);
    if (!fresh_) {  // slopes of an earlier place may be at fault
      kept_ = false;
      return std::nullopt;
    }
    return failure(fmt::format("no step comes nearer to the target: {}{}", state(), held_at_bounds(dx) + failed),
                   "choose another `guess`");
  }

  [[nodiscard]] bool shrinks_steadily() const {
    return shrinking_ > slow && std::abs(shrinking_ - shrinking_before_) < alike * shrinking_;
  }

  void note_step(std::vector<double> dx) {
    shrinking_before_ = shrinking_;
    shrinking_ = dx.empty() || step_.empty() ? 0 : length(dx) / length(step_);
    step_ = std::move(dx);
  }

  std::optional<SeekOutcome> accept(const Candidate& y, const std::vector<double>& r, const std::vector<double>& dy,
                                    double before) {
    std::vector<double> moved(n_), change(n_);
    for (std::size_t j = 0; j < n_; ++j) moved[j] = y[j] - x_[j], change[j] = r[j] - residual_[j];
    x_ = y;
    residual_ = r;
    if (small(dy)) return met(dy);
    fresh_ = false;
    const bool good = length(dy) < good_contraction * before;
    // At multiple roots differences see more of the surroundings than of the root.
    const bool coarse = by_differences_ && !good && length(moved) < coarseness;
    updated_ = (problem_.method == SeekMethod::secant || coarse) &&
               explain_step(problem_.unknowns, x_, moved, change, slopes_) && factor();
    kept_ = updated_ || (good && problem_.method != SeekMethod::secant);
    return std::nullopt;
  }

  std::string held_at_bounds(const std::vector<double>& dx) const {
    for (std::size_t j = 0; j < n_; ++j) {
      const Unknown& u = problem_.unknowns[j];
      if ((x_[j] == u.low && dx[j] < 0) || (x_[j] == u.high && dx[j] > 0)) {
        return fmt::format("; `{}` is held at its bound {}", u.name, number_text(x_[j]));
      }
    }
    return {};
  }

  std::string state() const {
    std::string text = "at " + describe(problem_.unknowns, x_);
    for (std::size_t i = 0; i < n_; ++i) {
      text += fmt::format(", `{}` is {} instead of {}", problem_.targets[i].measure,
                          measured_text(residual_[i] + problem_.targets[i].value), number_text(problem_.targets[i].value));
    }
    return text;
  }

  bool give_up(std::string trouble, std::string remedy) {
    trouble_ = std::move(trouble);
    remedy_ = std::move(remedy);
    return false;
  }

  SeekOutcome here() const {
    SeekOutcome outcome;
    outcome.values = x_;
    outcome.residuals = residual_;
    for (std::size_t i = 0; i < residual_.size(); ++i) outcome.measured.push_back(residual_[i] + problem_.targets[i].value);
    return outcome;
  }

  SeekOutcome met(const std::vector<double>& dx) const {
    SeekOutcome outcome = here();
    outcome.end = SeekEnd::met;
    outcome.slopes = slopes_;
    // At a multiple root steps shrink by a constant factor: all that would follow add up.
    const double rest = shrinks_steadily() ? shrinking_ / (1 - std::min(shrinking_, most_shrinking)) : 0;
    for (std::size_t j = 0; j < n_; ++j)
      outcome.widths.push_back(std::max(std::abs(dx[j]), rest > 0 ? rest * std::abs(step_[j]) : 0));
    if (n_ == 1) outcome.widths[0] = std::max(outcome.widths[0], hidden_by_rounding());
    return outcome;
  }

  double hidden_by_rounding() const {
    const double target = problem_.targets[0].value, by_slope = untold(target, residual_[0]) / std::abs(slopes_[0][0]);
    return std::max(untold_reach(places_, x_[0], target), std::isfinite(by_slope) ? if_unusual(by_slope, x_[0]) : 0);
  }

  SeekOutcome failure(std::string message, std::string help) const {
    SeekOutcome outcome = residual_.empty() ? SeekOutcome{} : here();
    outcome.message = std::move(message);
    outcome.help = std::move(help);
    return outcome;
  }

  const SeekProblem& problem_;
  CountedRuns& runs_;
  std::size_t n_;
  Candidate x_;
  std::vector<double> residual_;
  std::map<double, double> places_;          // of one unknown, with their residuals
  std::vector<std::vector<double>> slopes_;  // target, unknown
  LuFactors<double> factors_;
  std::vector<double> step_;                     // the last one, if it was a full one with slopes of its place
  double shrinking_before_ = 0, shrinking_ = 0;  // of the last two such steps
  bool by_differences_ = false, updated_ = false;
  bool fresh_ = false, kept_ = false;  // slopes: taken at x_, good enough from before
  std::string trouble_, remedy_;
};

}  // namespace

SeekOutcome newton_search(const SeekProblem& problem, CountedRuns& runs) { return NewtonSearch(problem, runs).search(); }

}  // namespace saltus
