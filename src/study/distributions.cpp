#include "study/distributions.hpp"

#include <algorithm>
#include <cmath>

#include "study/normal_tail.hpp"

namespace saltus {
namespace {

double uniform(double low, double high, Probability p) { return low * p.above + high * p.below; }

/// The part of the triangle between low and high. On one side of its top the distance from the corner grows like the root of the
/// probability; squares of distances are mixed, so that no digits are lost next to the corner.
double triangular(const Distribution& d, double low, double high, Probability p) {
  const double left = d.first, top = d.second, right = d.third, width = right - left;
  if (high <= top) return left + std::sqrt(uniform((low - left) * (low - left), (high - left) * (high - left), p));
  if (low >= top) return right - std::sqrt(uniform((right - low) * (right - low), (right - high) * (right - high), p));
  const double below = (low - left) / width * ((low - left) / (top - left > 0 ? top - left : 1));
  const double above = (right - high) / width * ((right - high) / (right - top > 0 ? right - top : 1));
  const double mass = 1 - below - above, lower = below + p.below * mass, upper = above + p.above * mass;
  if (lower * width <= top - left) return left + std::sqrt(lower * width * (top - left));
  return right - std::sqrt(upper * width * (right - top));
}

double normal(double mean, double deviation, double low, double high, Probability p) {
  return mean + deviation * standard_normal_between((low - mean) / deviation, (high - mean) / deviation, p);
}

struct Support {
  double low, high;
};

Support support_of(const Distribution& d) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  switch (d.kind) {
    case Distribution::Kind::normal: return {-infinity, infinity};
    case Distribution::Kind::uniform: return {d.first, d.second};
    case Distribution::Kind::lognormal: return {0, infinity};
    case Distribution::Kind::triangular: return {d.first, d.third};
  }
  return {};
}

std::string fault_of_shape(const Distribution& d) {
  switch (d.kind) {
    case Distribution::Kind::normal:
    case Distribution::Kind::lognormal: return d.second > 0 ? "" : "the standard deviation has to be positive";
    case Distribution::Kind::uniform: return d.first < d.second ? "" : "the lower end has to be below the upper end";
    case Distribution::Kind::triangular:
      if (!(d.first < d.third)) return "the lower end has to be below the upper end";
      return d.first <= d.second && d.second <= d.third ? "" : "the most likely value has to lie between the ends";
  }
  return {};
}

}  // namespace

std::string fault_of(const Distribution& d) {
  if (!std::isfinite(d.first) || !std::isfinite(d.second) || !std::isfinite(d.third)) return "its numbers have to be finite";
  if (std::string fault = fault_of_shape(d); !fault.empty()) return fault;
  if (!(d.lowest < d.highest)) return "`within` has to go from a lower to a higher value";
  const Support support = support_of(d);
  if (!(std::max(d.lowest, support.low) < std::min(d.highest, support.high))) return "nothing of it lies `within` the range";
  return {};
}

double quantile(const Distribution& d, Probability p) {
  const Support support = support_of(d);
  const double low = std::max(d.lowest, support.low), high = std::min(d.highest, support.high);
  double x = 0;
  switch (d.kind) {
    case Distribution::Kind::normal: x = normal(d.first, d.second, low, high, p); break;
    case Distribution::Kind::uniform: x = uniform(low, high, p); break;
    case Distribution::Kind::lognormal: x = std::exp(normal(d.first, d.second, std::log(low), std::log(high), p)); break;
    case Distribution::Kind::triangular: x = triangular(d, low, high, p); break;
  }
  return std::clamp(x, low, high);  // rounding may carry it past an end
}

}  // namespace saltus
