#pragma once
// A run told to a person. Layouts may change from version to version; scripts read the JSON.

#include <cstddef>
#include <string>

#include "result/run_result.hpp"

namespace saltus {

/// A few lines: the status, how often each event fired and when first and last, the final values, the closest near miss.
///
///   Pendulum: finished at 10
///   8 events in 312 steps, 0.4 ms
///     hit      4   first 0.7031   last 8.9223
///     release  4   first 1.2201   last 9.5126
///   at the end: phi = 0.1, w = -2
[[nodiscard]] std::string brief_report(const RunResult& run);

/// The brief report, then parameters, settings, every event (at most `max_events` lines, then a count of the rest), near
/// misses, final values and statistics.
[[nodiscard]] std::string full_report(const RunResult& run, std::size_t max_events = 1000);

/// One line for each, and, where it is known and not shown already, its place.
[[nodiscard]] std::string warnings_text(const std::vector<Warning>& warnings);

/// Seconds in a unit that suits them: "13 us", "4.2 ms", "1.50 s", "25 min", "3.2 h".
[[nodiscard]] std::string duration_text(double seconds);

}  // namespace saltus
