#include "study/points.hpp"

#include <cassert>

namespace saltus {

namespace {

std::uint64_t count_of(const SweepExperiment& sweep) {
  if (sweep.paired) return sweep.axes.front().values.count();
  std::uint64_t product = 1;
  for (const SweepAxis& a : sweep.axes) product *= a.values.count();
  return product;
}

}  // namespace

SweepPoints::SweepPoints(SweepExperiment sweep) : sweep_(std::move(sweep)), count_(count_of(sweep_)) {}

Point SweepPoints::point(std::uint64_t number) const {
  assert(number >= 1 && number <= count_);
  Point point;
  point.number = number;
  point.values.resize(sweep_.axes.size());
  std::uint64_t rest = number - 1;
  for (std::size_t i = sweep_.axes.size(); i-- > 0;) {
    const SweepValues& axis = sweep_.axes[i].values;
    point.values[i] = axis.value(sweep_.paired ? rest : rest % axis.count());
    if (!sweep_.paired) rest /= axis.count();
  }
  return point;
}

PointMatch SweepPoints::find(const std::vector<std::optional<double>>& wanted) const {
  return sweep_.paired ? find_pair(wanted) : find_in_grid(wanted);
}

PointMatch SweepPoints::find_in_grid(const std::vector<std::optional<double>>& wanted) const {
  PointMatch match{0, 1};
  for (std::size_t i = 0; i < sweep_.axes.size(); ++i) {
    const SweepValues& axis = sweep_.axes[i].values;
    const auto index = wanted[i] ? axis.find(*wanted[i]) : std::optional<std::uint64_t>(0);
    if (!index) return {0, 0};
    match.number = match.number * axis.count() + *index;
    if (!wanted[i]) match.count *= axis.count();
  }
  ++match.number;
  return match;
}

PointMatch SweepPoints::find_pair(const std::vector<std::optional<double>>& wanted) const {
  PointMatch match{0, 0};
  for (std::uint64_t k = 0; k < count_; ++k) {
    bool agrees = true;
    for (std::size_t i = 0; i < wanted.size() && agrees; ++i)
      agrees = !wanted[i] || sweep_.axes[i].values.value(k).value == *wanted[i];
    if (!agrees) continue;
    if (match.count == 0) match.number = k + 1;
    ++match.count;
  }
  return match;
}

}  // namespace saltus
