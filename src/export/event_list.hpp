#pragma once
// The sheet "Events": the events of the first model in order of time, with row, time and names.

#include "export/rows_sheet.hpp"
#include "export/workbook_cells.hpp"

namespace saltus {

/// Adds the sheet if the rows count events. `rows` are written already. The list has twice as many lines as there are events now, from 20 to
/// 500: other parameters may give more.
void add_event_list(const WorkbookCells& cells, const RowsSheet& rows);

}  // namespace saltus
