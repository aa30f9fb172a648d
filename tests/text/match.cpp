#include "match.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "document.hpp"

namespace {

constexpr std::string_view wildcard = "...";

/// Greedy matching with one point to come back to: linear for one wildcard, never exponential.
template <class Item, class Equal, class IsWild>
bool match_sequence(const std::vector<Item>& pattern, const std::vector<Item>& text, Equal equal, IsWild is_wild) {
  std::size_t p = 0, t = 0, star = pattern.size(), resume = 0;
  while (t < text.size()) {
    if (p < pattern.size() && is_wild(pattern[p])) {
      star = p++;
      resume = t;
    } else if (p < pattern.size() && equal(pattern[p], text[t])) {
      ++p;
      ++t;
    } else if (star < pattern.size()) {
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && is_wild(pattern[p])) ++p;
  return p == pattern.size();
}

/// "8 events in 80 steps, 112 us" without the 112 us; other lines as they are.
std::string without_duration(const std::string& line) {
  const auto unit = line.find_last_of(' ');
  if (unit == std::string::npos || unit == 0) return line;
  const std::string_view name = std::string_view(line).substr(unit + 1);
  if (name != "us" && name != "ms" && name != "s") return line;
  const auto number = line.find_last_of(' ', unit - 1);
  const auto begin = number == std::string::npos ? 0 : number + 1;
  const bool digits = line.find_first_not_of("0123456789.", begin) == unit && begin < unit;
  return digits ? line.substr(0, begin) + "(duration)" : line;
}

bool line_matches(const std::string& expected, const std::string& actual) {
  const std::string pattern = without_duration(expected), text = without_duration(actual);
  if (pattern.find(wildcard) == std::string::npos) return pattern == text;
  constexpr int any = -1;
  std::vector<int> symbols;
  for (std::size_t i = 0; i < pattern.size();) {
    const bool wild = std::string_view(pattern).substr(i).starts_with(wildcard);
    symbols.push_back(wild ? any : pattern[i]);
    i += wild ? wildcard.size() : 1;
  }
  const std::vector<int> characters(text.begin(), text.end());
  return match_sequence(symbols, characters, std::equal_to<int>(), [](int s) { return s == any; });
}

std::vector<std::string> trimmed_lines(const std::string& text) {
  std::vector<std::string> lines = lines_of(text);
  while (!lines.empty() && lines.back().find_first_not_of(" \t") == std::string::npos) lines.pop_back();
  return lines;
}

}  // namespace

bool matches(const std::string& expected, const std::string& actual) {
  return match_sequence(trimmed_lines(expected), trimmed_lines(actual), line_matches,
                        [](const std::string& line) { return line == wildcard; });
}

std::string difference(const std::string& expected, const std::string& actual) {
  const auto want = trimmed_lines(expected);
  const auto got = trimmed_lines(actual);
  std::size_t same = 0;
  while (same < std::min(want.size(), got.size()) && want[same] != wildcard && line_matches(want[same], got[same])) ++same;
  std::string out;
  const auto show = [&](const char* title, const std::vector<std::string>& lines) {
    out += std::string("  ") + title + ":\n";
    for (std::size_t i = 0; i < lines.size(); ++i) out += (i == same ? "  > " : "  | ") + lines[i] + "\n";
  };
  show("expected", want);
  show("actual", got);
  return out;
}
