// The k-th event is in the row that has fewer than k events above it.

#include "export/event_list.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace saltus {

namespace {

constexpr std::size_t first_line = 3;           // below title and heads
constexpr std::size_t longest_formula = 8'000;  // characters; spreadsheets hold 8192

std::string quoted(const std::string& text) {
  std::string result;
  for (const char c : text) result += c == '"' ? "\"\"" : std::string(1, c);
  return result;
}

class EventList {
 public:
  EventList(const WorkbookCells& cells, const RowsSheet& rows, std::size_t count)
      : cells_(cells), rows_(rows), count_(count), sheet_(workbook_add_worksheet(cells.book, "Events")) {}

  void write() {
    worksheet_set_column(sheet_, 1, 2, 16, nullptr);
    worksheet_set_column(sheet_, 3, 3, 40, nullptr);
    cells_.put(sheet_, 0, 0, "Events in order of time", cells_.title);
    cells_.put_heads(sheet_, first_line - 1, {"Number", "Row", "Time", "Event"});
    const std::size_t listed = std::clamp<std::size_t>(2 * rows_.totals().events.size(), 20, 500);
    for (std::size_t k = 0; k < listed; ++k) write_line(k);
    worksheet_freeze_panes(sheet_, row_of(first_line), 0);
  }

 private:
  void write_line(std::size_t k) {
    const auto& events = rows_.totals().events;
    const std::size_t row = first_line + k;
    const RowTotals::Event* event = k < events.size() ? &events[k] : nullptr;
    worksheet_write_number(sheet_, row_of(row), 0, static_cast<double>(k + 1), nullptr);
    const std::string number = fmt::format("COUNTIF({},\"<\"&A{})", rows_.range(count_), row + 1);
    const std::string time = fmt::format("INDEX({},B{}+1)", rows_.range(RowsSheet::time_column), row + 1);
    event ? put(row, 1, number, static_cast<double>(event->row)) : put(row, 1, number, "");
    event ? put(row, 2, time, event->time) : put(row, 2, time, "");
    const std::string names = names_in(row);
    if (names.size() < longest_formula) put(row, 3, fmt::format("TRIM({})", names), event ? event->names : "");
  }

  /// IF(INDEX(Rows!$D$5:$D$10005,B4+1)=1,"bounce ","")&...
  [[nodiscard]] std::string names_in(std::size_t row) const {
    std::string names;
    for (const std::size_t c : rows_.event_columns())
      names += fmt::format("{}IF(INDEX({},B{}+1)=1,\"{} \",\"\")", names.empty() ? "" : "&", rows_.range(c), row + 1,
                           quoted(rows_.columns()[c].name));
    return names;
  }

  void put(std::size_t row, std::size_t column, const std::string& formula, double value) const {
    worksheet_write_formula_num(sheet_, row_of(row), column_of(column), listed(row, formula).c_str(), nullptr, value);
  }
  void put(std::size_t row, std::size_t column, const std::string& formula, const std::string& value) const {
    worksheet_write_formula_str(sheet_, row_of(row), column_of(column), listed(row, formula).c_str(), nullptr, value.c_str());
  }

  /// The cell is empty where there are not so many events.
  [[nodiscard]] std::string listed(std::size_t row, const std::string& formula) const {
    return fmt::format("=IF(A{}>{}!${}${},\"\",{})", row + 1, RowsSheet::name, column_letters(count_), rows_.last_row(),
                       formula);
  }

  const WorkbookCells& cells_;
  const RowsSheet& rows_;
  std::size_t count_;  // the column that counts events
  lxw_worksheet* sheet_;
};

}  // namespace

void add_event_list(const WorkbookCells& cells, const RowsSheet& rows) {
  if (const auto count = rows.count_column()) EventList(cells, rows, *count).write();
}

}  // namespace saltus
