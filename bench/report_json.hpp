#pragma once
// The report as JSON, schema "saltus.bench/1". Numbers that are not known or not finite are null.

#include <string>

#include "report.hpp"

namespace saltus::bench {

std::string to_json(const Report& report);

/// Throws std::runtime_error for a text that is no such report.
Report from_json(const std::string& text);

}  // namespace saltus::bench
