#pragma once
// Cells of a workbook that is being written: how they look, and texts and formulas put into them.
//
// Included only by the files that write sheets (rows_sheet, read_me_sheet, parameters_sheet, event_list, workbook_charts, workbook): they and
// no others see libxlsxwriter. Rows and columns count from 0.

#include <xlsxwriter.h>

#include <initializer_list>
#include <string>

namespace saltus {

[[nodiscard]] inline lxw_row_t row_of(std::size_t n) { return static_cast<lxw_row_t>(n); }
[[nodiscard]] inline lxw_col_t column_of(std::size_t n) { return static_cast<lxw_col_t>(n); }

/// Landscape, and as many pages long as it takes.
void print_as_wide_as_a_page(lxw_worksheet* sheet);

/// Formats belong to the book, and end with it.
class WorkbookCells {
 public:
  explicit WorkbookCells(lxw_workbook* book);

  lxw_workbook* const book;
  lxw_format* const title;
  lxw_format* const head;      ///< the words above a table
  lxw_format* const note;      ///< what explains
  lxw_format* const wrapped;   ///< a note of several lines
  lxw_format* const input;     ///< what may be changed: yellow
  lxw_format* const code;      ///< text of a model
  lxw_format* const happened;  ///< an indicator that is 1
  lxw_format* const truth;     ///< a number that reads TRUE or FALSE
  lxw_format* const gap;       ///< a value that is not available

  void put(lxw_worksheet* sheet, std::size_t row, std::size_t column, const std::string& text, lxw_format* f = nullptr) const;

  /// `formula` without its sign of equality; `value` is what is shown until the first recalculation.
  void put_formula(lxw_worksheet* sheet, std::size_t row, std::size_t column, const std::string& formula, double value,
                   lxw_format* f = nullptr) const;

  /// The words above a table, from the first column on.
  void put_heads(lxw_worksheet* sheet, std::size_t row, std::initializer_list<const char*> words) const;
};

}  // namespace saltus
