#pragma once
// Why a run ended as it did, and what it warned of, for a record.

#include <algorithm>
#include <cctype>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "result/run_result.hpp"
#include "study/run_record.hpp"

namespace saltus {

/// One line: why and, for what is no limit of events, where. When is RunRecord::end_time: failures of one kind have one message.
[[nodiscard]] inline std::string reason(const Status& status) {
  std::string text = status.message;
  std::ranges::replace(text, '\n', ' ');
  if (!status.place.empty() && status.code != StatusCode::zeno) text += fmt::format(" ({})", status.place);
  return text;
}

/// "not a number at #": numbers in messages differ from run to run, the reason does not.
[[nodiscard]] inline std::string without_numbers(const std::string& message) {
  std::string out;
  bool in_number = false;
  const auto is_digit = [&](std::size_t i) {
    return i < message.size() && std::isdigit(static_cast<unsigned char>(message[i])) != 0;
  };
  for (std::size_t i = 0; i < message.size(); ++i) {
    const char c = message[i];
    const bool begins = is_digit(i) || (c == '-' && is_digit(i + 1) && (i == 0 || message[i - 1] == ' '));
    if (begins && !in_number) out += '#';
    in_number = begins || (in_number && (c == '.' || c == 'e' || c == '-' || c == '+'));
    if (!in_number) out += c;
  }
  return out;
}

[[nodiscard]] inline std::vector<WarningCount> counted_warnings(const RunResult& run) {
  std::vector<WarningCount> counted;
  std::map<std::string, std::size_t> places;
  for (const Warning& warning : run.warnings) {
    const std::string& text = warning.text;
    const auto [place, is_new] = places.try_emplace(without_numbers(text), counted.size());
    if (is_new) counted.push_back({text, 0});
    ++counted[place->second].count;
  }
  return counted;
}

}  // namespace saltus
