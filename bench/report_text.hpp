#pragma once
// The report for people: tables for the terminal, and a page in Markdown.

#include <string>

#include "report.hpp"

namespace saltus::bench {

/// "14.3 us", to three digits.
std::string time_text(double seconds);
/// "1.47", "12.9 ms", "at most 1.3": values of bars with their units.
std::string value_text(const Verdict& verdict);
std::string limit_text(const Verdict& verdict);
/// "met", "NOT met", "not run".
std::string verdict_text(const Verdict& verdict);

struct RowText {
  std::string time, median, ratio, error, events, steps, jets;
};
/// Ratio to `unit`, which may be null.
RowText row_text(const Row& row, const Row* unit);

std::string as_table(const CaseReport& report);
std::string as_page(const Report& report);

}  // namespace saltus::bench
