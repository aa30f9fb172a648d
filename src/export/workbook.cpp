// The only file that includes libxlsxwriter.

#include "export/workbook.hpp"

#include <xlsxwriter.h>

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "export/sheet_values.hpp"
#include "export/workbook_plan.hpp"

namespace saltus {

namespace {

constexpr std::size_t heading_rows = 4;  // of the sheet of rows: group, description, name, unit
constexpr const char* rows_sheet = "Rows";
constexpr const char* parameters_sheet = "Parameters";

const char* title_of(ColumnGroup group) {
  switch (group) {
    case ColumnGroup::time: return "Time";
    case ColumnGroup::variables: return "Variables";
    case ColumnGroup::derivatives: return "Derivatives";
    case ColumnGroup::events: return "Events";
    case ColumnGroup::conditions: return "Conditions";
    case ColumnGroup::steps: return "Inside the step";
    case ColumnGroup::checks: return "Check";
  }
  return "";
}

lxw_row_t row_of(std::size_t n) { return static_cast<lxw_row_t>(n); }
lxw_col_t column_of(std::size_t n) { return static_cast<lxw_col_t>(n); }

class WorkbookWriter {
 public:
  WorkbookWriter(lxw_workbook* book, std::span<const Sheet> sheets, const WorkbookText& text, const WorkbookPlan& plan)
      : book_(book), sheets_(sheets), text_(text), plan_(plan), last_row_(heading_rows + sheets.front().rows) {
    title_ = format();
    format_set_bold(title_);
    format_set_font_size(title_, 14);
    head_ = format();
    format_set_bold(head_);
    format_set_bottom(head_, LXW_BORDER_THIN);
    note_ = format();
    format_set_italic(note_);
    format_set_font_color(note_, 0x595959);
    wrapped_ = format();
    format_set_text_wrap(wrapped_);
    format_set_align(wrapped_, LXW_ALIGN_VERTICAL_TOP);
    format_set_font_color(wrapped_, 0x595959);
    input_ = format();
    format_set_bg_color(input_, 0xFFF2CC);
    format_set_border(input_, LXW_BORDER_THIN);
    format_set_border_color(input_, 0xBF9000);
    code_ = format();
    format_set_font_name(code_, "Courier New");
    happened_ = format();
    format_set_bg_color(happened_, 0xF8CBAD);
    truth_ = format();
    format_set_num_format(truth_, "\"TRUE\";\"TRUE\";\"FALSE\"");
    gap_ = format();
    format_set_font_color(gap_, 0xBFBFBF);
  }

  void write(std::vector<SheetValues>& values) {
    readme_ = workbook_add_worksheet(book_, "Read me");
    parameters_ = workbook_add_worksheet(book_, parameters_sheet);
    rows_ = workbook_add_worksheet(book_, rows_sheet);
    write_readme();
    collect_last_values_and_write_rows(values);
    write_parameters(values);
    if (find_column("events")) write_events();
    add_charts();
    for (lxw_worksheet* sheet : {readme_, parameters_, rows_}) {  // on paper: as wide as a page
      worksheet_set_landscape(sheet);
      worksheet_fit_to_pages(sheet, 1, 0);
    }
    worksheet_repeat_rows(rows_, 2, 3);
    worksheet_activate(parameters_);
  }

  [[nodiscard]] std::size_t rows_to_check() const {
    double sum = 0;
    for (std::size_t c = 0; c < plan_.columns.size(); ++c)
      if (plan_.columns[c].group == ColumnGroup::checks) sum += sum_[c];
    return static_cast<std::size_t>(sum);
  }

 private:
  lxw_format* format() { return workbook_add_format(book_); }

  void put(lxw_worksheet* sheet, std::size_t row, std::size_t column, const std::string& text, lxw_format* f = nullptr) {
    worksheet_write_string(sheet, row_of(row), column_of(column), text.c_str(), f);
  }

  void put_formula(lxw_worksheet* sheet, std::size_t row, std::size_t column, const std::string& formula, double value,
                   lxw_format* f = nullptr) {
    worksheet_write_formula_num(sheet, row_of(row), column_of(column), ("=" + formula).c_str(), f, value);
  }

  // All data of a column: Rows!$C$5:$C$10005.
  std::string range(std::size_t column) const {
    const std::string letters = column_letters(column);
    return fmt::format("{}!${}${}:${}${}", rows_sheet, letters, heading_rows + 1, letters, last_row_);
  }

  void write_readme() {
    worksheet_set_column(readme_, 0, 0, 110, nullptr);
    std::size_t row = 0;
    const auto line = [&](const std::string& text, lxw_format* f = nullptr) { put(readme_, row++, 0, text, f); };
    line(text_.title, title_);
    for (const Sheet& s : sheets_)
      if (!s.description.empty()) line(s.description);
    ++row;
    line(
        "In this workbook the simulation is made of formulas. Change a yellow cell of the sheet Parameters: all rows, events "
        "and "
        "charts are calculated anew.");
    line(fmt::format("The sheet {} has {} rows. {}", rows_sheet, sheets_.front().rows, text_.scheme));
    line(
        "A cell of a row reads cells of the same row and of the row above. Parameters have names: a formula that says g means "
        "the "
        "cell named g.");
    line("The columns under Events are 1 in the rows in which something happens; the sheet Events lists these rows.");
    line(
        "The number of rows is fixed: another step changes the time of the last row. For more rows, copy the last row "
        "downwards, or "
        "export again.");
    if (find_column("check"))
      line("A 1 in the column check marks a row in which the model would do more in the same instant than one row can show.");
    for (const Sheet& s : sheets_)
      for (const std::string& note : s.notes) line(note);
    ++row;
    line("Settings", head_);
    for (const auto& [name, value] : text_.settings) line(fmt::format("{}: {}", name, value));
    for (const WorkbookText::Source& m : text_.models) {
      ++row;
      line(m.name, head_);
      std::size_t begin = 0;
      while (begin < m.text.size()) {
        const std::size_t end = std::min(m.text.find('\n', begin), m.text.size());
        put(readme_, row++, 0, m.text.substr(begin, std::min(end - begin, std::size_t{32000})), code_);
        begin = end + 1;
      }
    }
  }

  void write_headings() {
    worksheet_set_row(rows_, 1, 45, nullptr);
    ColumnGroup last = ColumnGroup::checks;
    std::size_t sheet = 0;
    bool deviations = false;
    for (std::size_t c = 0; c < plan_.columns.size(); ++c) {
      const PlannedColumn& column = plan_.columns[c];
      const bool begins = c == 0 || column.group != last || column.sheet != sheet || column.is_deviation != deviations;
      if (begins) put(rows_, 0, c, column.is_deviation ? "Deviations" : title_of(column.group), title_);
      last = column.group;
      sheet = column.sheet;
      deviations = column.is_deviation;
    }
    for (std::size_t c = 0; c < plan_.columns.size(); ++c) put(rows_, 1, c, plan_.columns[c].description, wrapped_);
    for (std::size_t c = 0; c < plan_.columns.size(); ++c) put(rows_, 2, c, plan_.columns[c].name, head_);
    for (std::size_t c = 0; c < plan_.columns.size(); ++c) put(rows_, 3, c, plan_.columns[c].unit, note_);
    for (std::size_t c = 0; c < plan_.columns.size(); ++c)
      worksheet_set_column(rows_, column_of(c), column_of(c), width_of(plan_.columns[c]), nullptr);
    std::size_t frozen = 0;
    while (frozen < plan_.columns.size() && plan_.columns[frozen].group == ColumnGroup::time) ++frozen;
    worksheet_freeze_panes(rows_, row_of(heading_rows), column_of(frozen));
  }

  static double width_of(const PlannedColumn& c) {
    return c.type == Type::real ? std::clamp(static_cast<double>(c.name.size()) + 2, 14.0, 30.0)
                                : std::clamp(static_cast<double>(c.name.size()) + 2, 8.0, 30.0);
  }

  void write_value(std::size_t row, std::size_t c, double value) {
    const PlannedColumn& column = plan_.columns[c];
    std::string formula = (row == heading_rows ? column.first : column.next).text(row + 1);
    // LibreOffice calculates columns of like formulas by several threads, and gets some wrong where columns read each other (7.4). Formulas
    // of neighbouring rows that differ in their writing are calculated one by one.
    formula = row % 2 == 0 ? "=" + formula : "=(" + formula + ")";
    const lxw_row_t r = row_of(row);
    const lxw_col_t k = column_of(c);
    if (column.is_mode) {
      const auto& modes = sheets_[column.sheet].modes;
      worksheet_write_formula_str(rows_, r, k, formula.c_str(), nullptr, modes[static_cast<std::size_t>(value)].c_str());
    } else if (column.type == Type::boolean) {
      // The library knows no Boolean results: until the first recalculation the cell holds a number that looks like one.
      worksheet_write_formula_num(rows_, r, k, formula.c_str(), truth_, value);
    } else if (!std::isfinite(value)) {
      worksheet_write_formula_str(rows_, r, k, formula.c_str(), nullptr, std::isnan(value) ? "#N/A" : "#NUM!");
    } else {
      worksheet_write_formula_num(rows_, r, k, formula.c_str(), nullptr, value);
    }
  }

  void collect_last_values_and_write_rows(std::vector<SheetValues>& values) {
    write_headings();
    last_.assign(plan_.columns.size(), 0);
    sum_ = last_;
    least_.assign(plan_.columns.size(), HUGE_VAL);
    most_.assign(plan_.columns.size(), -HUGE_VAL);
    std::vector<const std::vector<double>*> now(values.size());
    for (std::size_t n = 0; n < sheets_.front().rows; ++n) {
      for (std::size_t s = 0; s < values.size(); ++s) now[s] = &values[s].next_row();
      for (std::size_t c = 0; c < plan_.columns.size(); ++c) {
        const PlannedColumn& column = plan_.columns[c];
        double value = (*now[column.sheet])[column.column];
        if (column.is_deviation) value -= (*now[1])[column.other];
        write_value(heading_rows + n, c, value);
        last_[c] = value;
        if (n == 0 && c == 1) first_time_ = value;
        sum_[c] += value;
        least_[c] = std::fmin(least_[c], value);
        most_[c] = std::fmax(most_[c], value);
      }
      note_events(n);
    }
    color_events();
  }

  // For the list of events as it is before the first recalculation.
  void note_events(std::size_t n) {
    const auto count = find_column("events");
    if (!count) return;
    while (static_cast<double>(events_.size()) < last_[*count] && events_.size() < 100000) {
      std::string names;
      for (const std::size_t c : event_columns())
        if (last_[c] == 1) names += (names.empty() ? "" : ", ") + plan_.columns[c].name;
      events_.push_back({n, last_[1], std::move(names)});
    }
  }

  void color_events() {
    for (std::size_t c = 0; c < plan_.columns.size(); ++c) {
      const PlannedColumn& column = plan_.columns[c];
      const bool indicator =
          column.group == ColumnGroup::checks ||
          (column.group == ColumnGroup::events && column.name != "events" && !column.name.starts_with("events ("));
      if (!indicator) continue;
      lxw_conditional_format rule = {};
      rule.type = LXW_CONDITIONAL_TYPE_CELL;
      rule.criteria = LXW_CONDITIONAL_CRITERIA_EQUAL_TO;
      rule.value = 1;
      rule.format = happened_;
      worksheet_conditional_format_range(rows_, row_of(heading_rows), column_of(c), row_of(last_row_ - 1), column_of(c), &rule);
    }
    lxw_conditional_format gaps = {};
    gaps.type = LXW_CONDITIONAL_TYPE_ERRORS;
    gaps.format = gap_;
    worksheet_conditional_format_range(rows_, row_of(heading_rows), 0, row_of(last_row_ - 1),
                                       column_of(plan_.columns.size() - 1), &gaps);
  }

  [[nodiscard]] std::optional<std::size_t> find_column(std::string_view name) const {
    for (std::size_t c = 0; c < plan_.columns.size(); ++c)
      if (plan_.columns[c].name == name && plan_.columns[c].group != ColumnGroup::variables) return c;
    return std::nullopt;
  }

  // Indicators of the first model.
  [[nodiscard]] std::vector<std::size_t> event_columns(std::size_t sheet = 0) const {
    std::vector<std::size_t> result;
    for (std::size_t c = 0; c < plan_.columns.size(); ++c)
      if (plan_.columns[c].group == ColumnGroup::events && plan_.columns[c].sheet == sheet &&
          !plan_.columns[c].name.starts_with("events"))
        result.push_back(c);
    return result;
  }

  void write_parameters(const std::vector<SheetValues>& values) {
    worksheet_set_column(parameters_, 0, 0, 18, nullptr);
    worksheet_set_column(parameters_, 1, 1, 16, nullptr);
    worksheet_set_column(parameters_, 2, 2, 14, nullptr);
    worksheet_set_column(parameters_, 3, 3, 44, nullptr);
    put(parameters_, 0, 0, text_.title, title_);
    put(parameters_, 1, 0, "Change a yellow cell: all rows, events and charts are calculated anew.", note_);
    std::size_t row = 3;
    for (const auto& [column, word] : {std::pair{0, "Parameter"}, {1, "Value"}, {2, "Unit"}, {3, "Meaning"}})
      put(parameters_, row, static_cast<std::size_t>(column), word, head_);
    ++row;
    std::map<std::string, double> computed;
    for (std::size_t s = 0; s < sheets_.size(); ++s)
      for (std::size_t i = 0; i < sheets_[s].parameters.size(); ++i)
        computed.emplace(fmt::format("{} {}", sheets_[s].parameters[i].name, s), values[s].parameter(i));
    for (const PlannedParameter& p : plan_.parameters) write_parameter(p, row++, computed);
    for (const FixedParameter& f : plan_.fixed) {
      put(parameters_, row, 0, f.name);
      put(parameters_, row, 1, f.value, note_);
      put(parameters_, row++, 3, "fixed in this workbook; export again with --set. " + f.description, note_);
    }
    write_results(row + 1);
  }

  void write_parameter(const PlannedParameter& p, std::size_t row, const std::map<std::string, double>& computed) {
    put(parameters_, row, 0, p.name);
    lxw_format* f = p.is_computed ? nullptr : input_;
    const std::string key = fmt::format("{} {}", p.in_model, p.sheet);
    if (p.is_boolean) {
      worksheet_write_boolean(parameters_, row_of(row), 1, p.number != 0, f);
    } else if (p.is_number) {
      worksheet_write_number(parameters_, row_of(row), 1, p.number, f);
    } else {
      put_formula(parameters_, row, 1, p.value.text(0), computed.at(key), f);
    }
    put(parameters_, row, 2, p.unit, note_);
    const bool renamed = p.in_model != p.name;
    put(parameters_, row, 3,
        renamed ? fmt::format("{}{}{}", p.in_model, p.description.empty() ? "" : ": ", p.description) : p.description);
    workbook_define_name(book_, p.name.c_str(), fmt::format("={}!$B${}", parameters_sheet, row + 1).c_str());
  }

  void write_results(std::size_t row) {
    for (const auto& [column, word] : {std::pair{0, "Event"}, {1, "How often"}})
      put(parameters_, row, static_cast<std::size_t>(column), word, head_);
    ++row;
    for (std::size_t c = 0; c < plan_.columns.size(); ++c) {
      const PlannedColumn& column = plan_.columns[c];
      if (column.group == ColumnGroup::checks) {
        put(parameters_, row, 0,
            "rows to check" + (column.sheet == 0 ? std::string() : fmt::format(" ({})", column.sheet + 1)));
        put(parameters_, row, 3, "0: every row is what the model says", note_);
      } else if (column.group == ColumnGroup::events && !column.name.starts_with("events")) {
        put(parameters_, row, 0, column.name);
      } else {
        continue;
      }
      put_formula(parameters_, row++, 1, fmt::format("SUM({})", range(c)), sum_[c]);
    }
    ++row;
    for (const auto& [column, word] : {std::pair{0, "Variable"}, {1, "At the end"}, {2, "Least"}, {3, "Largest"}})
      put(parameters_, row, static_cast<std::size_t>(column), word, head_);
    ++row;
    for (std::size_t c = 0; c < plan_.columns.size(); ++c) {
      const PlannedColumn& column = plan_.columns[c];
      const bool shown = column.group == ColumnGroup::variables || (column.group == ColumnGroup::time && c == 1);
      if (!shown || column.type == Type::boolean) continue;
      put(parameters_, row, 0, column.name);
      const bool gaps = std::isnan(sum_[c]);
      if (std::isnan(last_[c])) {
        put(parameters_, row, 1, "");
      } else {
        put_formula(parameters_, row, 1, fmt::format("{}!{}{}", rows_sheet, column_letters(c), last_row_), last_[c]);
      }
      // A column with gaps has cells that are not available: AGGREGATE leaves them out.
      const auto extreme = [&](int function) {
        return gaps ? fmt::format("AGGREGATE({},6,{})", function, range(c))
                    : fmt::format("{}({})", function == 5 ? "MIN" : "MAX", range(c));
      };
      put_formula(parameters_, row, 2, extreme(5), least_[c]);
      put_formula(parameters_, row++, 3, extreme(4), most_[c]);
    }
  }

  // The k-th event is in the row that has fewer than k events above it.
  void write_events() {
    lxw_worksheet* sheet = workbook_add_worksheet(book_, "Events");
    const std::size_t count = *find_column("events");
    worksheet_set_column(sheet, 1, 2, 16, nullptr);
    worksheet_set_column(sheet, 3, 3, 40, nullptr);
    put(sheet, 0, 0, "Events in order of time", title_);
    for (const auto& [column, word] : {std::pair{0, "Number"}, {1, "Row"}, {2, "Time"}, {3, "Event"}})
      put(sheet, 2, static_cast<std::size_t>(column), word, head_);
    const std::size_t listed = std::clamp<std::size_t>(2 * events_.size(), 20, 500);
    for (std::size_t k = 0; k < listed; ++k) {
      const std::size_t row = 3 + k;
      const bool there = k < events_.size();
      worksheet_write_number(sheet, row_of(row), 0, static_cast<double>(k + 1), nullptr);
      const std::string number = fmt::format("COUNTIF({},\"<\"&A{})", range(count), row + 1);
      const std::string in_list = fmt::format("A{}>{}!${}${}", row + 1, rows_sheet, column_letters(count), last_row_);
      const auto cell = [&](std::size_t column, const std::string& formula, double value, const std::string& text) {
        const std::string full = fmt::format("=IF({},\"\",{})", in_list, formula);
        if (there && text.empty()) {
          worksheet_write_formula_num(sheet, row_of(row), column_of(column), full.c_str(), nullptr, value);
        } else {
          worksheet_write_formula_str(sheet, row_of(row), column_of(column), full.c_str(), nullptr, text.c_str());
        }
      };
      cell(1, number, there ? static_cast<double>(events_[k].row) : 0, "");
      cell(2, fmt::format("INDEX({},B{}+1)", range(1), row + 1), there ? events_[k].time : 0, "");
      std::string names;
      for (const std::size_t c : event_columns())
        names += fmt::format("{}IF(INDEX({},B{}+1)=1,\"{} \",\"\")", names.empty() ? "" : "&", range(c), row + 1,
                             quoted(plan_.columns[c].name));
      if (names.size() < 8000) cell(3, fmt::format("TRIM({})", names), 0, there ? events_[k].names : "");
    }
    worksheet_freeze_panes(sheet, 3, 0);
  }

  static std::string quoted(const std::string& text) {
    std::string result;
    for (const char c : text) result += c == '"' ? "\"\"" : std::string(1, c);
    return result;
  }

  struct Drawn {
    std::string title, unit;
    std::vector<std::size_t> columns;
  };

  // Variables of one unit in one picture, at most eight; deviations in their own.
  std::vector<Drawn> pictures() const {
    std::vector<Drawn> result;
    for (std::size_t c = 0; c < plan_.columns.size(); ++c) {
      const PlannedColumn& column = plan_.columns[c];
      if (column.group != ColumnGroup::variables || column.type != Type::real) continue;
      const std::string title = column.is_deviation ? "Deviation" : sheets_.front().name;
      const auto fits = [&](const Drawn& d) { return d.unit == column.unit && d.title == title && d.columns.size() < 8; };
      auto it = std::ranges::find_if(result, fits);
      if (it == result.end()) it = result.insert(result.end(), {title, column.unit, {}});
      it->columns.push_back(c);
    }
    if (result.size() > 6) result.resize(6);
    return result;
  }

  void add_charts() {
    std::size_t row = 1;
    for (const Drawn& d : pictures()) {
      lxw_chart* chart = workbook_add_chart(book_, LXW_CHART_SCATTER_STRAIGHT);
      std::vector<std::string> names;
      for (const std::size_t c : d.columns) {
        lxw_chart_series* series = chart_add_series(chart, ("=" + range(1)).c_str(), ("=" + range(c)).c_str());
        chart_series_set_name(series, plan_.columns[c].name.c_str());
        lxw_chart_line line = {};
        line.color = color(names.size());
        line.width = 1.5;
        chart_series_set_line(series, &line);
        names.push_back(plan_.columns[c].name);
      }
      chart_title_set_name(chart, fmt::format("{}: {}", d.title, fmt::join(names, ", ")).substr(0, 120).c_str());
      lxw_chart_font font = {};
      font.size = 11;
      font.bold = LXW_EXPLICIT_FALSE;
      chart_title_set_name_font(chart, &font);
      chart_axis_set_name(chart->x_axis, "time in s");
      chart_axis_set_min(chart->x_axis, first_time_);
      chart_axis_set_max(chart->x_axis, last_[1]);
      chart_axis_set_label_position(chart->x_axis, LXW_CHART_AXIS_LABEL_POSITION_LOW);
      chart_axis_set_label_position(chart->y_axis, LXW_CHART_AXIS_LABEL_POSITION_LOW);
      if (!d.unit.empty()) chart_axis_set_name(chart->y_axis, ("in " + d.unit).c_str());
      chart_legend_set_position(chart, LXW_CHART_LEGEND_BOTTOM);
      lxw_chart_options options = {};
      options.x_scale = 1.5;
      options.y_scale = 1.2;
      std::string alternative = fmt::format("{} over time", fmt::join(names, ", "));
      options.description = alternative.data();
      worksheet_insert_chart_opt(parameters_, row_of(row), 5, chart, &options);
      row += 19;
    }
  }

  static lxw_color_t color(std::size_t n) {
    static constexpr lxw_color_t all[] = {0x0072B2, 0xD55E00, 0x009E73, 0xCC79A7, 0xE69F00, 0x56B4E9, 0x7F7F7F, 0x000000};
    return all[n % 8];
  }

  struct Event {
    std::size_t row;
    double time;
    std::string names;
  };

  lxw_workbook* book_;
  std::span<const Sheet> sheets_;
  const WorkbookText& text_;
  const WorkbookPlan& plan_;
  std::size_t last_row_;  // counted from 1
  double first_time_ = 0;
  lxw_worksheet *readme_ = nullptr, *parameters_ = nullptr, *rows_ = nullptr;
  lxw_format *title_, *head_, *note_, *wrapped_, *input_, *code_, *happened_, *truth_, *gap_;
  std::vector<double> last_, sum_, least_, most_;
  std::vector<Event> events_;
};

}  // namespace

std::optional<WrittenWorkbook> write_workbook(const std::string& path, std::span<const Sheet> sheets, const WorkbookText& text,
                                              Diagnostics& diagnostics) {
  const auto plan = plan_workbook(sheets, diagnostics);
  if (!plan) return std::nullopt;
  std::vector<SheetValues> values;
  for (const Sheet& s : sheets) {
    auto begun = SheetValues::begin(s, diagnostics);
    if (!begun) return std::nullopt;
    values.push_back(*std::move(begun));
  }
  // Rows are written in order, so that large ones need not be kept in memory.
  lxw_workbook_options options = {};
  options.constant_memory = sheets.front().rows * plan->columns.size() > 2'000'000 ? LXW_TRUE : LXW_FALSE;
  lxw_workbook* book = workbook_new_opt(path.c_str(), &options);
  if (book == nullptr) {
    diagnostics.error("not-exportable", Span{}, fmt::format("no memory for the workbook `{}`", path));
    return std::nullopt;
  }
  WorkbookWriter writer(book, sheets, text, *plan);
  writer.write(values);
  if (const lxw_error error = workbook_close(book); error != LXW_NO_ERROR) {
    diagnostics.error("not-exportable", Span{}, fmt::format("cannot write `{}`: {}", path, lxw_strerror(error)), "",
                      "choose a folder that exists and may be written");
    return std::nullopt;
  }
  return WrittenWorkbook{sheets.front().rows, writer.rows_to_check()};
}

}  // namespace saltus
