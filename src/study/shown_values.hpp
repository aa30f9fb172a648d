#pragma once
// Numbers, measures and expectations as they are shown to a person, in a terminal or on a page.

#include <string>
#include <vector>

#include "study/expectations.hpp"
#include "study/measure.hpp"
#include "study/run_record.hpp"

namespace saltus {

/// Six digits; nothing for what is missing.
[[nodiscard]] std::string short_number(double x);
/// Fifteen digits; "missing".
[[nodiscard]] std::string long_number(double x);

/// A list by its first elements: "{1, 2, 3, 4, ... (9)}".
[[nodiscard]] std::string measured_text(const MeasuredValue& value, std::string (*number)(double));

/// "v [m/s]"
[[nodiscard]] std::string titled(const std::string& name, const std::string& unit);
[[nodiscard]] std::string titled(const Measure& measure);

/// The stated value: decimals as they were written, expressions as their value; of a list the first few.
[[nodiscard]] std::string stated_text(const Expectation& expected);
/// The published value, as it was printed.
[[nodiscard]] std::string printed_text(const Expectation& expected);
/// Ours, to all its digits; nothing if it was not compared.
[[nodiscard]] std::string ours_text(const Judgement& judgement);

}  // namespace saltus
