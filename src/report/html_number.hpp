#pragma once
// Numbers on a page: a minus sign, powers of ten instead of `e`, and columns whose numbers share their decimals.

#include <string>
#include <string_view>
#include <vector>

namespace saltus {

/// A decimal as it is set: "-1.5e-07" is −1.5·10⁻⁷. Other texts are only escaped.
[[nodiscard]] std::string html_number(std::string_view decimal);

/// The numbers of a column as HTML, with about seven digits: as many decimals as the largest needs, if that leaves enough digits to the smallest;
/// nothing for what is missing.
[[nodiscard]] std::vector<std::string> html_column(const std::vector<double>& values);

}  // namespace saltus
