#pragma once
// Tables as files.

#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "result/table.hpp"

namespace saltus {

/// A file could not be written, or cannot hold so much; what() says which and why, remedy() what to do.
class TableError : public std::runtime_error {
 public:
  TableError(const std::string& what, std::string remedy) : std::runtime_error(what), remedy_(std::move(remedy)) {}
  [[nodiscard]] const std::string& remedy() const { return remedy_; }

 private:
  std::string remedy_;
};

enum class TableFormat : std::uint8_t { csv, json, mat, xlsx };

/// "csv", "json", "mat", "xlsx".
[[nodiscard]] std::optional<TableFormat> table_format(std::string_view extension);
[[nodiscard]] std::string_view extension_of(TableFormat format);

/// Replaces the file; on failure it is as it was before. Throws TableError. Memory does not grow with the number of rows.
///
///   csv   RFC 4180: a line with names, then one line per row; a missing number is an empty field, a list "1 2 NaN"
///   json  {"schema": "saltus.table/1", "title": ..., "notes": {...}, "columns": [{"name": ..., "unit": ..., "description": ...}],
///         "rows": [{"e": 0.15, "v4": 0.2}, ...]}; a missing number is null
///   mat   MATLAB level 4: matrices `names`, `units`, `descriptions` (a row of text for each column) and `data` (a row for each run; words and
///         lists are NaN there); each list column a matrix of its own, `list_<number of the column>`, filled up with NaN
///   xlsx  see workbook.hpp
void write_table(const Table& table, TableFormat format, const std::filesystem::path& file);

/// What a csv file of the table would hold.
[[nodiscard]] std::string csv_text(const Table& table);

}  // namespace saltus
