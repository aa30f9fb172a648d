#pragma once
// A whole page around what stands on it: style, navigation, contents, script. It needs no other file and no network.

#include <string>
#include <utility>
#include <vector>

#include "report/markdown.hpp"

namespace saltus {

struct PageFrame {
  std::string name, title;                                      ///< of this page
  std::vector<std::pair<std::string, std::string>> pages = {};  ///< name and title of all, the index first
  std::vector<Heading> headings = {};
  std::string footer = {};  ///< HTML
};

[[nodiscard]] std::string page_html(const PageFrame& frame, const std::string& body);

}  // namespace saltus
