#pragma once
// Plain text tables with aligned columns:
//
//   name     time  class
//   bounce  0.452  SE-X
//
// Columns are two blanks apart; lines have no blanks at their end.

#include <cstddef>
#include <string>
#include <vector>

namespace saltus {

enum class Align { left, right };

class TextTable {
 public:
  struct Column {
    std::string title;
    Align align = Align::left;
  };

  explicit TextTable(std::vector<Column> columns);

  /// Missing cells at the end are blank; there are not more cells than columns.
  void add(std::vector<std::string> cells);

  [[nodiscard]] std::size_t row_count() const { return rows_.size(); }
  /// Titles (left out when all are empty), then the rows, each line ending with a newline.
  [[nodiscard]] std::string text() const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace saltus
