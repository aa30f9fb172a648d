#pragma once
// The sheet "Parameters": cells that may be changed, each with the name that formulas use, and below them what the rows came to: how often
// each event happened, and of each variable the value at the end, the least and the largest.

#include <span>
#include <string>
#include <vector>

#include "export/rows_sheet.hpp"
#include "export/sheet_values.hpp"
#include "export/workbook_cells.hpp"
#include "export/workbook_plan.hpp"

namespace saltus {

inline constexpr const char* parameters_sheet_name = "Parameters";

/// Onto `sheet`, which is empty. `rows` are written already; `values` are those of `sheets` in their order.
void write_parameters(const WorkbookCells& cells, lxw_worksheet* sheet, const std::string& title, const WorkbookPlan& plan,
                      std::span<const Sheet> sheets, std::span<const SheetValues> values, const RowsSheet& rows);

}  // namespace saltus
