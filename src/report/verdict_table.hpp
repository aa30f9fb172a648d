#pragma once
// Verdicts on expected values, as tables of a page and of the index.

#include <string>
#include <vector>

#include "study/expectations.hpp"

namespace saltus {

struct VerdictRow {
  std::string page, page_title, id;  ///< where it is found; empty: on this page
  const Judgement* judgement = nullptr;
};

/// Quantity, published value, reference, ours, difference, verdict.
[[nodiscard]] std::string verdicts_html(const std::vector<VerdictRow>& rows);

struct VerdictCounts {
  std::size_t met = 0, published_wrong = 0, failed = 0;
};
[[nodiscard]] VerdictCounts count_verdicts(const std::vector<VerdictRow>& rows);

/// All verdicts of a report: how many there are, a filter, the table.
[[nodiscard]] std::string verdict_index_html(const std::vector<VerdictRow>& rows);

}  // namespace saltus
