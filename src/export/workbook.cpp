#include "export/workbook.hpp"

#include <fmt/format.h>

#include "export/event_list.hpp"
#include "export/parameters_sheet.hpp"
#include "export/read_me_sheet.hpp"
#include "export/rows_sheet.hpp"
#include "export/sheet_values.hpp"
#include "export/workbook_cells.hpp"
#include "export/workbook_charts.hpp"
#include "export/workbook_plan.hpp"

namespace saltus {

namespace {

constexpr std::size_t most_cells_in_memory = 2'000'000;

std::optional<std::vector<SheetValues>> begin_values(std::span<const Sheet> sheets, Diagnostics& diagnostics) {
  std::vector<SheetValues> values;
  for (const Sheet& s : sheets) {
    auto begun = SheetValues::begin(s, diagnostics);
    if (!begun) return std::nullopt;
    values.push_back(*std::move(begun));
  }
  return values;
}

std::size_t rows_to_check(const RowsSheet& rows) {
  double sum = 0;
  for (std::size_t c = 0; c < rows.columns().size(); ++c)
    if (rows.columns()[c].group == ColumnGroup::checks) sum += rows.totals().sum[c];
  return static_cast<std::size_t>(sum);
}

/// All sheets, in the order of their tabs; the parameters show what the rows came to, and are written after them.
std::size_t write_sheets(lxw_workbook* book, std::span<const Sheet> sheets, const WorkbookText& text, const WorkbookPlan& plan,
                         std::vector<SheetValues>& values) {
  const WorkbookCells cells(book);
  lxw_worksheet* read_me = workbook_add_worksheet(book, "Read me");
  lxw_worksheet* parameters = workbook_add_worksheet(book, parameters_sheet_name);
  RowsSheet rows(cells, sheets, plan);
  write_read_me(cells, read_me, sheets, text, rows);
  rows.write(values);
  write_parameters(cells, parameters, text.title, plan, sheets, values, rows);
  add_event_list(cells, rows);
  add_charts(cells, parameters, sheets.front().name, rows);
  worksheet_activate(parameters);
  return rows_to_check(rows);
}

}  // namespace

std::optional<WrittenWorkbook> write_workbook(const std::string& path, std::span<const Sheet> sheets, const WorkbookText& text,
                                              Diagnostics& diagnostics) {
  const auto plan = plan_workbook(sheets, diagnostics);
  if (!plan) return std::nullopt;
  auto values = begin_values(sheets, diagnostics);
  if (!values) return std::nullopt;
  // Rows are written in order, so that large ones need not be kept in memory.
  lxw_workbook_options options = {};
  options.constant_memory = sheets.front().rows * plan->columns.size() > most_cells_in_memory ? LXW_TRUE : LXW_FALSE;
  lxw_workbook* book = workbook_new_opt(path.c_str(), &options);
  if (book == nullptr) {
    diagnostics.error("not-exportable", Span{}, fmt::format("no memory for the workbook `{}`", path));
    return std::nullopt;
  }
  const std::size_t to_check = write_sheets(book, sheets, text, *plan, *values);
  if (const lxw_error error = workbook_close(book); error != LXW_NO_ERROR) {
    diagnostics.error("not-exportable", Span{}, fmt::format("cannot write `{}`: {}", path, lxw_strerror(error)), "",
                      "choose a folder that exists and may be written");
    return std::nullopt;
  }
  return WrittenWorkbook{sheets.front().rows, to_check};
}

}  // namespace saltus
