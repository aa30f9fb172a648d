#pragma once
// What a study came to, as tables of a page: runs and measures, statistics of a sample, variants of a comparison, the end of a search; runs that failed.

#include <string>

#include "report/shelf.hpp"

namespace saltus {

[[nodiscard]] std::string study_table_html(const StudyOutcome& study);

}  // namespace saltus
