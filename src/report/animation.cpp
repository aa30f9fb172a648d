// Samples that straight lines need: from each sample kept the next is the farthest one for which all samples between lie within a tolerance of the
// line in all channels. Instants with events keep both sides.

#include "report/animation.hpp"

#include <algorithm>
#include <cmath>

namespace saltus {

namespace {

constexpr double parts_of_view = 1500;  // a line is right to such a part: half a pixel
constexpr double default_seconds = 10;
constexpr std::size_t most_events = 2000;

struct Samples {
  std::vector<double> times;
  std::vector<std::vector<double>> values;  ///< of each expression
};

/// The rows inside the range; none if the run did not record the expressions.
Samples samples_of(const AnimationSpec& spec, const RunResult& run) {
  Samples all;
  std::vector<const std::vector<double>*> columns;
  for (std::size_t i = 0; i < spec.expressions.size(); ++i) columns.push_back(shown_values(run, i));
  if (run.series.rows.empty() || std::ranges::count(columns, nullptr) > 0) return all;
  all.values.resize(columns.size());
  const std::vector<double>& times = run.series.columns.front().values;
  const auto [from, to] = spec.range.value_or(std::pair(times.front(), times.back()));
  for (std::size_t k = 0; k < times.size(); ++k) {
    if (times[k] < from || times[k] > to) continue;
    all.times.push_back(times[k]);
    for (std::size_t i = 0; i < columns.size(); ++i) all.values[i].push_back((*columns[i])[k]);
  }
  return all;
}

class Thinner {
 public:
  Thinner(const Samples& samples, double tolerance) : times_(samples.times), values_(samples.values), tolerance_(tolerance) {}

  /// Indices, the first and the last of them included.
  std::vector<std::size_t> kept() const {
    std::vector<std::size_t> kept = {0};
    while (kept.back() + 1 < times_.size()) kept.push_back(next(kept.back()));
    return kept;
  }

 private:
  [[nodiscard]] std::size_t next(std::size_t from) const {
    std::size_t to = from + 1;
    // Doubling, then halving, would be quicker; these are a few thousand samples.
    while (to + 1 < times_.size() && to - from < 256 && is_line(from, to + 1)) ++to;
    return to;
  }

  [[nodiscard]] bool is_line(std::size_t from, std::size_t to) const {
    const double length = times_[to] - times_[from];
    for (std::size_t k = from + 1; k <= to; ++k) {
      if (!(times_[k] > times_[k - 1])) return false;  // an instant with events
    }
    for (const auto& v : values_) {
      for (std::size_t k = from + 1; k < to; ++k) {
        const double part = (times_[k] - times_[from]) / length;
        const double line = v[from] + part * (v[to] - v[from]);
        const bool gaps = std::isnan(v[k]) && std::isnan(v[from]) && std::isnan(v[to]);
        if (!gaps && !(std::abs(v[k] - line) <= tolerance_)) return false;
      }
    }
    return true;
  }

  const std::vector<double>& times_;
  const std::vector<std::vector<double>>& values_;
  double tolerance_;
};

bool is_constant(const std::vector<double>& values) {
  return std::ranges::all_of(values,
                             [&](double v) { return v == values.front() || (std::isnan(v) && std::isnan(values.front())); });
}

std::vector<AnimationEvent> events_of(const RunResult& run, double from, double to) {
  std::vector<AnimationEvent> all;
  for (const EventEntry& e : run.events) {
    if (e.kind == EventKind::relation || e.time.value < from || e.time.value > to) continue;
    if (!all.empty() && all.back().time == e.time.value) {
      if (all.back().name.find(e.name) == std::string::npos) all.back().name += ", " + e.name;
    } else if (all.size() < most_events) {
      all.push_back({e.time.value, e.name});
    }
  }
  return all;
}

}  // namespace

double Animation::value(std::size_t channel, double time) const {
  const Channel& c = channels[channel];
  if (c.values.size() == 1) return c.values.front();
  const auto after = static_cast<std::size_t>(std::ranges::upper_bound(times, time) - times.begin());
  if (after == 0) return c.values.front();
  if (after == times.size()) return c.values.back();
  const double part = (time - times[after - 1]) / (times[after] - times[after - 1]);
  return c.values[after - 1] + part * (c.values[after] - c.values[after - 1]);
}

Animation animation_of(const AnimationSpec& spec, const RunResult& run) {
  Animation a;
  a.name = spec.name.text;
  a.caption = spec.caption.text;
  std::ranges::copy(spec.view, a.view);
  a.shapes = spec.shapes;
  a.trace = spec.trace;
  a.channels.resize(spec.expressions.size());
  const Samples all = samples_of(spec, run);
  if (all.times.size() < 2) {
    for (Channel& c : a.channels) c.values = {std::nan("")};
    return a;
  }
  const double tolerance = std::min(a.view[2] - a.view[0], a.view[3] - a.view[1]) / parts_of_view;
  for (const std::size_t k : Thinner(all, tolerance).kept()) {
    a.times.push_back(all.times[k]);
    for (std::size_t i = 0; i < all.values.size(); ++i) a.channels[i].values.push_back(all.values[i][k]);
  }
  for (Channel& c : a.channels) {
    if (is_constant(c.values)) c.values.resize(1);
  }
  a.rate = spec.rate > 0 ? spec.rate : (a.times.back() - a.times.front()) / default_seconds;
  a.events = events_of(run, a.times.front(), a.times.back());
  return a;
}

}  // namespace saltus
