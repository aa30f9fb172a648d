#pragma once
// What the variants of a comparison cost, and how far they are from the reference.

#include <string>

#include "study/compare_study.hpp"

namespace saltus {

/// `name` is of the files to download: events and deviations.
[[nodiscard]] std::string comparison_html(const ComparisonReport& report, const std::string& name);

/// The times of events in all variants, folded.
[[nodiscard]] std::string compared_events_html(const ComparisonReport& report);

}  // namespace saltus
