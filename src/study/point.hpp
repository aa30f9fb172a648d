#pragma once
// One choice of values for the names that a study varies.

#include <cstdint>
#include <string>
#include <vector>

namespace saltus {

/// A value for a parameter or start value: the nearest double, and the exact one as a decimal or constant expression ("0.1",
/// "pi/6", "true"); an empty text means that the double is meant.
struct StudyValue {
  double value = 0;
  std::string exact = {};
};

struct Point {
  std::uint64_t number = 0;  ///< from 1; the same in every shard and every resumed study
  std::vector<StudyValue> values = {};
};

}  // namespace saltus
