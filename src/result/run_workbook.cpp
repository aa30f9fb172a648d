// The bytes are those of a file: the library writes nothing else.

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "result/workbook.hpp"
#include "result/workbook_file.hpp"
#include "result/write_table.hpp"

namespace saltus {

namespace {

void add_data(WorkbookFile& book, const Series& series) {
  lxw_worksheet* sheet = book.add_sheet(WorkbookFile::data_sheet);
  std::vector<TableColumn> columns;
  for (const Column& c : series.columns) columns.push_back({c.name, c.unit, c.description});
  book.headings(sheet, columns);
  for (std::size_t i = 0; i < series.rows.size(); ++i) {
    for (std::size_t j = 0; j < series.columns.size(); ++j) {
      book.value(sheet, static_cast<lxw_row_t>(WorkbookFile::first_row + i), j, series.columns[j].at(i));
    }
  }
}

std::vector<std::vector<ChartCurve>> charts_or_first(const Series& series, const std::vector<std::vector<ChartCurve>>& charts) {
  if (!charts.empty()) return charts;
  std::vector<ChartCurve> curves;
  for (std::size_t j = 1; j < series.columns.size() && curves.size() < WorkbookFile::most_charted_curves; ++j) {
    const Column& c = series.columns[j];
    if (c.kind == ValueKind::real && !c.name.starts_with("der(")) curves.push_back({"time", c.name});
  }
  return {curves};
}

void add_charts(WorkbookFile& book, const Series& series, const std::vector<std::vector<ChartCurve>>& charts) {
  if (series.rows.empty()) return;
  const auto place = [&](const std::string& name) {
    const auto found = std::ranges::find(series.columns, name, &Column::name);
    return static_cast<std::size_t>(found - series.columns.begin());
  };
  const std::vector<double>& times = series.columns.front().values;
  int number = 0;
  for (const std::vector<ChartCurve>& curves : charts_or_first(series, charts)) {
    std::vector<WorkbookFile::Curve> placed;
    std::string x_title, y_title;
    for (const ChartCurve& c : curves) {
      const std::size_t x = place(c.x), y = place(c.y);
      if (x == series.columns.size() || y == series.columns.size() || series.columns[y].kind == ValueKind::text) continue;
      const std::string name = WorkbookFile::titled(c.y, series.columns[y].unit);
      placed.push_back({name, x, y});
      x_title = WorkbookFile::titled(c.x, series.columns[x].unit);
      y_title = curves.size() == 1 ? name : "";
    }
    ++number;
    if (placed.empty()) continue;
    std::optional<std::pair<double, double>> range;
    const bool over_time = std::ranges::all_of(placed, [](const WorkbookFile::Curve& c) { return c.x == 0; });
    if (over_time && times.front() < times.back()) range = {times.front(), times.back()};
    book.add_chart(number == 1 ? "Chart" : fmt::format("Chart {}", number), placed, x_title, y_title, series.rows.size(), true,
                   range);
  }
}

std::string values_text(const std::vector<NamedValue>& values) {
  std::string text;
  for (const NamedValue& v : values) text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", v.name, value_text(v.value));
  return text;
}

void add_events(WorkbookFile& book, const RunResult& run) {
  lxw_worksheet* sheet = book.add_sheet("Events");
  check_fits("events", run.events.size(), most_sheet_rows - 1);
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

void add_parameters(WorkbookFile& book, const RunResult& run) {
  lxw_worksheet* sheet = book.add_sheet("Parameters");
  check_fits("parameters", run.parameters.size(), most_sheet_rows - 1);
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
void add_run(WorkbookFile& book, const RunResult& run) {
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

}  // namespace

std::string write_run_workbook(const RunResult& run, const std::vector<std::vector<ChartCurve>>& charts) {
  check_data_fits(run.series.rows.size(), run.series.columns.size());
  const TemporaryFile file;
  WorkbookFile book(file.path(), false);
  add_data(book, run.series);
  add_charts(book, run.series, charts);
  add_events(book, run);
  add_parameters(book, run);
  add_run(book, run);
  book.close();
  return content_of(file.path());
}

}  // namespace saltus
