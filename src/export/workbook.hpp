#pragma once
// Sheets to a workbook: parameters as named cells beside the charts, a sheet of rows, a list of events, a page that explains.
//
// Several models stand side by side on the same rows, with the deviations of the variables they have in common.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "export/sheet.hpp"

namespace saltus {

/// What the page "Read me" says besides what follows from the sheets.
struct WorkbookText {
  std::string title;
  std::string scheme;                                         ///< one sentence: how a row follows from the row above
  std::vector<std::pair<std::string, std::string>> settings;  ///< what was asked for
  struct Source {
    std::string name, text;
  };
  std::vector<Source> models;
};

struct WrittenWorkbook {
  std::size_t rows = 0;
  std::size_t rows_to_check = 0;  ///< in which the model would do more in the same instant than a row shows
};

/// Nothing, with diagnostics, if a formula is longer or deeper than spreadsheets allow, or the file cannot be written. `sheets` have
/// equally many rows.
[[nodiscard]] std::optional<WrittenWorkbook> write_workbook(const std::string& path, std::span<const Sheet> sheets,
                                                            const WorkbookText& text, Diagnostics& diagnostics);

}  // namespace saltus
