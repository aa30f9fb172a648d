#pragma once
// The trajectory as comma-separated values (RFC 4180, lines end with \n): a header with the names of the variables, then one
// line per row. An event instant has two lines with the same time, its left and its right limit.

#include <string>

#include "result/run_result.hpp"

namespace saltus {

/// Empty rows still give the header; a series without columns gives "".
[[nodiscard]] std::string write_csv(const Series& series);

}  // namespace saltus
