#include "export/read_me_sheet.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace saltus {

namespace {

constexpr std::size_t most_characters = 32'000;  // of a line of a model; a cell holds a few more

/// Line below line, in one wide column.
class Page {
 public:
  Page(const WorkbookCells& cells, lxw_worksheet* sheet) : cells_(cells), sheet_(sheet) {
    worksheet_set_column(sheet, 0, 0, 110, nullptr);
  }

  void line(const std::string& text, lxw_format* f = nullptr) { cells_.put(sheet_, row_++, 0, text, f); }
  void leave_out_a_line() { ++row_; }

 private:
  const WorkbookCells& cells_;
  lxw_worksheet* sheet_;
  std::size_t row_ = 0;
};

void explain(Page& page, const Sheet& first, const WorkbookText& text, const RowsSheet& rows) {
  page.line(
      "In this workbook the simulation is made of formulas. Change a yellow cell of the sheet Parameters: all rows, events "
      "and charts are calculated anew.");
  page.line(fmt::format("The sheet {} has {} rows. {}", RowsSheet::name, first.rows, text.scheme));
  page.line(
      "A cell of a row reads cells of the same row and of the row above. Parameters have names: a formula that says g means "
      "the cell named g.");
  page.line("The columns under Events are 1 in the rows in which something happens; the sheet Events lists these rows.");
  page.line(
      "The number of rows is fixed: another step changes the time of the last row. For more rows, copy the last row "
      "downwards, or export again.");
  if (std::ranges::any_of(rows.columns(), [](const PlannedColumn& c) { return c.group == ColumnGroup::checks; }))
    page.line(
        "A 1 in the column check marks a row in which the model would do more in the same instant than one row can show.");
}

void print_model(const WorkbookCells& cells, Page& page, const WorkbookText::Source& model) {
  page.leave_out_a_line();
  page.line(model.name, cells.head);
  std::size_t begin = 0;
  while (begin < model.text.size()) {
    const std::size_t end = std::min(model.text.find('\n', begin), model.text.size());
    page.line(model.text.substr(begin, std::min(end - begin, most_characters)), cells.code);
    begin = end + 1;
  }
}

}  // namespace

void write_read_me(const WorkbookCells& cells, lxw_worksheet* sheet, std::span<const Sheet> sheets, const WorkbookText& text,
                   const RowsSheet& rows) {
  Page page(cells, sheet);
  page.line(text.title, cells.title);
  for (const Sheet& s : sheets)
    if (!s.description.empty()) page.line(s.description);
  page.leave_out_a_line();
  explain(page, sheets.front(), text, rows);
  for (const Sheet& s : sheets)
    for (const std::string& note : s.notes) page.line(note);
  page.leave_out_a_line();
  page.line("Settings", cells.head);
  for (const auto& [name, value] : text.settings) page.line(fmt::format("{}: {}", name, value));
  for (const WorkbookText::Source& model : text.models) print_model(cells, page, model);
  print_as_wide_as_a_page(sheet);
}

}  // namespace saltus
