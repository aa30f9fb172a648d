#include "study/compare.hpp"

#include <algorithm>
#include <cmath>

namespace saltus {
namespace {

struct Gap {
  double from, to;
};

/// Between the times of matched events, joined where they overlap.
std::vector<Gap> gaps_of(const EventComparison& events) {
  std::vector<Gap> gaps;
  for (const MatchedEvent& e : events.events) {
    if (e.reference && e.other && *e.reference != *e.other) {
      gaps.push_back({std::min(*e.reference, *e.other), std::max(*e.reference, *e.other)});
    }
  }
  std::sort(gaps.begin(), gaps.end(), [](const Gap& a, const Gap& b) { return a.from < b.from; });
  std::vector<Gap> joined;
  for (const Gap& g : gaps) {
    if (joined.empty() || g.from > joined.back().to) joined.push_back(g);
    joined.back().to = std::max(joined.back().to, g.to);
  }
  return joined;
}

/// Which limits count at a time, seen from the gaps.
struct Sides {
  bool left = true, right = true;
};

class GapWalk {
 public:
  explicit GapWalk(std::vector<Gap> gaps) : gaps_(std::move(gaps)) {}

  /// Times ascend.
  Sides at(double t) {
    while (next_ < gaps_.size() && gaps_[next_].to < t) ++next_;
    if (next_ == gaps_.size() || t < gaps_[next_].from) return {};
    return {t == gaps_[next_].from, t == gaps_[next_].to};
  }

  [[nodiscard]] double length() const {
    double sum = 0;
    for (const Gap& g : gaps_) sum += g.to - g.from;
    return sum;
  }

 private:
  std::vector<Gap> gaps_;
  std::size_t next_ = 0;
};

/// Rows of a series by time: the first row at a time is the left limit, the last one the right limit.
class RowWalk {
 public:
  explicit RowWalk(const Series& series) : times_(series.columns.at(0).values) {}

  /// Times ascend. False if there is no row.
  bool go_to(double t) {
    while (first_ < times_.size() && times_[first_] < t) ++first_;
    if (first_ == times_.size() || times_[first_] != t) return false;
    last_ = first_;
    while (last_ + 1 < times_.size() && times_[last_ + 1] == t) ++last_;
    return true;
  }
  [[nodiscard]] std::size_t left() const { return first_; }
  [[nodiscard]] std::size_t right() const { return last_; }

 private:
  const std::vector<double>& times_;
  std::size_t first_ = 0, last_ = 0;
};

void consider(Deviation& d, double t, double reference, double other) {
  if (std::isnan(reference) != std::isnan(other)) {
    if (std::isnan(d.alone)) d.alone = t;
    return;
  }
  const double distance = std::abs(other - reference);
  if (!(distance > d.largest) && !std::isnan(d.time)) return;
  if (std::isnan(distance)) return;
  d.largest = distance;
  d.time = t;
  d.reference = reference;
  d.other = other;
}

struct ColumnPair {
  const Column* reference;
  const Column* other;
};

std::vector<ColumnPair> common_columns(const Series& reference, const Series& other,
                                       const std::vector<std::string>& variables) {
  std::vector<ColumnPair> pairs;
  for (std::size_t i = 1; i < reference.columns.size(); ++i) {
    const Column& c = reference.columns[i];
    const auto holds = [&](const std::string& asked) { return is_or_is_in(c.name, asked); };
    const bool wanted = variables.empty() ? c.kind == ValueKind::real && !c.name.starts_with("der(")
                                          : std::ranges::any_of(variables, holds);
    const Column* partner = wanted ? other.find(c.name) : nullptr;
    if (partner != nullptr) pairs.push_back({&c, partner});
  }
  return pairs;
}

double range_of(const Column& column) {
  double least = std::numeric_limits<double>::infinity(), most = -least;
  for (const double x : column.values) {
    if (x < least) least = x;
    if (x > most) most = x;
  }
  return most >= least ? most - least : 0;
}

/// Does it change by more than rounding at an instant?
bool jumps(const Series& series, const Column& column, double range) {
  constexpr double rounding = 1e-9;
  for (std::size_t i = 1; i < series.rows.size(); ++i) {
    if (series.rows[i].kind != RowKind::after_events || series.rows[i - 1].kind != RowKind::before_events) continue;
    if (!(std::abs(column.values[i] - column.values[i - 1]) <= rounding * range)) return true;
  }
  return false;
}

Deviation begin(const Series& reference, const Series& other, const ColumnPair& c) {
  Deviation d{.variable = c.reference->name, .unit = c.reference->unit, .range = range_of(*c.reference)};
  const double range = std::max(d.range, range_of(*c.other));
  d.jumps = jumps(reference, *c.reference, range) || jumps(other, *c.other, range);
  return d;
}

}  // namespace

RunComparison compare_runs(const RunResult& reference, const RunResult& other, const std::vector<double>& times,
                           const std::vector<std::string>& variables) {
  RunComparison result;
  result.events = compare_events(reference, other);
  if (reference.series.columns.empty() || other.series.columns.empty()) return result;
  const std::vector<ColumnPair> columns = common_columns(reference.series, other.series, variables);
  for (const ColumnPair& c : columns) result.deviations.push_back(begin(reference.series, other.series, c));
  GapWalk gaps(gaps_of(result.events));
  if (std::any_of(result.deviations.begin(), result.deviations.end(), [](const Deviation& d) { return d.jumps; })) {
    result.left_out = gaps.length();
  }
  RowWalk a(reference.series), b(other.series);
  for (const double t : times) {
    const Sides sides = gaps.at(t);
    if (!a.go_to(t) || !b.go_to(t)) continue;
    ++result.times;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const auto& [ours, theirs] = columns[i];
      Deviation& d = result.deviations[i];
      if (sides.left || !d.jumps) consider(d, t, ours->values[a.left()], theirs->values[b.left()]);
      if (sides.right || !d.jumps) consider(d, t, ours->values[a.right()], theirs->values[b.right()]);
    }
  }
  return result;
}

std::vector<double> common_times(double start, double stop, const std::vector<const RunResult*>& runs, std::size_t cells,
                                 std::size_t most_events) {
  std::vector<double> times;
  for (std::size_t i = 0; i <= cells; ++i) {
    times.push_back(i == cells ? stop : start + (stop - start) * static_cast<double>(i) / static_cast<double>(cells));
  }
  std::vector<double> events;
  for (const RunResult* run : runs) {
    for (const EventEntry& e : run->events) {
      if (e.time.value >= start && e.time.value <= stop) events.push_back(e.time.value);
    }
  }
  std::sort(events.begin(), events.end());
  events.erase(std::unique(events.begin(), events.end()), events.end());
  if (events.size() <= most_events) times.insert(times.end(), events.begin(), events.end());
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

}  // namespace saltus
