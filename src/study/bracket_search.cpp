// Both ends are run first. If the residual (measure minus target) has different signs there, a bracket is shrunk until it is as narrow
// as asked, or as doubles allow: by TOMS 748 (Alefeld, Potra, Shi, ACM Trans. Math. Softw. 21, 1995) or by halving. A narrow bracket across which the
// measure changes as much as around it holds a jump, or, where it grows without end from both sides, a pole. If the signs agree, the range is looked over at
// a few points, to say where to look instead.

#include "study/bracket_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/tools/toms748_solve.hpp>
#include <cassert>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>

#include "result/run_result.hpp"
#include "study/flat_root.hpp"

namespace saltus {
namespace {

constexpr int looked_at = 32;          // points of the range, if the signs agree
constexpr double jump_share = 1e-6;    // of the change over the range: less is no jump
constexpr double narrow = 1e-10;       // relative to the range: wider brackets are not asked for jumps
constexpr double wider = 1000;         // times the bracket: where a jump has its surroundings
constexpr double pole_growth = 1.5;    // from there to a pole
constexpr double least_share = 1e-24;  // of the range: where a root at 0 ends the search
constexpr double widest = 1e10;        // a bracket whose ends are not extreme
constexpr double few_roundings = 0x1p-49;
constexpr double last_digits = 0x1p-51;  // relative to the value

struct NoValue {
  std::string message;
};

class BracketSearch {
 public:
  BracketSearch(const SeekProblem& problem, CountedRuns& runs)
      : problem_(problem), unknown_(problem.unknowns[0]), target_(problem.targets[0]), runs_(runs) {}

  SeekOutcome search() {
    try {
      residuals_at({unknown_.low, unknown_.high});
      if (crosses(unknown_.low, unknown_.high)) return shrink();
      return look_over();
    } catch (const NoValue& no_value) {
      SeekOutcome outcome = best();
      outcome.message = no_value.message;
      outcome.help =
          fmt::format("choose `from` and `to` of `{}` so that all runs between them have `{}`", unknown_.name, target_.measure);
      return outcome;
    }
  }

 private:
  void residuals_at(const std::vector<double>& places) {
    std::vector<Candidate> candidates;
    for (const double x : places) candidates.push_back({x});
    const std::vector<Evaluation> found = runs_.all(candidates);
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (found[i].good()) residual_[places[i]] = found[i].values.at(0) - target_.value;
    }
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (!found[i].good())
        throw NoValue{fmt::format("at {} = {} {}", unknown_.name, number_text(places[i]), found[i].failure)};
    }
  }

  double residual(double x) {
    if (!residual_.contains(x)) residuals_at({x});
    return residual_.at(x);
  }

  bool crosses(double a, double b) const { return (residual_.at(a) <= 0) != (residual_.at(b) <= 0) || exact(a) || exact(b); }
  bool exact(double x) const { return residual_.at(x) == 0; }

  bool narrow_enough(double a, double b) const {
    const double size = std::max(std::abs(a), std::abs(b));
    return b - a <= std::max({problem_.tol, last_digits * size, least_share * range_});
  }

  SeekOutcome shrink() {
    double a = unknown_.low, b = unknown_.high;
    if (exact(a)) b = a;
    if (exact(b)) a = b;
    if (a < b) std::tie(a, b) = leave_extremes(a, b);
    range_ = std::max(std::abs(a), std::abs(b));
    if (a < b) std::tie(a, b) = problem_.method == SeekMethod::bisection ? halve(a, b) : toms748(a, b);
    SeekOutcome outcome = at(std::abs(residual(a)) <= std::abs(residual(b)) ? a : b);
    outcome.widths = {b - a};
    if (a < b && !narrow_enough(a, b)) {
      outcome.message = fmt::format("after {} runs `{}` is known to {} only, between {} and {}", runs_.runs(), unknown_.name,
                                    number_text(b - a), number_text(a), number_text(b));
      outcome.help = "a larger `tol` ends the search earlier";
      return outcome;
    }
    const bool jump = jumps(a, b);
    if (jump && is_pole(a, b)) return describe_pole(std::move(outcome), a, b);
    outcome.end = SeekEnd::met;
    if (jump) describe_jump(outcome, a, b);
    if (outcome.end == SeekEnd::jump) return outcome;
    outcome.slopes = slopes_at(outcome.values[0]);
    outcome.widths[0] = std::max(outcome.widths[0], untold_reach(residual_, outcome.values[0], target_.value));
    return outcome;
  }

  std::pair<double, double> halve(double a, double b) {
    const bool left = residual(a) <= 0;
    while (!narrow_enough(a, b) && runs_.runs() < problem_.most_runs) {
      const double middle = std::midpoint(a, b);
      if (middle == a || middle == b) break;
      if (residual(middle) == 0) return {middle, middle};
      ((residual(middle) <= 0) == left ? a : b) = middle;
    }
    return {a, b};
  }

  /// Its steps are never shorter than a few roundings, and may turn in circles below that: the last ones are by halves.
  std::pair<double, double> toms748(double a, double b) {
    std::uintmax_t most = problem_.most_runs;
    const int size = std::ilogb(std::max(std::abs(residual(a)), std::abs(residual(b))));
    const auto scaled = [&](double x) { return std::ldexp(residual(x), -size); };
    const auto nearly = [this](double x, double y) {
      return narrow_enough(x, y) || y - x <= few_roundings * std::max(std::abs(x), std::abs(y));
    };
    std::tie(a, b) = boost::math::tools::toms748_solve(scaled, a, b, scaled(a), scaled(b), nearly, most);
    return a < b ? halve(a, b) : std::pair(a, b);
  }

  /// Far ends, whose products may be out of range: first the power of ten is sought.
  std::pair<double, double> leave_extremes(double a, double b) {
    const bool left = residual(a) <= 0;
    while (!(b - a <= widest) && runs_.runs() < problem_.most_runs) {
      double middle = 0;
      if (a == 0 || b == 0) middle = (a + b) * 0x1p-64;
      if (a > 0 || b < 0) middle = std::copysign(std::sqrt(std::abs(a)) * std::sqrt(std::abs(b)), a);
      if (!(middle > a) || !(middle < b)) break;
      if (residual(middle) == 0) return {middle, middle};
      ((residual(middle) <= 0) == left ? a : b) = middle;
    }
    return {a, b};
  }

  /// From the nearest place that is far enough for a difference to be seen.
  std::vector<std::vector<double>> slopes_at(double x) const {
    const double far_enough = 1e-6 * (unknown_.high - unknown_.low);
    std::optional<double> nearest;
    for (const auto& [place, residual] : residual_) {
      if (std::abs(place - x) < far_enough) continue;
      if (!nearest || std::abs(place - x) < std::abs(*nearest - x)) nearest = place;
    }
    if (!nearest) return {};
    return {{(residual_.at(*nearest) - residual_.at(x)) / (*nearest - x)}};
  }

  /// A change inside a bracket of a few roundings that is no smaller than around it. A steep measure changes more further out.
  bool jumps(double a, double b) {
    if (exact(a) || exact(b) || b - a > narrow * (unknown_.high - unknown_.low)) return false;
    const auto change = [this](double x, double y) { return std::abs(residual(y) - residual(x)); };
    if (change(a, b) <= jump_share * change(unknown_.low, unknown_.high)) return false;
    const double around = wider * (b - a);
    return change(a, b) > change(inside(unknown_, a - around), inside(unknown_, b + around)) / 2;
  }

  /// Of a bracket that jumps: the values next to it are larger than those around it, on both sides.
  bool is_pole(double a, double b) {
    const double around = wider * (b - a);
    const auto grows = [this](double near, double away) { return std::abs(residual(near)) > pole_growth * std::abs(residual(away)); };
    return grows(a, inside(unknown_, a - around)) && grows(b, inside(unknown_, b + around));
  }

  SeekOutcome describe_pole(SeekOutcome outcome, double a, double b) const {
    outcome.message = fmt::format("`{}` has a pole: it is {} at {} = {} and {} at {}, and does not come to {} between them",
                                  target_.measure, measured_text(target_.value + residual_.at(a)), unknown_.name, number_text(a),
                                  measured_text(target_.value + residual_.at(b)), number_text(b), number_text(target_.value));
    outcome.help = fmt::format("choose `from` and `to` of `{}` on one side of it", unknown_.name);
    return outcome;
  }

  void describe_jump(SeekOutcome& outcome, double a, double b) const {
    outcome.end = SeekEnd::jump;
    outcome.message = fmt::format("`{}` jumps across {}, from {} at {} = {} to {} at {}", target_.measure,
                                  number_text(target_.value), measured_text(target_.value + residual_.at(a)), unknown_.name,
                                  number_text(a), measured_text(target_.value + residual_.at(b)), number_text(b));
  }

  SeekOutcome look_over() {
    std::vector<double> places;
    for (int i = 1; i < looked_at; ++i)
      places.push_back(std::lerp(unknown_.low, unknown_.high, static_cast<double>(i) / looked_at));
    try {
      residuals_at(places);
    } catch (const NoValue&) {  // the ends had values, which is what the message is about
    }
    const double low = target_.value + residual_.at(unknown_.low), high = target_.value + residual_.at(unknown_.high);
    SeekOutcome outcome = best();
    outcome.message =
        fmt::format("`{}` is {} at {} = {} and {} at {}: both {} the target {}", target_.measure, measured_text(low),
                    unknown_.name, number_text(unknown_.low), measured_text(high), number_text(unknown_.high),
                    low < target_.value ? "below" : "above", number_text(target_.value));
    outcome.help = where_to_look();
    return outcome;
  }

  std::string where_to_look() const {
    std::string brackets;
    int found = 0;
    for (auto here = residual_.begin(), next = std::next(here); next != residual_.end(); here = next++) {
      if (!crosses(here->first, next->first) || ++found > 3) continue;
      brackets +=
          fmt::format("{}from = {}, to = {}", found > 1 ? "; or " : "", number_text(here->first), number_text(next->first));
    }
    if (found > 0) return "inside this range it is crossed: " + brackets;
    const auto [least, most] = std::minmax_element(residual_.begin(), residual_.end(),
                                                   [](const auto& a, const auto& b) { return a.second < b.second; });
    return fmt::format(
        "at {} points of the range `{}` lies between {} (at {}) and {} (at {}); look outside of it, or choose another target",
        residual_.size(), target_.measure, measured_text(target_.value + least->second), number_text(least->first),
        measured_text(target_.value + most->second), number_text(most->first));
  }

  SeekOutcome at(double x) const {
    SeekOutcome outcome;
    outcome.values = {x};
    outcome.residuals = {residual_.at(x)};
    outcome.measured = {target_.value + residual_.at(x)};
    return outcome;
  }

  SeekOutcome best() const {
    if (residual_.empty()) return {};
    const auto least = std::min_element(residual_.begin(), residual_.end(),
                                        [](const auto& a, const auto& b) { return std::abs(a.second) < std::abs(b.second); });
    return at(least->first);
  }

  const SeekProblem& problem_;
  const Unknown& unknown_;
  const Goal& target_;
  CountedRuns& runs_;
  double range_ = 0;                   // size of the ends
  std::map<double, double> residual_;  // of all values that were run
};

}  // namespace

SeekOutcome bracket_search(const SeekProblem& problem, CountedRuns& runs) {
  assert(problem.unknowns.size() == 1 && problem.unknowns[0].bracketed());
  return BracketSearch(problem, runs).search();
}

}  // namespace saltus
