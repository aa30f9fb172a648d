#pragma once
// The page "Read me": what the workbook is and how it is used, the settings, the texts of the models.

#include <span>

#include "export/rows_sheet.hpp"
#include "export/workbook.hpp"
#include "export/workbook_cells.hpp"

namespace saltus {

/// Onto `page`, which is empty.
void write_read_me(const WorkbookCells& cells, lxw_worksheet* page, std::span<const Sheet> sheets, const WorkbookText& text,
                   const RowsSheet& rows);

}  // namespace saltus
