#pragma once
// The charts beside the parameters: variables over time. Those of one unit stand in one chart, at most eight; deviations in charts of their
// own; six charts at most.

#include <string>

#include "export/rows_sheet.hpp"
#include "export/workbook_cells.hpp"

namespace saltus {

/// Onto `sheet`, right of its table. `rows` are written already; `model` is the title of charts that do not show deviations.
void add_charts(const WorkbookCells& cells, lxw_worksheet* sheet, const std::string& model, const RowsSheet& rows);

}  // namespace saltus
