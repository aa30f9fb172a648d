#pragma once
// The style and the script of pages, put into the library from src/report/assets/.

#include <string_view>

namespace saltus {

/// The text of the file of this name; it exists.
[[nodiscard]] std::string_view report_asset(std::string_view name);

}  // namespace saltus
