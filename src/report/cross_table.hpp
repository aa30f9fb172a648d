#pragma once
// One measure of a sweep as a table with two entries: the last varied name across, the others down.

#include <string>

#include "report/shelf.hpp"

namespace saltus {

/// `measure` is a place in the measures of the study, of numbers; at least one name is varied. Runs that failed leave an empty cell.
[[nodiscard]] std::string cross_table_html(const StudyOutcome& study, std::size_t measure);

}  // namespace saltus
