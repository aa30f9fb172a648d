#pragma once
// What a study keeps of one run.

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "result/run_result.hpp"
#include "study/point.hpp"

namespace saltus {

/// The value of a measure: a number or a list. A missing number (the fifth of four hits) is NaN.
struct MeasuredValue {
  double number = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> list = {};
  bool is_list = false;
  std::string digits = {};  ///< decimal text of a number from a run with a chosen precision
};

/// Warnings of one run that say the same, but for numbers.
struct WarningCount {
  std::string text;  ///< of the first
  std::uint64_t count = 0;
  friend bool operator==(const WarningCount&, const WarningCount&) = default;
};

struct RunRecord {
  Point point;
  StatusCode status = StatusCode::finished;
  std::string message = {};                  ///< why it failed; else which measures are infinite or no numbers
  std::vector<MeasuredValue> measures = {};  ///< in the order of the study; of a failed run what could be measured
  std::vector<WarningCount> warnings = {};   ///< in the order of the first of each
  double end_time = 0;
  std::uint64_t steps = 0, events = 0;
  double seconds = 0;  ///< the only field that differs between repetitions
};

/// Do its measures count in statistics, figures, searches and expectations? Those of a run that ended where infinitely many events
/// accumulate (zeno) are good up to there; those of one that failed are only shown.
[[nodiscard]] inline bool counts(const RunRecord& r) {
  return r.status == StatusCode::finished || r.status == StatusCode::terminated || r.status == StatusCode::zeno;
}

}  // namespace saltus
