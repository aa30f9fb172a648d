#pragma once
// Which event of one run is which event of another.

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "result/run_result.hpp"

namespace saltus {

/// Pairs (index in a, index in b), both ascending: all of the shorter list has a partner, and the sum of |a_i - b_j| is least. Both are times in order.
/// Very long lists of different lengths (more than 2^24 candidates) are paired from their beginning.
[[nodiscard]] std::vector<std::pair<std::size_t, std::size_t>> match_times(std::span<const double> a,
                                                                           std::span<const double> b);

/// The times of the events of one name, of a reference and of another run. One of both is missing where the other has no partner.
struct MatchedEvent {
  std::string name;
  std::optional<double> reference, other;
};

struct EventCount {
  std::string name;
  std::size_t reference = 0, other = 0;
};

struct EventComparison {
  std::vector<EventCount> counts = {};    ///< in the order of first appearance, those of the reference first
  std::vector<MatchedEvent> events = {};  ///< in order of time
};

/// Events are compared name by name.
[[nodiscard]] EventComparison compare_events(const RunResult& reference, const RunResult& other);

}  // namespace saltus
