#pragma once
// One choice of values for the names that a study varies.

#include <cstdint>
#include <string>
#include <vector>

namespace saltus {

/// A value for a parameter or start value: the nearest double, and the exact one as a decimal or constant expression ("0.1",
/// "pi/6", "true"); an empty text means that the double is meant. A word (the name of a variant, of a solver) has its place
/// in the list as its value.
struct StudyValue {
  double value = 0;
  std::string exact = {};
};

/// What is meant, as --set takes it: the exact text, or all digits of the double.
[[nodiscard]] std::string exact_text(const StudyValue& value);
/// For legends and tables: words and short decimals as they are, others to six digits.
[[nodiscard]] std::string short_text(const StudyValue& value);
/// "e = 0.2"; of words that say enough by themselves ("radau") the word alone.
[[nodiscard]] std::string choice_text(const std::string& name, const StudyValue& value);

struct Point {
  std::uint64_t number = 0;  ///< from 1; the same in every shard and every resumed study
  std::vector<StudyValue> values = {};
};

/// The same values, whatever the numbers of the points.
[[nodiscard]] bool is_same_point(const Point& a, const Point& b);

}  // namespace saltus
