#pragma once
// The events of a run as a table of a page.

#include <string>

#include "result/run_result.hpp"

namespace saltus {

/// Time, name, class, what changed; all of it to download as csv. `name` is that of the file.
[[nodiscard]] std::string event_table_html(const RunResult& run, const std::string& name);

}  // namespace saltus
