#pragma once
// Does a study reproduce the values that it states?

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "study/run_record.hpp"
#include "study/study_file.hpp"

namespace saltus {

enum class Verdict : std::uint8_t {
  met,              ///< ours agrees with `value`, and with `published` to the digits printed
  published_wrong,  ///< ours agrees with `value` and not with `published`
  failed,
};

struct Judgement {
  std::string what;    ///< "v4 at e = 1"
  MeasuredValue ours;  ///< missing if there is none
  Expectation expected;
  Verdict verdict = Verdict::failed;
  std::string reason = {};  ///< why it failed, if numbers alone do not say it
  std::string miss = {};    ///< by how much it failed, if numbers as they are shown do not say it
};

/// `ours` agrees if |ours - value| <= max(tol, rtol |value|); with a printed decimal if they differ by at most half a unit of its last
/// digit, besides that bound. All of it in exact arithmetic.
[[nodiscard]] Judgement judge(const Expectation& expected, const std::optional<MeasuredValue>& ours);

/// "met", "published value wrong", "failed"
[[nodiscard]] const char* name_of(Verdict verdict);

/// A unit of the last digit of a decimal: 0.001 for "1.250", 10 for "1.2e2".
[[nodiscard]] Rational unit_of_last_digit(const std::string& decimal);

}  // namespace saltus
