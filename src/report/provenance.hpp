#pragma once
// Where the numbers of a page come from: program, machine, command, files with their hashes, and what their runs cost.

#include <string>
#include <vector>

#include "report/shelf.hpp"

namespace saltus {

/// A section of the page. `page` is its name.
[[nodiscard]] std::string provenance_html(const std::vector<const StudyOutcome*>& studies, const ReportOptions& options,
                                          const std::string& page);

}  // namespace saltus
