// One unknown: first three places with the least value in the middle, then the zero of the slope between them (study/flat_place.hpp), or, where there are no exact
// slopes, Brent's method (Brent, Algorithms for Minimization without
// Derivatives, 1973): the vertex of the parabola through the three best places, as long as it is inside and steps shrink; else golden
// section. Without a guess the whole range is looked over at a few places first, side by side, so that a lower valley elsewhere is
// not passed by.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "result/run_result.hpp"
#include "study/flat_place.hpp"
#include "study/objective.hpp"

namespace saltus {
namespace {

constexpr int looked_at = 16;                   // ranges
constexpr double golden = 0.38196601125010515;  // (3 - sqrt 5)/2
constexpr double smallest_share = 1e-16;        // of the first bracket
constexpr double few_roundings = 0x1p-50;       // of values that cannot be told apart
constexpr int most_doublings = 20;              // of a width
constexpr double usual_flatness = 8;            // brackets over which they reach at a usual minimum
constexpr double half_the_digits = 1e-8;        // a minimum is flat: f changes by rounding within sqrt(rounding)

struct Valley {
  double low, middle, high;
};

Valley look_over(Objective& objective, const Unknown& u) {
  std::vector<Candidate> places;
  for (int i = 0; i <= looked_at; ++i) places.push_back({std::lerp(u.low, u.high, static_cast<double>(i) / looked_at)});
  places.back() = {u.high};
  const std::vector<double> values = objective.at_all(places);
  const auto least = static_cast<std::size_t>(std::min_element(values.begin(), values.end()) - values.begin());
  if (!objective.best())
    throw NoObjective{fmt::format("no run between {} and {} has a value", number_text(u.low), number_text(u.high))};
  return {places[least > 0 ? least - 1 : 0][0], places[least][0], places[std::min(least + 1, places.size() - 1)][0]};
}

/// From the guess downhill, in growing steps, until it goes up again or a bound is reached.
Valley walk_down(Objective& objective, const Unknown& u) {
  double behind = start_of(u), here = behind, step = 0.1 * scale_of(u, behind);
  double f_here = objective.at({here});
  for (const double side : {1.0, -1.0}) {
    double next = inside(u, here + side * step), f_next = next == here ? f_here : objective.at({next});
    if (!(f_next < f_here)) {
      behind = next;
      continue;
    }
    behind = here;
    while (f_next < f_here && !objective.exhausted()) {
      behind = here;
      here = next;
      f_here = f_next;
      step *= 2;
      next = inside(u, here + side * step);
      if (next == here) break;
      f_next = objective.at({next});
    }
    return {std::min(behind, next), here, std::max(behind, next)};
  }
  return {behind, here, inside(u, here + step)};
}

class BrentSearch {
 public:
  BrentSearch(Objective& objective, Valley valley)
      : objective_(objective), low_(valley.low), high_(valley.high), smallest_(smallest_share * (high_ - low_)) {
    const double best = objective.best().value()[0];  // slopes may have led to a lower place than the middle
    best_ = second_ = third_ = {best > low_ && best < high_ ? best : valley.middle, objective.least()};
  }

  /// How sure the minimum is: as wide as the bracket in the end, or as places whose values cannot be told from the least one.
  double search() {
    double step = 0, step_before = 0;
    while (!objective_.exhausted()) {
      const double middle = low_ + (high_ - low_) / 2, least = tolerance();
      if (std::abs(best_.x - middle) <= 2 * least - (high_ - low_) / 2) break;
      const double parabola = to_vertex();
      const bool taken = std::abs(step_before) > least && std::abs(parabola) < std::abs(step_before) / 2 &&
                         best_.x + parabola > low_ && best_.x + parabola < high_;
      if (taken) {
        step_before = step;
        step = parabola;
        const double next = best_.x + step;
        if (next - low_ < 2 * least || high_ - next < 2 * least) step = std::copysign(least, middle - best_.x);
      } else {
        step_before = (best_.x < middle ? high_ : low_) - best_.x;
        step = golden * step_before;
      }
      const double x = best_.x + (std::abs(step) >= least ? step : std::copysign(least, step));
      learn({x, objective_.at({x})});
    }
    try_ends();
    return std::max(high_ - low_, objective_.exhausted() ? 0 : flat_width());
  }

 private:
  [[nodiscard]] bool is_told_apart(double f) const { return f > best_.f + few_roundings * std::abs(best_.f); }

  /// 0 if the places on the way say nothing of a flat bottom; else runs to both sides tell how far it reaches.
  double flat_width() {
    double untold = 0;
    for (const Place& p : seen_)
      if (!is_told_apart(p.f)) untold = std::max(untold, std::abs(p.x - best_.x));
    if (untold <= usual_flatness * (high_ - low_)) return 0;
    const Unknown& u = objective_.problem().unknowns[0];
    double width = untold;
    for (int doubling = 0; doubling < most_doublings && !objective_.exhausted(); ++doubling, width *= 2) {
      bool told = true;
      for (const double x : {inside(u, best_.x - width), inside(u, best_.x + width)})
        told = told && (x == u.low || x == u.high || is_told_apart(objective_.beyond({x})));
      if (told) break;
    }
    return width;
  }

  // The method comes near to a bound, and never to it.
  void try_ends() {
    const Unknown& u = objective_.problem().unknowns[0];
    for (const double bound : {u.low, u.high}) {
      if (!std::isfinite(bound) || std::abs(best_.x - bound) > 4 * tolerance() || bound == best_.x) continue;
      const double value = objective_.at_all({{bound}}).front();
      if (value <= best_.f) objective_.take({bound}, value);
    }
  }

  struct Place {
    double x, f;
  };

  [[nodiscard]] double tolerance() const {
    return std::max({objective_.problem().tol / 4, half_the_digits * std::abs(best_.x), smallest_});
  }

  /// From the best place to the vertex of the parabola through all three; infinite if there is none.
  [[nodiscard]] double to_vertex() const {
    const double a = (best_.x - second_.x) * (best_.f - third_.f), b = (best_.x - third_.x) * (best_.f - second_.f);
    const double up = (best_.x - third_.x) * b - (best_.x - second_.x) * a, down = 2 * (b - a);
    return down != 0 ? -up / down : std::numeric_limits<double>::infinity();
  }

  void learn(Place p) {
    seen_.push_back(p);
    if (p.f <= best_.f) {
      (p.x >= best_.x ? low_ : high_) = best_.x;
      third_ = second_;
      second_ = best_;
      best_ = p;
      return;
    }
    (p.x < best_.x ? low_ : high_) = p.x;
    if (p.f <= second_.f || second_.x == best_.x) {
      third_ = second_;
      second_ = p;
    } else if (p.f <= third_.f || third_.x == best_.x || third_.x == second_.x) {
      third_ = p;
    }
  }

  Objective& objective_;
  double low_, high_;
  double smallest_;  // step, next to 0
  Place best_, second_, third_;
  std::vector<Place> seen_;
};

}  // namespace

MinimizeOutcome minimize_along_line(Objective& objective) {
  const Unknown& u = objective.problem().unknowns[0];
  const bool over = u.bracketed() && std::isnan(u.guess);
  const Valley valley = over ? look_over(objective, u) : walk_down(objective, u);
  if (objective.is_flat()) return objective.flat();
  if (const auto flat = find_flat_place(objective, valley.low, valley.high)) {
    MinimizeOutcome outcome = objective.outcome(true);
    outcome.widths = {flat->width};
    outcome.curvature = flat->curvature;
    outcome.kink = flat->kink;
    return outcome;
  }
  objective.runs().leave_exact();
  const double width = BrentSearch(objective, valley).search();
  if (objective.exhausted()) return objective.no_end("give bounds with `from` and `to`");
  MinimizeOutcome outcome = objective.outcome(true);
  outcome.widths = {width};
  return outcome;
}

}  // namespace saltus
