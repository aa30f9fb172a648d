#pragma once
// The pages of docs/reference/codes/ and docs/reference/statuses/, put into the program when it is built.

#include <span>
#include <string_view>

namespace saltus::cli {

struct Page {
  std::string_view code;
  std::string_view text;  ///< Markdown; the first line is "# code: what it means"
};

/// Diagnostics, then statuses of a run, each in alphabetical order.
[[nodiscard]] std::span<const Page> pages();

}  // namespace saltus::cli
