#pragma once
// Runs and tables as workbooks (.xlsx) for Excel and LibreOffice, by libxlsxwriter. Texts are texts, never formulas.
//
// Sheets of numbers have three frozen lines above them: names, units, descriptions; a missing number is an empty cell.
//
//   of a run:    Data (the trajectory; an event instant has two rows), Chart, Events, Parameters, Run (status, settings, statistics)
//   of a table:  Data, Chart (if it has two columns of numbers), Notes
//
// The same content gives the same bytes.

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "result/run_result.hpp"
#include "result/table.hpp"

namespace saltus {

/// Rows and columns of a worksheet.
inline constexpr std::uint64_t most_sheet_rows = 1'048'576;
inline constexpr std::uint64_t most_sheet_columns = 16'384;

/// Which columns a chart shows: names of x and y.
struct ChartCurve {
  std::string x;
  std::string y;
};

/// The bytes of the workbook. `charts`: a sheet each; none: the first variables over time. Throws TableError if a sheet cannot hold so many rows.
[[nodiscard]] std::string write_run_workbook(const RunResult& run, const std::vector<std::vector<ChartCurve>>& charts = {});

/// Throws TableError, also if the file cannot be written.
void write_table_workbook(const Table& table, const std::filesystem::path& file);

}  // namespace saltus
