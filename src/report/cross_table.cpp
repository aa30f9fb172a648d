#include "report/cross_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/html.hpp"
#include "report/html_number.hpp"
#include "report/html_table.hpp"
#include "report/unit_text.hpp"
#include "study/shown_values.hpp"

namespace saltus {

namespace {

std::string without_prefix(const std::string& name) { return name.starts_with("settings.") ? name.substr(9) : name; }

struct CrossRow {
  std::vector<std::string> head, cells;
};

/// Rows and columns in the order in which the runs name them.
class CrossTable {
 public:
  CrossTable(std::size_t varied, std::size_t measure) : across_(varied - 1), measure_(measure) {}

  void add(const RunRecord& r) {
    std::vector<std::string> head;
    for (std::size_t i = 0; i < across_; ++i) head.push_back(short_text(r.point.values[i]));
    cell(row(head), column(short_text(r.point.values[across_]))) = text(r);
  }

  [[nodiscard]] const std::vector<std::string>& columns() const { return columns_; }
  [[nodiscard]] const std::vector<CrossRow>& rows() const { return rows_; }

 private:
  CrossRow& row(const std::vector<std::string>& head) {
    const auto known = std::ranges::find(rows_, head, &CrossRow::head);
    if (known != rows_.end()) return *known;
    rows_.push_back({head, {}});
    return rows_.back();
  }
  std::size_t column(const std::string& title) {
    const auto known = std::ranges::find(columns_, title);
    if (known == columns_.end()) {
      columns_.push_back(title);
      return columns_.size() - 1;
    }
    return static_cast<std::size_t>(known - columns_.begin());
  }
  static std::string& cell(CrossRow& row, std::size_t column) {
    if (row.cells.size() <= column) row.cells.resize(column + 1);
    return row.cells[column];
  }
  [[nodiscard]] std::string text(const RunRecord& r) const {
    if (measure_ >= r.measures.size() || std::isnan(r.measures[measure_].number)) return {};
    return fmt::format("{:.6g}", r.measures[measure_].number);
  }

  std::size_t across_, measure_;
  std::vector<std::string> columns_;
  std::vector<CrossRow> rows_;
};

}  // namespace

std::string cross_table_html(const StudyOutcome& study, std::size_t measure) {
  const std::vector<std::string>& varied = study.summary.varied;
  const auto title = [&](std::size_t i) {
    return titled(without_prefix(varied[i]), i < study.varied.size() ? unit_symbol(study.varied[i].unit) : "");
  };
  CrossTable cross(varied.size(), measure);
  study.store->for_each([&](const RunRecord& r) { cross.add(r); });
  std::vector<HtmlColumn> columns;
  for (std::size_t i = 0; i + 1 < varied.size(); ++i) columns.push_back({title(i), false});
  for (std::size_t i = 0; i < cross.columns().size(); ++i)
    columns.push_back(
        {i == 0 ? fmt::format("{} = {}", title(varied.size() - 1), cross.columns()[i]) : cross.columns()[i], true});
  HtmlTable table(std::move(columns));
  for (const CrossRow& row : cross.rows()) {
    std::vector<std::string> cells;
    for (const std::string& text : row.head) cells.push_back(html_escaped(text));
    for (const std::string& text : row.cells) cells.push_back(html_number(text));
    table.add(std::move(cells));
  }
  const Measure& m = study.summary.measures[measure];
  table.set_note(fmt::format("<span>{}</span>", html_escaped(titled(m.name, unit_symbol(m.unit)))));
  return table.html();
}

}  // namespace saltus
