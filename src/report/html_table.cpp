#include "report/html_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/html.hpp"

namespace saltus {

void HtmlTable::add(std::vector<std::string> cells, const std::string& kind, const std::string& attributes) {
  cells.resize(columns_.size());
  rows_.push_back({std::move(cells), (kind.empty() ? "" : fmt::format(" class=\"{}\"", kind)) + attributes});
}

std::string HtmlTable::body(std::size_t from, std::size_t to) const {
  std::string out;
  for (std::size_t i = from; i < to; ++i) {
    out += fmt::format("<tr{}>", rows_[i].attributes);
    for (std::size_t j = 0; j < columns_.size(); ++j)
      out += fmt::format("<td{}>{}</td>", columns_[j].is_number ? " class=\"n\"" : "", rows_[i].cells[j]);
    out += "</tr>\n";
  }
  return out;
}

std::string HtmlTable::html(std::size_t shown) const {
  std::string head;
  for (const HtmlColumn& c : columns_)
    head += fmt::format("<th scope=\"col\"{}>{}</th>", c.is_number ? " class=\"n\"" : "", html_escaped(c.title));
  // A few more rows are shown rather than folded.
  const bool folds = rows_.size() > shown + shown / 4;
  const std::size_t first = folds ? shown : rows_.size();
  std::string out = fmt::format(
      "<div class=\"table\"><div class=\"scroll\" tabindex=\"0\"><table{}>\n<thead><tr>{}</tr></thead>\n<tbody>\n{}</tbody>",
      attributes_, head, body(0, first));
  if (folds) out += fmt::format("<tbody class=\"more\">\n{}</tbody>", body(first, rows_.size()));
  out += "</table></div>\n";
  std::string below = note_;
  if (folds)
    below = fmt::format("<label class=\"fold\"><input type=\"checkbox\"> Show all {} rows</label> {}", rows_.size(), below);
  if (!below.empty()) out += fmt::format("<p class=\"below\">{}</p>", below);
  return out + "</div>\n";
}

}  // namespace saltus
