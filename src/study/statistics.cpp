#include "study/statistics.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

namespace saltus {

void CompensatedSum::add(double x) {
  const double sum = high_ + x, part = sum - high_;
  low_ += (high_ - (sum - part)) + (x - part);
  high_ = sum;
}

void Moments::add(double x) {
  if (!std::isfinite(x)) {
    ++missing_;
    return;
  }
  ++count_;
  min_ = std::min(min_, x);
  max_ = std::max(max_, x);
  const double before = mean_.distance_of(x);
  mean_.add(before / static_cast<double>(count_));
  squares_.add(before * mean_.distance_of(x));
}

void Moments::merge(const Moments& other) {
  missing_ += other.missing_;
  if (other.count_ == 0) return;
  const double distance = mean_.distance_of(other.mean_.value()), theirs = static_cast<double>(other.count_);
  const double ours = static_cast<double>(count_), share = theirs / (ours + theirs);
  count_ += other.count_;
  min_ = std::min(min_, other.min_);
  max_ = std::max(max_, other.max_);
  mean_.add(distance * share);
  squares_.add(other.squares_.value());
  squares_.add(distance * distance * share * ours);
}

double Moments::standard_deviation() const { return std::sqrt(std::max(variance(), 0.0)); }

double Moments::standard_error() const { return standard_deviation() / std::sqrt(static_cast<double>(count_)); }

Interval confidence_of_mean(const Moments& m, double level) {
  if (m.count() < 2) return {m.standard_deviation(), m.standard_deviation()};
  const boost::math::students_t t(static_cast<double>(m.count() - 1));
  const double half = boost::math::quantile(boost::math::complement(t, (1 - level) / 2)) * m.standard_error();
  return {m.mean() - half, m.mean() + half};
}

void Correlation::add(double x, double y) {
  if (std::isnan(x) || std::isnan(y)) return;
  const double n = static_cast<double>(++count_), dx = mean_x_.distance_of(x), dy = mean_y_.distance_of(y);
  mean_x_.add(dx / n);
  mean_y_.add(dy / n);
  const double after_y = mean_y_.distance_of(y);
  xx_.add(dx * mean_x_.distance_of(x));
  yy_.add(dy * after_y);
  xy_.add(dx * after_y);
}

void Correlation::merge(const Correlation& other) {
  if (other.count_ == 0) return;
  const double ours = static_cast<double>(count_), theirs = static_cast<double>(other.count_), share = theirs / (ours + theirs);
  const double dx = mean_x_.distance_of(other.mean_x_.value()), dy = mean_y_.distance_of(other.mean_y_.value());
  count_ += other.count_;
  mean_x_.add(dx * share);
  mean_y_.add(dy * share);
  xx_.add(other.xx_.value());
  yy_.add(other.yy_.value());
  xy_.add(other.xy_.value());
  xx_.add(dx * dx * share * ours);
  yy_.add(dy * dy * share * ours);
  xy_.add(dx * dy * share * ours);
}

double Correlation::value() const {
  const double scale = std::sqrt(xx_.value()) * std::sqrt(yy_.value());
  return scale > 0 ? std::clamp(xy_.value() / scale, -1.0, 1.0) : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace saltus
