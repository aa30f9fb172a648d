#pragma once
// Why a run ended as it did, and what it warned of, for a record.

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "result/run_result.hpp"
#include "result/without_numbers.hpp"
#include "study/run_record.hpp"

namespace saltus {

/// One line: why and, for what is no limit of events, where. When is RunRecord::end_time: failures of one kind have one message.
[[nodiscard]] inline std::string reason(const Status& status) {
  std::string text = status.message;
  std::ranges::replace(text, '\n', ' ');
  if (!status.place.empty() && status.code != StatusCode::zeno) text += fmt::format(" ({})", status.place);
  return text;
}

[[nodiscard]] inline std::vector<WarningCount> counted_warnings(const std::vector<Warning>& warnings) {
  std::vector<WarningCount> counted;
  std::map<std::string, std::size_t> places;
  for (const Warning& warning : warnings) {
    const std::string& text = warning.text;
    const auto [place, is_new] = places.try_emplace(without_numbers(text), counted.size());
    if (is_new) counted.push_back({text, 0});
    counted[place->second].count += warning.times;
  }
  return counted;
}

}  // namespace saltus
