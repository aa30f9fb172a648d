#include "base/text_table.hpp"

#include <algorithm>
#include <cassert>
#include <string_view>
#include <utility>

namespace saltus {
namespace {

constexpr std::size_t gap = 2;

/// Characters, not bytes: names may hold letters beyond ASCII.
std::size_t width(std::string_view s) {
  return static_cast<std::size_t>(
      std::count_if(s.begin(), s.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

}  // namespace

TextTable::TextTable(std::vector<Column> columns) : columns_(std::move(columns)) {}

void TextTable::add(std::vector<std::string> cells) {
  assert(cells.size() <= columns_.size());
  cells.resize(columns_.size());
  rows_.push_back(std::move(cells));
}

std::string TextTable::text() const {
  std::vector<std::size_t> widths;
  for (const Column& c : columns_) widths.push_back(width(c.title));
  for (const auto& row : rows_)
    for (std::size_t j = 0; j < row.size(); ++j) widths[j] = std::max(widths[j], width(row[j]));

  std::string out;
  const auto append = [&](auto&& cell_of) {
    for (std::size_t j = 0; j < columns_.size(); ++j) {
      const std::string& cell = cell_of(j);
      const std::string blanks(widths[j] - width(cell), ' ');
      if (j > 0) out.append(gap, ' ');
      out += columns_[j].align == Align::right ? blanks + cell : cell + blanks;
    }
    out.erase(out.find_last_not_of(' ') + 1);
    out += '\n';
  };
  const bool titled = std::any_of(columns_.begin(), columns_.end(), [](const Column& c) { return !c.title.empty(); });
  if (titled) append([&](std::size_t j) -> const std::string& { return columns_[j].title; });
  for (const auto& row : rows_) append([&](std::size_t j) -> const std::string& { return row[j]; });
  return out;
}

}  // namespace saltus
