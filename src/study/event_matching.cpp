// With a the shorter list, cost[i][k] is the least sum of distances of a_0 .. a_i, when a_i is paired with b_(i+k), 0 <= k <= m - n:
//   cost[i][k] = |a_i - b_(i+k)| + min over l <= k of cost[i-1][l]

#include "study/event_matching.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace saltus {
namespace {

constexpr std::size_t most_candidates = std::size_t{1} << 24;

/// For each entry of the shorter list, its partner.
std::vector<std::size_t> partners(std::span<const double> a, std::span<const double> b) {
  const std::size_t n = a.size(), shifts = b.size() - n + 1;
  std::vector<std::size_t> found(n);
  if (n == 0 || shifts == 1 || n > most_candidates / shifts) {
    for (std::size_t i = 0; i < n; ++i) found[i] = i;
    return found;
  }
  std::vector<double> cost(shifts, 0.0);
  std::vector<std::vector<std::uint32_t>> from(n, std::vector<std::uint32_t>(shifts));  // the best l for each k
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t best = 0;
    double least = cost[0];
    std::vector<double> next(shifts);
    for (std::size_t k = 0; k < shifts; ++k) {
      if (cost[k] < least) least = cost[best = k];
      from[i][k] = static_cast<std::uint32_t>(best);
      next[k] = least + std::abs(a[i] - b[i + k]);
    }
    cost = std::move(next);
  }
  auto k = static_cast<std::size_t>(std::min_element(cost.begin(), cost.end()) - cost.begin());
  for (std::size_t i = n; i-- > 0; k = from[i][k]) found[i] = i + k;
  return found;
}

struct Times {
  std::vector<double> reference, other;
};

double when(const MatchedEvent& e) { return e.reference ? *e.reference : *e.other; }

void match_name(const std::string& name, const Times& times, std::vector<MatchedEvent>& events) {
  std::vector<bool> taken_reference(times.reference.size()), taken_other(times.other.size());
  for (const auto& [i, j] : match_times(times.reference, times.other)) {
    events.push_back({name, times.reference[i], times.other[j]});
    taken_reference[i] = taken_other[j] = true;
  }
  for (std::size_t i = 0; i < times.reference.size(); ++i) {
    if (!taken_reference[i]) events.push_back({name, times.reference[i], std::nullopt});
  }
  for (std::size_t j = 0; j < times.other.size(); ++j) {
    if (!taken_other[j]) events.push_back({name, std::nullopt, times.other[j]});
  }
}

}  // namespace

std::vector<std::pair<std::size_t, std::size_t>> match_times(std::span<const double> a, std::span<const double> b) {
  const bool turned = a.size() > b.size();
  const std::vector<std::size_t> found = turned ? partners(b, a) : partners(a, b);
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t i = 0; i < found.size(); ++i) pairs.emplace_back(turned ? found[i] : i, turned ? i : found[i]);
  return pairs;
}

EventComparison compare_events(const RunResult& reference, const RunResult& other) {
  std::vector<std::string> names;
  std::map<std::string, Times> times;
  const auto gather = [&](const RunResult& run, std::vector<double> Times::* side) {
    for (const EventEntry& e : run.events) {
      const auto [place, is_new] = times.try_emplace(e.name);
      if (is_new) names.push_back(e.name);
      (place->second.*side).push_back(e.time.value);
    }
  };
  gather(reference, &Times::reference);
  gather(other, &Times::other);
  EventComparison result;
  for (const std::string& name : names) {
    const Times& t = times.at(name);
    result.counts.push_back({name, t.reference.size(), t.other.size()});
    match_name(name, t, result.events);
  }
  std::stable_sort(result.events.begin(), result.events.end(), [](const auto& a, const auto& b) { return when(a) < when(b); });
  return result;
}

}  // namespace saltus
