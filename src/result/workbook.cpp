// The only file that includes libxlsxwriter.

#include "result/workbook.hpp"

#include <fmt/format.h>
#include <unistd.h>
#include <xlsxwriter.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <memory>
#include <sstream>

#include "base/printable.hpp"
#include "result/write_table.hpp"

namespace saltus {

namespace {

constexpr lxw_row_t first_row = 3;              // of data, below names, units and descriptions
constexpr std::size_t most_text = 32'767;       // characters in a cell
constexpr std::size_t most_charted_curves = 6;  // in a chart that nobody asked for
constexpr time_t made = 946'684'800;            // 2000-01-01: the same bytes each time

[[noreturn]] void too_large(const char* what, std::uint64_t count, std::uint64_t most) {
  throw TableError(fmt::format("{} {} do not fit into a worksheet, which holds {}", count, what, most),
                   "write csv, json or mat instead, or fewer rows (--interval)");
}

void check_size(std::uint64_t rows, std::uint64_t columns) {
  if (rows + first_row > most_sheet_rows) too_large("rows", rows, most_sheet_rows - first_row);
  if (columns > most_sheet_columns) too_large("columns", columns, most_sheet_columns);
}

/// A text that a cell can hold: UTF-8 without control characters, cut where it is too long.
std::string cell_text(std::string_view text) {
  std::string shown = printable(text.substr(0, most_text));
  if (shown.size() <= most_text) return shown;
  std::size_t end = most_text;
  while (end > 0 && (static_cast<unsigned char>(shown[end]) & 0xC0) == 0x80) --end;
  return shown.substr(0, end);
}

/// Colours of figures, in the same order.
constexpr lxw_color_t colours[] = {0x0072B2, 0xD55E00, 0x009E73, 0xCC79A7, 0xE69F00, 0x56B4E9, 0x222222};

class Workbook {
 public:
  explicit Workbook(const std::filesystem::path& file, bool row_by_row) : file_(file) {
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
  ~Workbook() {
    if (book_ != nullptr) lxw_workbook_free(book_);
  }
  Workbook(const Workbook&) = delete;
  Workbook& operator=(const Workbook&) = delete;

  lxw_worksheet* add_sheet(const char* name) { return workbook_add_worksheet(book_, name); }

  void text(lxw_worksheet* sheet, lxw_row_t row, std::size_t column, std::string_view text,
            lxw_format* format = nullptr) const {
    if (!text.empty()) worksheet_write_string(sheet, row, col(column), cell_text(text).c_str(), format);
  }

  void value(lxw_worksheet* sheet, lxw_row_t row, std::size_t column, const Value& v) const {
    switch (v.kind) {
      case ValueKind::text: text(sheet, row, column, v.digits); return;
      case ValueKind::boolean:
        if (!std::isnan(v.value)) worksheet_write_boolean(sheet, row, col(column), v.value != 0 ? 1 : 0, nullptr);
        return;
      case ValueKind::integer: number(sheet, row, column, v.value, whole_); return;
      case ValueKind::real: number(sheet, row, column, v.value, number_); return;
    }
  }

  /// Sheets have no infinities: they are written as words.
  void number(lxw_worksheet* sheet, lxw_row_t row, std::size_t column, double x, lxw_format* format) const {
    if (std::isinf(x)) text(sheet, row, column, number_text(x));
    if (std::isfinite(x)) worksheet_write_number(sheet, row, col(column), x, format);
  }

  /// Three lines above numbers, which stay when the sheet is scrolled; so does the first column. Line by line: some sheets are written so.
  void headings(lxw_worksheet* sheet, const std::vector<TableColumn>& columns) const {
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

  /// A sheet of words: bold titles that stay, filters.
  void titles(lxw_worksheet* sheet, const std::vector<std::pair<const char*, double>>& titles, std::size_t rows) const {
    for (std::size_t j = 0; j < titles.size(); ++j) {
      text(sheet, 0, j, titles[j].first, bold_);
      worksheet_set_column(sheet, col(j), col(j), titles[j].second, nullptr);
    }
    worksheet_freeze_panes(sheet, 1, 0);
    if (rows > 0) worksheet_autofilter(sheet, 0, 0, static_cast<lxw_row_t>(rows), col(titles.size() - 1));
  }

  struct Curve {
    std::string name;
    std::size_t x, y;  // columns of the sheet Data
  };
  void add_chart(const std::string& sheet_name, const std::vector<Curve>& curves, const std::string& x_title,
                 const std::string& y_title, std::uint64_t rows, bool lines) {
    lxw_chartsheet* sheet = workbook_add_chartsheet(book_, sheet_name.c_str());
    const bool with_lines = lines && rows > 1;
    lxw_chart* chart = workbook_add_chart(book_, with_lines ? LXW_CHART_SCATTER_STRAIGHT : LXW_CHART_SCATTER);
    if (sheet == nullptr || chart == nullptr) return;
    for (std::size_t i = 0; i < curves.size(); ++i) {
      const Curve& c = curves[i];
      lxw_chart_series* series = chart_add_series(chart, nullptr, nullptr);
      const auto last = static_cast<lxw_row_t>(first_row + rows - 1);
      chart_series_set_categories(series, "Data", first_row, col(c.x), last, col(c.x));
      chart_series_set_values(series, "Data", first_row, col(c.y), last, col(c.y));
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
    chart_axis_set_name(chart->y_axis, cell_text(y_title).c_str());
    if (curves.size() < 2) {
      chart_legend_set_position(chart, LXW_CHART_LEGEND_NONE);
      chart_title_off(chart);
    } else {
      chart_legend_set_position(chart, LXW_CHART_LEGEND_TOP);
    }
    chartsheet_set_chart(sheet, chart);
  }

  /// Writes the file.
  void close() {
    const lxw_error error = workbook_close(std::exchange(book_, nullptr));
    if (error != LXW_NO_ERROR) throw TableError(fmt::format("cannot write `{}`: {}", file_.string(), lxw_strerror(error)), "");
  }

 private:
  static lxw_col_t col(std::size_t column) { return static_cast<lxw_col_t>(column); }

  std::filesystem::path file_;
  lxw_workbook* book_ = nullptr;
  lxw_format *name_ = nullptr, *note_ = nullptr, *bold_ = nullptr, *number_ = nullptr, *whole_ = nullptr;
};

std::string titled(const std::string& name, const std::string& unit) {
  return unit.empty() ? name : fmt::format("{} [{}]", name, unit);
}

void add_data(Workbook& book, const Series& series) {
  lxw_worksheet* sheet = book.add_sheet("Data");
  std::vector<TableColumn> columns;
  for (const Column& c : series.columns) columns.push_back({c.name, c.unit, c.description});
  book.headings(sheet, columns);
  for (std::size_t i = 0; i < series.rows.size(); ++i) {
    for (std::size_t j = 0; j < series.columns.size(); ++j) {
      const Column& c = series.columns[j];
      book.value(sheet, static_cast<lxw_row_t>(first_row + i), j, {c.values[i], {}, c.kind});
    }
  }
}

std::vector<std::vector<ChartCurve>> charts_or_first(const Series& series, const std::vector<std::vector<ChartCurve>>& charts) {
  if (!charts.empty()) return charts;
  std::vector<ChartCurve> curves;
  for (std::size_t j = 1; j < series.columns.size() && curves.size() < most_charted_curves; ++j) {
    const Column& c = series.columns[j];
    if (c.kind == ValueKind::real && !c.name.starts_with("der(")) curves.push_back({"time", c.name});
  }
  return {curves};
}

void add_charts(Workbook& book, const Series& series, const std::vector<std::vector<ChartCurve>>& charts) {
  if (series.rows.empty()) return;
  const auto place = [&](const std::string& name) {
    const auto found = std::ranges::find(series.columns, name, &Column::name);
    return static_cast<std::size_t>(found - series.columns.begin());
  };
  int number = 0;
  for (const std::vector<ChartCurve>& curves : charts_or_first(series, charts)) {
    std::vector<Workbook::Curve> placed;
    std::string x_title, y_title;
    for (const ChartCurve& c : curves) {
      const std::size_t x = place(c.x), y = place(c.y);
      if (x == series.columns.size() || y == series.columns.size()) continue;
      const std::string name = titled(c.y, series.columns[y].unit);
      placed.push_back({name, x, y});
      x_title = titled(c.x, series.columns[x].unit);
      y_title = curves.size() == 1 ? name : "";
    }
    ++number;
    if (!placed.empty())
      book.add_chart(number == 1 ? "Chart" : fmt::format("Chart {}", number), placed, x_title, y_title, series.rows.size(),
                     true);
  }
}

std::string values_text(const std::vector<NamedValue>& values) {
  std::string text;
  for (const NamedValue& v : values) text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", v.name, value_text(v.value));
  return text;
}

void add_events(Workbook& book, const RunResult& run) {
  lxw_worksheet* sheet = book.add_sheet("Events");
  if (run.events.size() + 1 > most_sheet_rows) too_large("events", run.events.size(), most_sheet_rows - 1);
  book.titles(sheet,
              {{"time", 14},
               {"instant", 8},
               {"kind", 10},
               {"name", 24},
               {"classes", 12},
               {"machine", 12},
               {"from", 12},
               {"to", 12},
               {"before", 40},
               {"after", 40}},
              run.events.size());
  for (std::size_t i = 0; i < run.events.size(); ++i) {
    const EventEntry& e = run.events[i];
    const auto row = static_cast<lxw_row_t>(i + 1);
    book.value(sheet, row, 0, {e.time.value, {}, ValueKind::real});
    book.value(sheet, row, 1, Value::integer(e.instant));
    book.text(sheet, row, 2, name_of(e.kind));
    book.text(sheet, row, 3, e.name);
    book.text(sheet, row, 4, fmt::format("{}", fmt::join(e.classes, " ")));
    book.text(sheet, row, 5, e.machine);
    book.text(sheet, row, 6, e.from);
    book.text(sheet, row, 7, e.to);
    book.text(sheet, row, 8, values_text(e.before));
    book.text(sheet, row, 9, values_text(e.after));
  }
}

void add_parameters(Workbook& book, const RunResult& run) {
  lxw_worksheet* sheet = book.add_sheet("Parameters");
  if (run.parameters.size() + 1 > most_sheet_rows) too_large("parameters", run.parameters.size(), most_sheet_rows - 1);
  book.titles(sheet, {{"name", 20}, {"value", 16}, {"unit", 10}, {"description", 60}}, run.parameters.size());
  for (std::size_t i = 0; i < run.parameters.size(); ++i) {
    const auto row = static_cast<lxw_row_t>(i + 1);
    const Value& v = run.parameters[i].value;
    book.text(sheet, row, 0, run.parameters[i].name);
    book.value(sheet, row, 1, v.kind == ValueKind::text ? v : Value{v.value, {}, v.kind});
    if (i >= run.parameter_notes.size()) continue;
    book.text(sheet, row, 2, run.parameter_notes[i].unit);
    book.text(sheet, row, 3, run.parameter_notes[i].description);
  }
}

/// Seconds are left out: the same run gives the same workbook.
void add_run(Workbook& book, const RunResult& run) {
  lxw_worksheet* sheet = book.add_sheet("Run");
  book.titles(sheet, {{"what", 24}, {"value", 60}}, 0);
  lxw_row_t row = 0;
  const auto add = [&](const std::string& what, const Value& v) {
    ++row;
    book.text(sheet, row, 0, what);
    book.value(sheet, row, 1, v);
  };
  add("model", Value::text(run.model));
  add("status", Value::text(std::string(name_of(run.status.code))));
  add("at time", Value::real(run.status.time.value));
  if (!run.status.message.empty()) add("message", Value::text(run.status.message));
  for (const auto& [machine, mode] : run.modes) add("mode of " + machine, Value::text(mode));
  for (const NamedValue& s : run.provenance.settings) add(s.name, s.value);
  add("steps", Value::integer(static_cast<long long>(run.statistics.steps)));
  add("events", Value::integer(static_cast<long long>(run.statistics.events)));
  add("version", Value::text(run.provenance.version));
  add("model hash", Value::text(run.provenance.model_hash));
}

/// A file of its own that goes away.
class TemporaryFile {
 public:
  TemporaryFile() {
    std::string name = (std::filesystem::temp_directory_path() / "saltus-XXXXXX").string();
    const int descriptor = mkstemp(name.data());
    if (descriptor < 0)
      throw TableError(fmt::format("cannot make a temporary file `{}`: {}", name, std::strerror(errno)),
                       "set TMPDIR to a folder with room");
    close(descriptor);
    path_ = name;
  }
  ~TemporaryFile() {
    std::error_code ignored;  // there is nobody to tell
    std::filesystem::remove(path_, ignored);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

std::string content_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return std::move(text).str();
}

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

void add_table_chart(Workbook& book, const Table& table) {
  const std::vector<std::size_t> columns = columns_to_chart(table);
  if (columns.size() < 2 || table.row_count() < 2) return;
  std::vector<Workbook::Curve> curves;
  const auto name = [&](std::size_t j) { return titled(table.columns()[j].name, table.columns()[j].unit); };
  for (std::size_t i = 1; i < columns.size() && curves.size() < most_charted_curves; ++i)
    curves.push_back({name(columns[i]), columns[0], columns[i]});
  book.add_chart("Chart", curves, name(columns[0]), curves.size() == 1 ? curves[0].name : "", table.row_count(), false);
}

}  // namespace

std::string write_run_workbook(const RunResult& run, const std::vector<std::vector<ChartCurve>>& charts) {
  check_size(run.series.rows.size(), run.series.columns.size());
  const TemporaryFile file;
  Workbook book(file.path(), false);
  add_data(book, run.series);
  add_charts(book, run.series, charts);
  add_events(book, run);
  add_parameters(book, run);
  add_run(book, run);
  book.close();
  return content_of(file.path());
}

void write_table_workbook(const Table& table, const std::filesystem::path& file) {
  check_size(table.row_count(), table.columns().size());
  Workbook book(file, true);
  lxw_worksheet* sheet = book.add_sheet("Data");
  const auto& columns = table.columns();
  book.headings(sheet, columns);
  lxw_row_t row = first_row;
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
