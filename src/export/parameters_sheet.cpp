#include "export/parameters_sheet.hpp"

#include <fmt/format.h>

#include <cmath>
#include <map>

namespace saltus {

namespace {

/// By number of the model and name in it.
using ComputedParameters = std::map<std::pair<std::size_t, std::string>, double>;

ComputedParameters computed(std::span<const Sheet> sheets, std::span<const SheetValues> values) {
  ComputedParameters result;
  for (std::size_t s = 0; s < sheets.size(); ++s)
    for (std::size_t i = 0; i < sheets[s].parameters.size(); ++i)
      result.emplace(std::pair(s, sheets[s].parameters[i].name), values[s].parameter(i));
  return result;
}

class ParametersSheet {
 public:
  ParametersSheet(const WorkbookCells& cells, lxw_worksheet* sheet, const RowsSheet& rows)
      : cells_(cells), sheet_(sheet), rows_(rows) {
    worksheet_set_column(sheet, 0, 0, 18, nullptr);
    worksheet_set_column(sheet, 1, 1, 16, nullptr);
    worksheet_set_column(sheet, 2, 2, 14, nullptr);
    worksheet_set_column(sheet, 3, 3, 44, nullptr);
  }

  void write_title(const std::string& title) {
    put(0, title, cells_.title);
    ++row_;
    put(0, "Change a yellow cell: all rows, events and charts are calculated anew.", cells_.note);
    row_ += 2;
    heads({"Parameter", "Value", "Unit", "Meaning"});
  }

  void write_parameter(const PlannedParameter& p, const ComputedParameters& computed) {
    put(0, p.name);
    lxw_format* f = p.is_computed ? nullptr : cells_.input;
    if (p.is_boolean) {
      worksheet_write_boolean(sheet_, row_of(row_), 1, p.number != 0, f);
    } else if (p.is_number) {
      worksheet_write_number(sheet_, row_of(row_), 1, p.number, f);
    } else {
      cells_.put_formula(sheet_, row_, 1, p.value.text(0), computed.at({p.sheet, p.in_model}), f);
    }
    put(2, p.unit, cells_.note);
    const bool renamed = p.in_model != p.name;
    put(3, renamed ? fmt::format("{}{}{}", p.in_model, p.description.empty() ? "" : ": ", p.description) : p.description);
    workbook_define_name(cells_.book, p.name.c_str(), fmt::format("={}!$B${}", parameters_sheet_name, row_ + 1).c_str());
    ++row_;
  }

  void write_fixed(const FixedParameter& f) {
    put(0, f.name);
    put(1, f.value, cells_.note);
    put(3, "fixed in this workbook; export again with --set. " + f.description, cells_.note);
    ++row_;
  }

  void write_counts() {
    ++row_;
    heads({"Event", "How often"});
    for (std::size_t c = 0; c < rows_.columns().size(); ++c) {
      const PlannedColumn& column = rows_.columns()[c];
      if (column.group == ColumnGroup::checks) {
        put(0, "rows to check" + (column.sheet == 0 ? std::string() : fmt::format(" ({})", column.sheet + 1)));
        put(3, "0: every row is what the model says", cells_.note);
      } else if (indicates_event(column)) {
        put(0, column.name);
      } else {
        continue;
      }
      cells_.put_formula(sheet_, row_++, 1, fmt::format("SUM({})", rows_.range(c)), rows_.totals().sum[c]);
    }
  }

  void write_extremes() {
    ++row_;
    heads({"Variable", "At the end", "Least", "Largest"});
    for (std::size_t c = 0; c < rows_.columns().size(); ++c) {
      const PlannedColumn& column = rows_.columns()[c];
      const bool shown = column.group == ColumnGroup::variables || c == RowsSheet::time_column;
      if (shown && column.type != Type::boolean) write_extremes_of(c);
    }
  }

 private:
  void put(std::size_t column, const std::string& text, lxw_format* f = nullptr) { cells_.put(sheet_, row_, column, text, f); }
  void heads(std::initializer_list<const char*> words) { cells_.put_heads(sheet_, row_++, words); }

  void write_extremes_of(std::size_t c) {
    const RowTotals& totals = rows_.totals();
    put(0, rows_.columns()[c].name);
    if (std::isnan(totals.last[c])) {
      put(1, "");
    } else {
      const std::string end = fmt::format("{}!{}{}", RowsSheet::name, column_letters(c), rows_.last_row());
      cells_.put_formula(sheet_, row_, 1, end, totals.last[c]);
    }
    // A column with gaps has cells that are not available: AGGREGATE leaves them out.
    const bool gaps = std::isnan(totals.sum[c]);
    const auto extreme = [&](int function) {
      return gaps ? fmt::format("AGGREGATE({},6,{})", function, rows_.range(c))
                  : fmt::format("{}({})", function == 5 ? "MIN" : "MAX", rows_.range(c));
    };
    cells_.put_formula(sheet_, row_, 2, extreme(5), totals.least[c]);
    cells_.put_formula(sheet_, row_++, 3, extreme(4), totals.most[c]);
  }

  const WorkbookCells& cells_;
  lxw_worksheet* sheet_;
  const RowsSheet& rows_;
  std::size_t row_ = 0;
};

}  // namespace

void write_parameters(const WorkbookCells& cells, lxw_worksheet* sheet, const std::string& title, const WorkbookPlan& plan,
                      std::span<const Sheet> sheets, std::span<const SheetValues> values, const RowsSheet& rows) {
  ParametersSheet page(cells, sheet, rows);
  page.write_title(title);
  const ComputedParameters numbers = computed(sheets, values);
  for (const PlannedParameter& p : plan.parameters) page.write_parameter(p, numbers);
  for (const FixedParameter& f : plan.fixed) page.write_fixed(f);
  page.write_counts();
  page.write_extremes();
  print_as_wide_as_a_page(sheet);
}

}  // namespace saltus
