#pragma once
// The sheet "Rows": below four rows of headings (group, description, name, unit) a row for each moment, its cells the formulas of the plan.
//
// A cell holds a formula and the value that it has before the first recalculation. What other sheets show of the rows (last and extreme
// values, sums, the list of events) is gathered while they are written: large sheets do not stay in memory.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "export/sheet.hpp"
#include "export/sheet_values.hpp"
#include "export/workbook_cells.hpp"
#include "export/workbook_plan.hpp"

namespace saltus {

/// What the rows came to; vectors have an entry for each column of the plan. A column with gaps has a sum that is not a number.
struct RowTotals {
  double first_time = 0;
  std::vector<double> last, sum, least, most;
  struct Event {
    std::size_t row;  ///< from 0 at the first row of data
    double time;
    std::string names;  ///< of all that happens in this row: "bounce, stop"
  };
  std::vector<Event> events;  ///< of the first model, in order of time, as many as were counted
};

/// 1 in the rows in which an event happens.
[[nodiscard]] inline bool indicates_event(const PlannedColumn& c) { return c.group == ColumnGroup::events && !c.is_count; }

class RowsSheet {
 public:
  static constexpr const char* name = "Rows";
  static constexpr std::size_t heading_rows = 4;
  static constexpr std::size_t time_column = 1;  ///< behind the number of the row

  /// All arguments outlive this. The sheet is added to the book.
  RowsSheet(const WorkbookCells& cells, std::span<const Sheet> sheets, const WorkbookPlan& plan);

  /// Once. Takes all rows of `values`, which are those of `sheets` in their order.
  void write(std::vector<SheetValues>& values);

  [[nodiscard]] lxw_worksheet* worksheet() const { return sheet_; }
  [[nodiscard]] std::span<const PlannedColumn> columns() const { return plan_.columns; }
  [[nodiscard]] const RowTotals& totals() const { return totals_; }

  /// All data of a column: Rows!$C$5:$C$10005.
  [[nodiscard]] std::string range(std::size_t column) const;
  /// The number of the last row as formulas write it, from 1.
  [[nodiscard]] std::size_t last_row() const { return last_row_; }

  /// The column that counts the events of the first model, if it has any.
  [[nodiscard]] std::optional<std::size_t> count_column() const;
  /// Indicators of events of the first model.
  [[nodiscard]] std::vector<std::size_t> event_columns() const;

 private:
  void write_headings();
  void write_groups();
  void write_value(std::size_t row, std::size_t c, double value);
  void add_to_totals(std::size_t c, double value);
  void note_events(std::size_t row);
  void color_indicators();
  void color_gaps();

  const WorkbookCells& cells_;
  std::span<const Sheet> sheets_;
  const WorkbookPlan& plan_;
  lxw_worksheet* sheet_;
  std::size_t last_row_;
  RowTotals totals_;
};

}  // namespace saltus
