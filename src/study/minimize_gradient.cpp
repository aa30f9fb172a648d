// slsqp and lbfgs of NLopt. Their first step is as long as the gradient, and they stop at gradients of fixed size; so they are called in rounds, each with units
// and a weight of the objective that suit the place where it starts:
//
//   repeat   the unit of each unknown is 8 |dx|, at first its scale; the gradient weighs 1/8 in these units: the first step is |dx|
//            the method goes from x, inside the bounds, and where there are none not farther than a few scales;  x = the best place
//            dx = -H g, with H from the gradients on the way (study/inverse_curvature.hpp)
//   until    |dx| is as small as asked, or the round did not lower f and dx would do so by less than rounding, or dx no longer shrinks and is noise
//
// So "found" is what the slope says, wherever the method stopped. A round that comes to where the gradient is far larger than where it began ends early. A slope that
// vanishes at the start says nothing of its own: places beside it are looked at.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "study/inverse_curvature.hpp"
#include "study/nlopt_call.hpp"
#include "study/objective.hpp"

namespace saltus {
namespace {

constexpr double all_digits = 1e-14;    // of the scale: slopes are not flat at a minimum
constexpr double first_share = 0.125;   // of the scale: the first step
constexpr double least_share = 1e-14;   // and the least one
constexpr double reach = 8;             // scales: where a round ends if there is no bound
constexpr double noise = 1e-6;          // steps below it, relative, that do not shrink, are noise
constexpr double near = 1e-3;           // steps below it are tried by the slope alone
constexpr double most_shrinking = 0.9;  // of the slope, by such a step
constexpr double much_steeper = 1e6;    // than where the round began
constexpr double much_flatter = 1e-8;
constexpr double usual_size = 1e100;  // of weighted values; larger ones are given as differences
constexpr double few_roundings = 0x1p-50;
constexpr double probe_share = 1e-2;        // of the step
constexpr double surely = 8;                // times the last step: what may be left of all that would follow
constexpr double curvature_step = 1e-4;     // of the scale
constexpr std::size_t most_looked_at = 12;  // unknowns of which all curvatures are looked at in the end
constexpr int most_confirmations = 3;
constexpr int most_idle = 2;      // rounds that did not lower the objective
constexpr int most_in_vain = 25;  // places of a round
constexpr int most_steps = 60;    // by the slope alone
constexpr int most_tries = 3;     // of them that do not shrink it

/// The round came to where its units no longer fit, or to nothing lower for long.
struct RoundEnds {};

class GradientSearch {
 public:
  explicit GradientSearch(Objective& objective)
      : objective_(objective), problem_(objective.problem()), n_(problem_.unknowns.size()) {}

  MinimizeOutcome search() {
    moved_.assign(n_, false);
    go_to(start_of(problem_.unknowns));
    while (!objective_.exhausted()) {
      if (slope_vanishes()) {
        if (!goes_down_beside()) return objective_.outcome(true);
        continue;
      }
      const double before = here_.f;
      descend();
      go_to(*objective_.best());
      if (!curvature_.known()) probe();
      if (const auto end = judge(here_.f < before); end && !(end->found && stays_by_symmetry() && goes_down_beside()))
        return *end;
    }
    return objective_.no_end("give bounds with `from` and `to`, or a larger `tol`");
  }

 private:
  struct Place {
    Candidate x = {};
    double f = 0;
    std::vector<double> gradient = {};
  };

  /// A place that the search can do without: nothing where a run beside it has no value.
  std::optional<Place> look(const Candidate& x) {
    try {
      Place p{x, objective_.at(x), {}};
      p.gradient = gradient_at(x);
      return p;
    } catch (const NoObjective&) {
      return std::nullopt;
    }
  }

  std::vector<double> gradient_at(const Candidate& x) { return objective_.gradient(x, errors_, order_); }

  /// The run, and the derivatives, only where they are not known.
  void go_to(const Candidate& x) {
    if (lowest_.x == x) here_ = lowest_;
    if (here_.x == x) return;
    here_ = {x, objective_.at(x), {}};
    here_.gradient = gradient_at(x);
    lowest_ = here_;
  }

  double evaluate(const Candidate& x, std::vector<double>* gradient) {
    if (last_.x != x) last_ = x == here_.x ? here_ : Place{x, objective_.at(x), {}};
    in_vain_ = last_.f < least_ ? 0 : in_vain_ + 1;
    least_ = std::min(least_, last_.f);
    if (in_vain_ > most_in_vain || objective_.exhausted()) throw RoundEnds();
    if (gradient == nullptr) return last_.f;
    if (last_.gradient.empty()) last_.gradient = gradient_at(x);
    *gradient = last_.gradient;
    curvature_.learn(x, last_.gradient);
    if (last_.f < lowest_.f) lowest_ = last_;
    for (std::size_t j = 0; j < n_; ++j) moved_[j] = moved_[j] || x[j] != here_.x[j];
    if (last_.f < here_.f && has_other_size()) throw RoundEnds();
    return last_.f;
  }

  /// Of the gradient, without what points beyond a bound.
  [[nodiscard]] std::vector<double> free_gradient(const Place& p) const {
    std::vector<double> g(p.gradient);
    for (std::size_t j = 0; j < n_; ++j) {
      const Unknown& u = problem_.unknowns[j];
      if ((p.x[j] == u.low && g[j] > 0) || (p.x[j] == u.high && g[j] < 0)) g[j] = 0;
    }
    return g;
  }

  [[nodiscard]] double steepness(const Place& p) const {
    const std::vector<double> g = free_gradient(p);
    double most = 0;
    for (std::size_t j = 0; j < n_; ++j) most = std::max(most, std::abs(g[j]) * scale_of(problem_.unknowns[j], here_.x[j]));
    return most;
  }

  [[nodiscard]] bool has_other_size() const {
    const double now = steepness(last_), before = steepness(here_);
    return now > much_steeper * before || now < much_flatter * before;
  }

  [[nodiscard]] bool slope_vanishes() const { return steepness(here_) == 0; }

  void descend() {
    NloptCall call{.method = problem_.method, .start = here_.x};
    std::vector<double> units;
    int steepest = std::numeric_limits<int>::min();
    const std::vector<double> g = free_gradient(here_);
    for (std::size_t j = 0; j < n_; ++j) {
      const Unknown& u = problem_.unknowns[j];
      const double scale = scale_of(u, here_.x[j]), wall = u.bracketed() ? INFINITY : reach * scale;
      call.units.push_back(std::ilogb(scale * (share_ / first_share)));
      units.push_back(std::ldexp(1, call.units[j]));
      call.low.push_back(std::max(u.low, here_.x[j] - wall));
      call.high.push_back(std::min(u.high, here_.x[j] + wall));
      call.tolerance.push_back(tolerance(j));
      if (g[j] != 0) steepest = std::max(steepest, std::ilogb(g[j]) + call.units[j]);
    }
    call.weight = std::ilogb(first_share) - steepest;
    call.origin = std::abs(std::ldexp(here_.f, call.weight)) > usual_size ? here_.f : 0;
    call.most_runs = problem_.most_runs - std::min(problem_.most_runs, objective_.runs().runs());
    call.f = [this](const Candidate& x, std::vector<double>* gradient) { return evaluate(x, gradient); };
    curvature_.begin(std::move(units));
    last_ = {};
    least_ = here_.f;
    in_vain_ = 0;
    try {
      static_cast<void>(call_nlopt(call));  // what it came to is judged by its places
    } catch (const RoundEnds&) {
    }
  }

  [[nodiscard]] double tolerance(std::size_t j) const {
    return std::max(problem_.tol, all_digits * scale_of(problem_.unknowns[j], here_.x[j]));
  }

  /// A short step downhill teaches the curvature where the round looked at one gradient only.
  void probe() {
    const std::vector<double> g = free_gradient(here_);
    const double steep = steepness(here_);
    if (steep == 0) return;
    Candidate x = here_.x;
    for (std::size_t j = 0; j < n_; ++j) {
      const Unknown& u = problem_.unknowns[j];
      const double scale = scale_of(u, x[j]);
      x[j] = inside(u, x[j] - probe_share * share_ * scale * (g[j] * scale / steep));
    }
    const std::optional<Place> beside = x == here_.x ? std::nullopt : look(x);
    if (!beside) return;
    curvature_.learn(here_.x, here_.gradient);
    curvature_.learn(beside->x, beside->gradient);
    if (beside->f < here_.f) here_ = lowest_ = *beside;
  }

  /// How the search ends; nothing if it goes on.
  std::optional<MinimizeOutcome> judge(bool lower) {
    const double before = std::exchange(length_, INFINITY);
    idle_ = lower ? 0 : idle_ + 1;
    share_ = first_share;
    if (curvature_.known()) {
      std::vector<double> dx = to_flat();
      const bool rounding = !lower && promised(dx) <= few_roundings * std::abs(here_.f);
      if (rounding || length_of(problem_.unknowns, here_.x, dx) < near) dx = go_by_slope(dx);
      if (small(dx)) return confirmed(dx);
      length_ = length_of(problem_.unknowns, here_.x, dx);
      if (rounding || (length_ < noise && (!lower || length_ > before / 2))) return confirmed(dx);
      share_ = std::clamp(length_, least_share, first_share);
    }
    if (idle_ < most_idle) return std::nullopt;
    return at_a_kink();
  }

  /// Where the slope vanishes, as far as the curvature is known.
  [[nodiscard]] std::vector<double> to_flat() const {
    const std::vector<double> g = free_gradient(here_);
    std::vector<double> dx = curvature_.step(g);
    for (std::size_t j = 0; j < n_; ++j) dx[j] = g[j] == 0 ? 0 : inside(problem_.unknowns[j], here_.x[j] + dx[j]) - here_.x[j];
    return dx;
  }

  [[nodiscard]] bool small(const std::vector<double>& dx) const {
    for (std::size_t j = 0; j < n_; ++j) {
      const Unknown& u = problem_.unknowns[j];
      const double x = here_.x[j] + dx[j];
      if (x != here_.x[j] && (x == u.low || x == u.high)) return false;  // a bound is gone to, however near it is
      if (!(std::abs(dx[j]) <= tolerance(j))) return false;
    }
    return true;
  }

  /// How much a step lowers the objective, about.
  [[nodiscard]] double promised(const std::vector<double>& dx) const {
    double fall = 0;
    for (std::size_t j = 0; j < n_; ++j) fall += std::abs(here_.gradient[j] * dx[j]) / 2;
    return fall;
  }

  /// Values say little more: steps to where the slope vanishes, as long as they shrink it. What the last place asks for.
  std::vector<double> go_by_slope(std::vector<double> dx) {
    for (int step = 0, in_vain = 0; step < most_steps && in_vain < most_tries; ++step) {
      if (small(dx) || objective_.exhausted()) break;
      Candidate x = here_.x;
      for (std::size_t j = 0; j < n_; ++j) x[j] = inside(problem_.unknowns[j], x[j] + dx[j]);
      const std::optional<Place> next = x == here_.x ? std::nullopt : look(x);
      if (!next) break;
      curvature_.learn(here_.x, here_.gradient);
      curvature_.learn(next->x, next->gradient);
      const bool as_low = next->f <= here_.f + few_roundings * std::abs(here_.f);
      in_vain = as_low && steepness(*next) <= most_shrinking * steepness(here_) ? 0 : in_vain + 1;
      if (in_vain == 0) {
        here_ = lowest_ = *next;
        objective_.take(here_.x, here_.f);
      }
      dx = to_flat();
    }
    return dx;
  }

  /// What looks like the end, looked at once more: differences of second order are wrong by the third derivative, and the curvature is known in the directions only that the
  /// search took. Nothing if the search has to go on.
  std::optional<MinimizeOutcome> confirmed(std::vector<double> dx) {
    const bool differences = objective_.runs().derivatives().by_differences > 0;
    if (differences) {
      order_ = DifferenceOrder::sixth;
      if (const std::optional<Place> finer = look(here_.x)) here_ = *finer;
    }
    const bool all_known = n_ == 1 || take_all_curvatures();
    if (differences || n_ > 1) dx = to_flat();
    if (differences || !small(dx)) dx = go_by_slope(dx);
    order_ = DifferenceOrder::second;
    length_ = length_of(problem_.unknowns, here_.x, dx);
    const bool is_least = objective_.least() >= here_.f - few_roundings * std::abs(here_.f);
    if ((is_least && (!all_known || length_ < near)) || confirmations_++ == most_confirmations) return within(dx);
    go_to(*objective_.best());
    idle_ = 0;
    share_ = is_least ? std::min(length_, first_share) : first_share;
    return std::nullopt;
  }

  /// By differences of gradients beside this place. Where there are too many unknowns, or some direction bends down, what the search has learned is kept.
  bool take_all_curvatures() {
    if (n_ > most_looked_at) return false;
    const std::vector<double> g = free_gradient(here_);
    std::vector<double> second(n_ * n_, 0.0);
    for (std::size_t j = 0; j < n_; ++j) {
      second[j * n_ + j] = 1;
      if (g[j] != here_.gradient[j]) continue;
      const Unknown& u = problem_.unknowns[j];
      Candidate x = here_.x;
      const double step = curvature_step * scale_of(u, x[j]);
      x[j] = inside(u, x[j] + step) == x[j] ? x[j] - step : inside(u, x[j] + step);
      const std::optional<Place> beside = look(x);
      if (!beside) return false;
      for (std::size_t k = 0; k < n_; ++k)
        if (g[k] == here_.gradient[k]) second[j * n_ + k] = (beside->gradient[k] - here_.gradient[k]) / (x[j] - here_.x[j]);
    }
    for (std::size_t j = 0; j < n_; ++j)
      for (std::size_t k = 0; k < j; ++k)
        second[j * n_ + k] = second[k * n_ + j] = (second[j * n_ + k] + second[k * n_ + j]) / 2;
    return curvature_.take(std::move(second));
  }

  /// Slopes by differences may vanish by rounding.
  [[nodiscard]] MinimizeOutcome within(const std::vector<double>& dx) const {
    objective_.take(here_.x, here_.f);  // places beside it may be lower by rounding
    MinimizeOutcome outcome = objective_.outcome(true);
    const std::vector<double> blur = curvature_.blur(errors_);
    bool sure = small(dx);
    for (std::size_t j = 0; j < n_; ++j) {
      outcome.widths.push_back(surely * (std::abs(dx[j]) + blur[j]));
      sure = sure && blur[j] <= tolerance(j);
    }
    if (sure) outcome.widths.clear();
    if (n_ == 1) outcome.curvature = -1 / curvature_.step({1}).front();
    return outcome;
  }

  /// Looks to both sides of the best place, in each unknown.
  std::vector<double> beside(double share) {
    std::vector<Candidate> places;
    for (std::size_t j = 0; j < n_; ++j) {
      for (const double side : {-1.0, 1.0}) {
        const Unknown& u = problem_.unknowns[j];
        Candidate x = here_.x;
        x[j] = inside(u, x[j] + side * share * scale_of(u, x[j]));
        if (x != here_.x) places.push_back(std::move(x));
      }
    }
    return objective_.at_all(places);
  }

  /// An unknown that never moved and has no slope: a ridge looks like that.
  [[nodiscard]] bool stays_by_symmetry() const {
    for (std::size_t j = 0; j < n_; ++j)
      if (!moved_[j] && here_.gradient[j] == 0) return true;
    return false;
  }

  bool goes_down_beside() {
    for (const double share : {1e-4, first_share}) beside(share);
    if (*objective_.best() == here_.x) return false;
    go_to(*objective_.best());
    return true;
  }

  /// No step leads down though there is a slope: it may be wrong, and another place beside this one lower; or both sides of one unknown tell that this is a minimum.
  std::optional<MinimizeOutcome> at_a_kink() {
    for (double share = 1e-12; share < 1e-2; share *= n_ == 1 ? 8 : 1000) {
      const std::vector<double> values = beside(share);
      if (objective_.least() < here_.f) {
        go_to(*objective_.best());
        idle_ = 0;
        return std::nullopt;
      }
      if (n_ > 1 || !std::ranges::all_of(values, [&](double f) { return f > here_.f; })) continue;
      MinimizeOutcome outcome = objective_.outcome(true);
      outcome.widths = {share * scale_of(problem_.unknowns[0], here_.x[0])};
      return outcome;
    }
    return objective_.failure(
        fmt::format("no step from {} makes `{}` {}, though it has a slope there", describe(problem_.unknowns, here_.x),
                    problem_.objective, problem_.maximize ? "larger" : "smaller"),
        "where it has a kink, or is not smooth, use method = \"nelder-mead\"; else try another `guess`");
  }

  Objective& objective_;
  const MinimizeProblem& problem_;
  std::size_t n_;
  Place here_, lowest_, last_;  // where the search stands; the lowest one with a gradient; the one looked at last
  std::vector<bool> moved_;     // unknowns that ever left their start
  std::vector<double> errors_;  // of the last gradient
  DifferenceOrder order_ = DifferenceOrder::second;
  InverseCurvature curvature_;  // of the last round
  double share_ = first_share;  // of the scale: how long the next step is, about
  double length_ = INFINITY;    // of the step that the slope asks for
  int confirmations_ = 0;
  int idle_ = 0, in_vain_ = 0;  // rounds; places of this round since the lowest
  double least_ = 0;            // of this round
};

}  // namespace

MinimizeOutcome minimize_by_gradient(Objective& objective) { return GradientSearch(objective).search(); }

}  // namespace saltus
