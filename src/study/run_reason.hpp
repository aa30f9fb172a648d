#pragma once
// Why a run ended as it did, for a record.

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "result/run_result.hpp"

namespace saltus {

/// One line: why and where. When is RunRecord::end_time: failures of one kind have one message.
[[nodiscard]] inline std::string reason(const Status& status) {
  std::string text = status.message;
  std::ranges::replace(text, '\n', ' ');
  if (!status.place.empty()) text += fmt::format(" ({})", status.place);
  return text;
}

}  // namespace saltus
