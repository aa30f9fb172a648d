#include "document.hpp"

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const auto end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

std::vector<Section> split_test(std::string_view text) {
  std::vector<Section> sections(1);
  for (const std::string& line : lines_of(text)) {
    if (line.starts_with("--- ")) {
      sections.push_back({line, ""});
    } else {
      sections.back().body += line + "\n";
    }
  }
  return sections;
}

std::vector<Section> split_page(std::string_view text) {
  std::vector<Section> sections(1);
  bool fenced = false;
  for (const std::string& line : lines_of(text)) {
    const bool fence = line.starts_with("```");
    if (fence && !fenced) {
      sections.push_back({line, ""});
    } else if (fence) {
      sections.push_back({"", line + "\n"});
    } else {
      sections.back().body += line + "\n";
    }
    if (fence) fenced = !fenced;
  }
  return sections;
}

std::string join(const std::vector<Section>& sections) {
  std::string text;
  for (const Section& s : sections) text += (s.opening.empty() ? "" : s.opening + "\n") + s.body;
  return text;
}
