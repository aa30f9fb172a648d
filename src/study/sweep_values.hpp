#pragma once
// The values that a sweep gives to one name: a list or a range, by index, without holding all of a range.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "number/rational.hpp"
#include "study/point.hpp"

namespace saltus {

/// A number as a study states it. `exact` is its value if that is rational, else within 60 digits of it (pi/6).
struct StudyNumber {
  StudyValue value;
  Rational exact;
  bool is_rational = true;
};

/// Thread-safe to read.
class SweepValues {
 public:
  static SweepValues list(std::vector<StudyValue> values);
  /// from, from + step, ..., `count` of them; exact.
  static SweepValues steps(const StudyNumber& from, const StudyNumber& step, std::uint64_t count);
  /// `count` >= 2 values from `from` to `to`, both included, equally far from each other; exact.
  static SweepValues between(const StudyNumber& from, const StudyNumber& to, std::uint64_t count);
  /// `count` >= 2 values in equal ratios, `from` and `to` of equal sign and not 0; the inner ones are the nearest doubles.
  static SweepValues ratios(const StudyNumber& from, const StudyNumber& to, std::uint64_t count);

  [[nodiscard]] std::uint64_t count() const { return count_; }
  [[nodiscard]] StudyValue value(std::uint64_t index) const;  ///< index < count()
  /// The index of the value whose nearest double is `x`.
  [[nodiscard]] std::optional<std::uint64_t> find(double x) const;

 private:
  enum class Kind : std::uint8_t { list, linear, log };
  Kind kind_ = Kind::list;
  std::uint64_t count_ = 0;
  std::vector<StudyValue> values_;     // of a list; of other kinds the ends as written, where they are known
  Rational from_, step_;               // linear
  std::string from_text_, step_text_;  // linear with irrational parts: what the exact texts are made of
};

}  // namespace saltus
