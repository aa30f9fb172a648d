// With s the way from one place to the next, y the change of the gradient, r = 1/(s y):  H <- (1 - r s y^T) H (1 - r y s^T) + r s s^T, from H = (s y)/(y y) on.

#include "study/inverse_curvature.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace saltus {
namespace {

constexpr double shortest = 1e-12;      // way, in units: below it changes of the gradient may be rounding
constexpr double least_angle = 1e-10;  // between way and change

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

int weight_of(const std::vector<double>& gradient, const std::vector<double>& units) {
  double most = 0;
  for (std::size_t j = 0; j < units.size(); ++j) most = std::max(most, std::abs(gradient[j] * units[j]));
  return std::isnormal(most) ? -std::ilogb(most) : 0;
}

}  // namespace

void InverseCurvature::begin(std::vector<double> units) {
  units_ = std::move(units);
  place_.clear();
  inverse_.clear();
}

void InverseCurvature::learn(const std::vector<double>& x, const std::vector<double>& gradient) {
  const std::vector<double> from = std::exchange(place_, x), before = std::exchange(gradient_, gradient);
  if (from.empty()) weight_ = weight_of(gradient, units_);
  if (from.empty()) return;
  std::vector<double> s, y;
  for (std::size_t j = 0; j < x.size(); ++j) {
    s.push_back((x[j] - from[j]) / units_[j]);
    y.push_back(
        s[j] == 0 ? 0 : std::ldexp((gradient[j] - before[j]) * units_[j], weight_));  // what is held at a bound does not matter
  }
  const double way = std::sqrt(dot(s, s)), change = std::sqrt(dot(y, y)), product = dot(s, y);
  if (way < shortest || !(product > least_angle * way * change) || !std::isnormal(change * change)) return;
  update(s, y, product);
}

void InverseCurvature::update(const std::vector<double>& s, const std::vector<double>& y, double product) {
  const std::size_t n = s.size();
  if (inverse_.empty()) {
    inverse_.assign(n * n, 0.0);
    for (std::size_t j = 0; j < n; ++j) inverse_[j * n + j] = product / dot(y, y);
  }
  const std::vector<double> hy = times(y);
  const double grown = 1 + dot(y, hy) / product;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) inverse_[i * n + j] += (grown * s[i] * s[j] - hy[i] * s[j] - s[i] * hy[j]) / product;
}

bool InverseCurvature::take(std::vector<double> second) {
  const std::size_t n = units_.size();
  std::vector<double> inverse(n * n, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    inverse[i * n + i] = 1;
    for (std::size_t j = 0; j < n; ++j) second[i * n + j] = std::ldexp(second[i * n + j] * units_[i] * units_[j], weight_);
  }
  for (std::size_t k = 0; k < n; ++k) {  // all pivots of such a matrix are positive, in any order
    const double pivot = second[k * n + k];
    if (!(pivot > 0)) return false;
    for (std::size_t j = 0; j < n; ++j) second[k * n + j] /= pivot, inverse[k * n + j] /= pivot;
    for (std::size_t i = 0; i < n; ++i) {
      const double factor = i == k ? 0 : second[i * n + k];
      for (std::size_t j = 0; j < n && factor != 0; ++j) {
        second[i * n + j] -= factor * second[k * n + j];
        inverse[i * n + j] -= factor * inverse[k * n + j];
      }
    }
  }
  inverse_ = std::move(inverse);
  return true;
}

std::vector<double> InverseCurvature::times(const std::vector<double>& v) const {
  const std::size_t n = v.size();
  std::vector<double> result(n, 0.0);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) result[i] += inverse_[i * n + j] * v[j];
  return result;
}

std::vector<double> InverseCurvature::step(const std::vector<double>& gradient) const {
  std::vector<double> scaled(gradient);
  for (std::size_t j = 0; j < scaled.size(); ++j) scaled[j] = std::ldexp(scaled[j] * units_[j], weight_);
  std::vector<double> dx = times(scaled);
  for (std::size_t j = 0; j < dx.size(); ++j) dx[j] *= -units_[j];
  return dx;
}

std::vector<double> InverseCurvature::blur(const std::vector<double>& errors) const {
  const std::size_t n = errors.size();
  std::vector<double> blur;
  for (std::size_t i = 0; i < n; ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < n; ++j) sum += std::abs(inverse_[i * n + j]) * std::ldexp(errors[j] * units_[j], weight_);
    blur.push_back(sum * units_[i]);
  }
  return blur;
}

}  // namespace saltus
