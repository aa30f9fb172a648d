#include "export/rows_sheet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace saltus {

namespace {

constexpr std::size_t most_events = 100'000;  // in the list that is shown before the first recalculation

const char* title_of(const PlannedColumn& column) {
  if (column.is_deviation) return "Deviations";
  switch (column.group) {
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

bool same_group(const PlannedColumn& a, const PlannedColumn& b) {
  return a.group == b.group && a.sheet == b.sheet && a.is_deviation == b.is_deviation;
}

double width_of(const PlannedColumn& c) {
  return std::clamp(static_cast<double>(c.name.size()) + 2, c.type == Type::real ? 14.0 : 8.0, 30.0);
}

}  // namespace

RowsSheet::RowsSheet(const WorkbookCells& cells, std::span<const Sheet> sheets, const WorkbookPlan& plan)
    : cells_(cells),
      sheets_(sheets),
      plan_(plan),
      sheet_(workbook_add_worksheet(cells.book, name)),
      last_row_(heading_rows + sheets.front().rows) {}

void RowsSheet::write(std::vector<SheetValues>& values) {
  write_headings();
  const std::size_t width = plan_.columns.size();
  totals_.last.assign(width, 0);
  totals_.sum.assign(width, 0);
  totals_.least.assign(width, HUGE_VAL);
  totals_.most.assign(width, -HUGE_VAL);
  std::vector<const std::vector<double>*> now(values.size());
  for (std::size_t n = 0; n < sheets_.front().rows; ++n) {
    for (std::size_t s = 0; s < values.size(); ++s) now[s] = &values[s].next_row();
    for (std::size_t c = 0; c < width; ++c) {
      const PlannedColumn& column = plan_.columns[c];
      double value = (*now[column.sheet])[column.column];
      if (column.is_deviation) value -= (*now[1])[column.other];
      write_value(heading_rows + n, c, value);
      add_to_totals(c, value);
    }
    if (n == 0 && width > time_column) totals_.first_time = totals_.last[time_column];
    note_events(n);
  }
  color_indicators();
  color_gaps();
  print_as_wide_as_a_page(sheet_);
  worksheet_repeat_rows(sheet_, 2, 3);  // names and units on each page
}

// ---- headings

// Row by row, as the cells of large sheets have to be written.
void RowsSheet::write_headings() {
  const auto& columns = plan_.columns;
  worksheet_set_row(sheet_, 1, 45, nullptr);
  write_groups();
  for (std::size_t c = 0; c < columns.size(); ++c) cells_.put(sheet_, 1, c, columns[c].description, cells_.wrapped);
  for (std::size_t c = 0; c < columns.size(); ++c) cells_.put(sheet_, 2, c, columns[c].name, cells_.head);
  for (std::size_t c = 0; c < columns.size(); ++c) cells_.put(sheet_, 3, c, columns[c].unit, cells_.note);
  for (std::size_t c = 0; c < columns.size(); ++c)
    worksheet_set_column(sheet_, column_of(c), column_of(c), width_of(columns[c]), nullptr);
  std::size_t frozen = 0;
  while (frozen < columns.size() && columns[frozen].group == ColumnGroup::time) ++frozen;
  worksheet_freeze_panes(sheet_, row_of(heading_rows), column_of(frozen));
}

/// A group has its title above its first column.
void RowsSheet::write_groups() {
  for (std::size_t c = 0; c < plan_.columns.size(); ++c) {
    const PlannedColumn& column = plan_.columns[c];
    if (c == 0 || !same_group(column, plan_.columns[c - 1])) cells_.put(sheet_, 0, c, title_of(column), cells_.title);
  }
}

// ---- values

void RowsSheet::write_value(std::size_t row, std::size_t c, double value) {
  const PlannedColumn& column = plan_.columns[c];
  std::string formula = (row == heading_rows ? column.first : column.next).text(row + 1);
  // LibreOffice calculates columns of like formulas by several threads, and gets some wrong where columns read each other (7.4). Formulas
  // of neighbouring rows that differ in their writing are calculated one by one.
  formula = row % 2 == 0 ? "=" + formula : "=(" + formula + ")";
  const lxw_row_t r = row_of(row);
  const lxw_col_t k = column_of(c);
  if (column.is_mode) {
    const auto& modes = sheets_[column.sheet].modes;
    worksheet_write_formula_str(sheet_, r, k, formula.c_str(), nullptr, modes[static_cast<std::size_t>(value)].c_str());
  } else if (column.type == Type::boolean) {
    // The library knows no Boolean results: until the first recalculation the cell holds a number that looks like one.
    worksheet_write_formula_num(sheet_, r, k, formula.c_str(), cells_.truth, value);
  } else if (!std::isfinite(value)) {
    worksheet_write_formula_str(sheet_, r, k, formula.c_str(), nullptr, std::isnan(value) ? "#N/A" : "#NUM!");
  } else {
    worksheet_write_formula_num(sheet_, r, k, formula.c_str(), nullptr, value);
  }
}

void RowsSheet::add_to_totals(std::size_t c, double value) {
  totals_.last[c] = value;
  totals_.sum[c] += value;
  totals_.least[c] = std::fmin(totals_.least[c], value);
  totals_.most[c] = std::fmax(totals_.most[c], value);
}

void RowsSheet::note_events(std::size_t row) {
  const auto count = count_column();
  if (!count) return;
  auto& events = totals_.events;
  while (static_cast<double>(events.size()) < totals_.last[*count] && events.size() < most_events) {
    std::string names;
    for (const std::size_t c : event_columns())
      if (totals_.last[c] == 1) names += (names.empty() ? "" : ", ") + plan_.columns[c].name;
    events.push_back({row, totals_.last[time_column], std::move(names)});
  }
}

// ---- colours

void RowsSheet::color_indicators() {
  for (std::size_t c = 0; c < plan_.columns.size(); ++c) {
    if (plan_.columns[c].group != ColumnGroup::checks && !indicates_event(plan_.columns[c])) continue;
    lxw_conditional_format rule = {};
    rule.type = LXW_CONDITIONAL_TYPE_CELL;
    rule.criteria = LXW_CONDITIONAL_CRITERIA_EQUAL_TO;
    rule.value = 1;
    rule.format = cells_.happened;
    worksheet_conditional_format_range(sheet_, row_of(heading_rows), column_of(c), row_of(last_row_ - 1), column_of(c), &rule);
  }
}

void RowsSheet::color_gaps() {
  lxw_conditional_format gaps = {};
  gaps.type = LXW_CONDITIONAL_TYPE_ERRORS;
  gaps.format = cells_.gap;
  worksheet_conditional_format_range(sheet_, row_of(heading_rows), 0, row_of(last_row_ - 1),
                                     column_of(plan_.columns.size() - 1), &gaps);
}

// ---- where things stand

std::string RowsSheet::range(std::size_t column) const {
  const std::string letters = column_letters(column);
  return fmt::format("{}!${}${}:${}${}", name, letters, heading_rows + 1, letters, last_row_);
}

std::optional<std::size_t> RowsSheet::count_column() const {
  for (std::size_t c = 0; c < plan_.columns.size(); ++c)
    if (plan_.columns[c].is_count && plan_.columns[c].sheet == 0) return c;
  return std::nullopt;
}

std::vector<std::size_t> RowsSheet::event_columns() const {
  std::vector<std::size_t> result;
  for (std::size_t c = 0; c < plan_.columns.size(); ++c) {
    if (plan_.columns[c].sheet == 0 && indicates_event(plan_.columns[c])) result.push_back(c);
  }
  return result;
}

}  // namespace saltus
