#pragma once
// An .xlsx file that is being written: sheets of numbers and of words, charts of their columns.
//
// Included only by the files that write workbooks (run_workbook, table_workbook): they and no others see libxlsxwriter. Rows and columns
// count from 0; numbers stand below three lines of headings, from row `first_row` on.

#include <xlsxwriter.h>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "result/run_result.hpp"
#include "result/table.hpp"

namespace saltus {

class WorkbookFile {
 public:
  static constexpr lxw_row_t first_row = 3;              ///< of data, below names, units and descriptions
  static constexpr const char* data_sheet = "Data";      ///< whose columns charts show
  static constexpr std::size_t most_charted_curves = 6;  ///< in a chart that nobody asked for

  /// `row_by_row`: cells come in order of rows and do not stay in memory.
  WorkbookFile(const std::filesystem::path& file, bool row_by_row);
  ~WorkbookFile();
  WorkbookFile(const WorkbookFile&) = delete;
  WorkbookFile& operator=(const WorkbookFile&) = delete;

  lxw_worksheet* add_sheet(const char* name) { return workbook_add_worksheet(book_, name); }

  /// Without control characters, cut where a cell cannot hold it; nothing where it is empty.
  void text(lxw_worksheet* sheet, lxw_row_t row, std::size_t column, std::string_view text, lxw_format* format = nullptr) const;
  /// What is not a number leaves an empty cell; sheets have no infinities: they are written as words.
  void value(lxw_worksheet* sheet, lxw_row_t row, std::size_t column, const Value& v) const;

  /// Three lines above numbers, which stay when the sheet is scrolled; so does the first column. Line by line: some sheets are written so.
  void headings(lxw_worksheet* sheet, const std::vector<TableColumn>& columns) const;
  /// A sheet of words: bold titles (with widths) that stay, filters.
  void titles(lxw_worksheet* sheet, const std::vector<std::pair<const char*, double>>& titles, std::size_t rows) const;

  /// "v [m/s]"; a name alone if it has no unit.
  [[nodiscard]] static std::string titled(const std::string& name, const std::string& unit);

  struct Curve {
    std::string name;
    std::size_t x, y;  ///< columns of the sheet Data
  };
  /// A sheet with nothing but a chart of `rows` rows of data. `x_range`: where the axis begins and ends, if that is not left to the reader's
  /// program.
  void add_chart(const std::string& sheet_name, const std::vector<Curve>& curves, const std::string& x_title,
                 const std::string& y_title, std::uint64_t rows, bool lines,
                 std::optional<std::pair<double, double>> x_range = std::nullopt);

  /// Writes the file, at the end. Throws TableError if it cannot be written.
  void close();

 private:
  void number(lxw_worksheet* sheet, lxw_row_t row, std::size_t column, double x, lxw_format* format) const;

  std::filesystem::path file_;
  lxw_workbook* book_ = nullptr;
  lxw_format *name_ = nullptr, *note_ = nullptr, *bold_ = nullptr, *number_ = nullptr, *whole_ = nullptr;
};

/// Throws TableError where `count` rows or the like are more than the `most` a worksheet holds.
void check_fits(const char* what, std::uint64_t count, std::uint64_t most);
/// The same for a sheet of numbers with its headings.
void check_data_fits(std::uint64_t rows, std::uint64_t columns);

}  // namespace saltus
