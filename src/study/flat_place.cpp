// Values are flat at a minimum: x is known to half of the digits of f. The slope crosses zero there, and is known to all of them if it is exact. Its zero is found by
// TOMS 748, one run and one with derivatives for each place. A kink is found as well: the slope jumps across zero.

#include "study/flat_place.hpp"

#include <algorithm>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <map>
#include <numeric>

namespace saltus {
namespace {

constexpr std::uintmax_t most_places = 60;
constexpr double last_digits = 0x1p-50;
constexpr double not_lower = 1e-10;   // of the spread of all values: more is not the valley that was looked for
constexpr double jump_share = 1e-6;   // of the change of the slope over the first bracket: less is no jump
constexpr double surroundings = 0.1;  // of the first bracket: wide enough to tell the curvature

struct NoSlope {};

class SlopeSearch {
 public:
  SlopeSearch(Objective& objective, double low, double high) : objective_(objective), low_(low), high_(high) {}

  std::optional<FlatPlace> search() {
    try {
      if (!(take(low_) < 0) || !(take(high_) > 0)) return std::nullopt;
      std::uintmax_t most = most_places;
      const auto f = [this](double x) { return slope(x); };
      const auto near = [this](double a, double b) { return b - a <= smallest(a, b); };
      auto [a, b] = boost::math::tools::toms748_solve(f, low_, high_, slope_.at(low_), slope_.at(high_), near, most);
      while (b - a > smallest(a, b)) {  // slopes that are flat themselves, as that of x^4, leave halving
        const double middle = std::midpoint(a, b);
        (slope(middle) < 0 ? a : b) = middle;
      }
      return end(a, b);
    } catch (const NoSlope&) {
      return std::nullopt;
    }
  }

 private:
  [[nodiscard]] double smallest(double a, double b) const {
    return std::max({objective_.problem().tol, last_digits * std::max(std::abs(a), std::abs(b)), last_digits * (high_ - low_)});
  }

  /// Of a place that was run.
  double take(double x) {
    const auto gradient = objective_.exact_gradient({x});
    if (!gradient) throw NoSlope();
    return slope_[x] = gradient->front();
  }

  double slope(double x) {
    if (slope_.contains(x)) return slope_.at(x);
    if (objective_.exhausted()) throw NoSlope();
    value_[x] = objective_.at({x});
    return take(x);
  }

  std::optional<FlatPlace> end(double a, double b) {
    const double x = std::abs(slope(a)) <= std::abs(slope(b)) ? a : b;
    if (!value_.contains(x)) value_[x] = objective_.at({x});
    if (!(value_.at(x) <= objective_.least() + not_lower * objective_.spread())) return std::nullopt;
    const double best = objective_.best().value()[0];
    if (best < a || best > b) objective_.take({x}, value_.at(x));
    const bool kink = slope(b) - slope(a) > jump_share * (slope_.at(high_) - slope_.at(low_));
    return FlatPlace{(b - a) + last_digits * (high_ - low_), curvature_at(x), kink};
  }

  [[nodiscard]] double curvature_at(double x) const {
    double nearest = low_;
    for (const auto& [place, slope] : slope_) {
      const double distance = std::abs(place - x);
      if (distance >= surroundings * (high_ - low_) && distance < std::abs(nearest - x)) nearest = place;
    }
    return nearest == x ? 0 : (slope_.at(nearest) - slope_.at(x)) / (nearest - x);
  }

  Objective& objective_;
  double low_, high_;
  std::map<double, double> slope_, value_;
};

}  // namespace

std::optional<FlatPlace> find_flat_place(Objective& objective, double low, double high) {
  return low < high ? SlopeSearch(objective, low, high).search() : std::nullopt;
}

}  // namespace saltus
