#pragma once
// The events of all variants of a comparison side by side.

#include <optional>
#include <string>
#include <vector>

#include "study/compare_study.hpp"

namespace saltus {

/// One event in all variants.
struct EventRow {
  std::string name;
  std::optional<double> reference;
  std::vector<std::optional<double>> others;  ///< one for each variant

  [[nodiscard]] double time() const;
};

/// In order of time.
[[nodiscard]] std::vector<EventRow> event_rows(const ComparisonReport& report);

/// The time in the reference; of other variants the difference from it, or the time where it has none; "none" for an event that is missing.
[[nodiscard]] std::string event_cell(const EventRow& row, std::size_t variant, const ComparisonReport& report);

/// How many events of a name the variants have.
struct EventCounts {
  std::string name;
  std::vector<std::size_t> counts;  ///< one for each variant
};

/// In the order of first appearance.
[[nodiscard]] std::vector<EventCounts> event_counts(const ComparisonReport& report);

}  // namespace saltus
