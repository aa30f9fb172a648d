#include "result/workbook_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/printable.hpp"
#include "result/workbook.hpp"
#include "result/write_table.hpp"

namespace saltus {

namespace {

constexpr std::size_t most_text = 32'767;  // characters in a cell
constexpr time_t made = 946'684'800;       // 2000-01-01: the same bytes each time

/// Colours of figures, in the same order.
constexpr lxw_color_t colours[] = {0x0072B2, 0xD55E00, 0x009E73, 0xCC79A7, 0xE69F00, 0x56B4E9, 0x222222};

lxw_col_t col(std::size_t column) { return static_cast<lxw_col_t>(column); }

/// A text that a cell can hold: UTF-8 without control characters, cut where it is too long.
std::string cell_text(std::string_view text) {
  std::string shown = printable(text.substr(0, most_text));
  if (shown.size() <= most_text) return shown;
  std::size_t end = most_text;
  while (end > 0 && (static_cast<unsigned char>(shown[end]) & 0xC0) == 0x80) --end;
  return shown.substr(0, end);
}

}  // namespace

WorkbookFile::WorkbookFile(const std::filesystem::path& file, bool row_by_row) : file_(file) {
  lxw_workbook_options options = {};
  options.constant_memory = row_by_row ? LXW_TRUE : LXW_FALSE;
  book_ = workbook_new_opt(file.c_str(), &options);
  if (book_ == nullptr) throw std::bad_alloc();
  std::string title = "Saltus";
  lxw_doc_properties properties = {};
  properties.created = made;
  properties.author = title.data();
  workbook_set_properties(book_, &properties);
  name_ = workbook_add_format(book_);
  format_set_bold(name_);
  format_set_bottom(name_, LXW_BORDER_NONE);
  note_ = workbook_add_format(book_);
  format_set_font_color(note_, 0x6B6B6B);
  format_set_italic(note_);
  bold_ = workbook_add_format(book_);
  format_set_bold(bold_);
  format_set_bottom(bold_, LXW_BORDER_THIN);
  number_ = workbook_add_format(book_);
  format_set_num_format(number_, "General");
  whole_ = workbook_add_format(book_);
  format_set_num_format(whole_, "0");
}

WorkbookFile::~WorkbookFile() {
  if (book_ != nullptr) lxw_workbook_free(book_);
}

void WorkbookFile::text(lxw_worksheet* sheet, lxw_row_t row, std::size_t column, std::string_view text,
                        lxw_format* format) const {
  if (!text.empty()) worksheet_write_string(sheet, row, col(column), cell_text(text).c_str(), format);
}

void WorkbookFile::value(lxw_worksheet* sheet, lxw_row_t row, std::size_t column, const Value& v) const {
  switch (v.kind) {
    case ValueKind::text: text(sheet, row, column, v.digits.str()); return;
    case ValueKind::boolean:
      if (!std::isnan(v.value)) worksheet_write_boolean(sheet, row, col(column), v.value != 0 ? 1 : 0, nullptr);
      return;
    case ValueKind::integer: number(sheet, row, column, v.value, whole_); return;
    case ValueKind::real: number(sheet, row, column, v.value, number_); return;
  }
}

void WorkbookFile::number(lxw_worksheet* sheet, lxw_row_t row, std::size_t column, double x, lxw_format* format) const {
  if (std::isinf(x)) text(sheet, row, column, number_text(x));
  if (std::isfinite(x)) worksheet_write_number(sheet, row, col(column), x, format);
}

void WorkbookFile::headings(lxw_worksheet* sheet, const std::vector<TableColumn>& columns) const {
  const auto line = [&](lxw_row_t row, std::string TableColumn::* what, lxw_format* format) {
    for (std::size_t j = 0; j < columns.size(); ++j) text(sheet, row, j, columns[j].*what, format);
  };
  for (std::size_t j = 0; j < columns.size(); ++j)
    worksheet_set_column(sheet, col(j), col(j), std::clamp(1.2 * static_cast<double>(columns[j].name.size()), 12.0, 40.0),
                         nullptr);
  line(0, &TableColumn::name, name_);
  line(1, &TableColumn::unit, note_);
  line(2, &TableColumn::description, note_);
  worksheet_freeze_panes(sheet, first_row, 1);
}

void WorkbookFile::titles(lxw_worksheet* sheet, const std::vector<std::pair<const char*, double>>& titles,
                          std::size_t rows) const {
  for (std::size_t j = 0; j < titles.size(); ++j) {
    text(sheet, 0, j, titles[j].first, bold_);
    worksheet_set_column(sheet, col(j), col(j), titles[j].second, nullptr);
  }
  worksheet_freeze_panes(sheet, 1, 0);
  if (rows > 0) worksheet_autofilter(sheet, 0, 0, static_cast<lxw_row_t>(rows), col(titles.size() - 1));
}

void WorkbookFile::add_chart(const std::string& sheet_name, const std::vector<Curve>& curves, const std::string& x_title,
                             const std::string& y_title, std::uint64_t rows, bool lines,
                             std::optional<std::pair<double, double>> x_range) {
  lxw_chartsheet* sheet = workbook_add_chartsheet(book_, sheet_name.c_str());
  const bool with_lines = lines && rows > 1;
  lxw_chart* chart = workbook_add_chart(book_, with_lines ? LXW_CHART_SCATTER_STRAIGHT : LXW_CHART_SCATTER);
  if (sheet == nullptr || chart == nullptr) return;
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const Curve& c = curves[i];
    lxw_chart_series* series = chart_add_series(chart, nullptr, nullptr);
    const auto last = static_cast<lxw_row_t>(first_row + rows - 1);
    chart_series_set_categories(series, data_sheet, first_row, col(c.x), last, col(c.x));
    chart_series_set_values(series, data_sheet, first_row, col(c.y), last, col(c.y));
    chart_series_set_name(series, cell_text(c.name).c_str());
    lxw_chart_line line = {};
    line.color = colours[i % std::size(colours)];
    line.width = 1.5;
    if (with_lines) {
      chart_series_set_line(series, &line);
      chart_series_set_marker_type(series, LXW_CHART_MARKER_NONE);
    }
  }
  chart_axis_set_name(chart->x_axis, cell_text(x_title).c_str());
  if (x_range) {
    chart_axis_set_min(chart->x_axis, x_range->first);
    chart_axis_set_max(chart->x_axis, x_range->second);
  }
  chart_axis_set_name(chart->y_axis, cell_text(y_title).c_str());
  if (curves.size() < 2) {
    chart_legend_set_position(chart, LXW_CHART_LEGEND_NONE);
    chart_title_off(chart);
  } else {
    chart_legend_set_position(chart, LXW_CHART_LEGEND_TOP);
  }
  chartsheet_set_chart(sheet, chart);
}

void WorkbookFile::close() {
  const lxw_error error = workbook_close(std::exchange(book_, nullptr));
  if (error != LXW_NO_ERROR) throw TableError(fmt::format("cannot write `{}`: {}", file_.string(), lxw_strerror(error)), "");
}

void check_fits(const char* what, std::uint64_t count, std::uint64_t most) {
  if (count <= most) return;
  throw TableError(fmt::format("{} {} do not fit into a worksheet, which holds {}", count, what, most),
                   "write csv, json or mat instead, or fewer rows (--interval)");
}

void check_data_fits(std::uint64_t rows, std::uint64_t columns) {
  check_fits("rows", rows, most_sheet_rows - WorkbookFile::first_row);
  check_fits("columns", columns, most_sheet_columns);
}

std::string WorkbookFile::titled(const std::string& name, const std::string& unit) {
  return unit.empty() ? name : fmt::format("{} [{}]", name, unit);
}

}  // namespace saltus
