#include <fmt/format.h>

#include <cmath>

#include "result/workbook.hpp"
#include "result/workbook_file.hpp"
#include "result/write_table.hpp"

namespace saltus {

namespace {

Value cell_value(const TableColumn& column, const Cell& cell) {
  if (!column.is_list) return cell.value.kind == ValueKind::text ? cell.value : Value{cell.value.value, {}, cell.value.kind};
  std::string text;
  for (const double x : cell.list) text += (text.empty() ? "" : "; ") + (std::isnan(x) ? std::string() : number_text(x));
  return Value::text(text);
}

/// The first column of numbers that is not only a count of rows, and those after it.
std::vector<std::size_t> columns_to_chart(const Table& table) {
  std::vector<std::size_t> columns;
  for (std::size_t j = 0; j < table.columns().size(); ++j) {
    const TableColumn& c = table.columns()[j];
    if (c.kind == ValueKind::real && !c.is_list) columns.push_back(j);
  }
  return columns;
}

void add_table_chart(WorkbookFile& book, const Table& table) {
  const std::vector<std::size_t> columns = columns_to_chart(table);
  if (columns.size() < 2 || table.row_count() < 2) return;
  std::vector<WorkbookFile::Curve> curves;
  const auto name = [&](std::size_t j) { return WorkbookFile::titled(table.columns()[j].name, table.columns()[j].unit); };
  for (std::size_t i = 1; i < columns.size() && curves.size() < WorkbookFile::most_charted_curves; ++i)
    curves.push_back({name(columns[i]), columns[0], columns[i]});
  book.add_chart("Chart", curves, name(columns[0]), curves.size() == 1 ? curves[0].name : "", table.row_count(), false);
}

}  // namespace

void write_table_workbook(const Table& table, const std::filesystem::path& file) {
  check_data_fits(table.row_count(), table.columns().size());
  WorkbookFile book(file, true);
  lxw_worksheet* sheet = book.add_sheet(WorkbookFile::data_sheet);
  const auto& columns = table.columns();
  book.headings(sheet, columns);
  lxw_row_t row = WorkbookFile::first_row;
  table.for_each_row([&](std::span<const Cell> cells) {
    for (std::size_t j = 0; j < cells.size(); ++j) book.value(sheet, row, j, cell_value(columns[j], cells[j]));
    ++row;
  });
  add_table_chart(book, table);
  lxw_worksheet* notes = book.add_sheet("Notes");
  lxw_row_t note = 0;
  book.text(notes, note++, 0, table.title());
  for (const auto& [name, text] : table.notes()) {
    book.text(notes, note, 0, name);
    book.text(notes, note++, 1, text);
  }
  worksheet_set_column(notes, 0, 1, 40, nullptr);
  book.close();
}

}  // namespace saltus
