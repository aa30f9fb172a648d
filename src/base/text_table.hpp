#pragma once
// Tables for people: columns as wide as their widest cell, two blanks between them.

#include <string>
#include <vector>

namespace saltus {

class TextTable {
 public:
  enum class Align { left, right };

  /// One alignment per column; every row has that many cells.
  explicit TextTable(std::vector<Align> columns) : columns_(std::move(columns)) {}

  void add(std::vector<std::string> cells);

  [[nodiscard]] bool empty() const { return rows_.empty(); }

  /// One line per row, each after `indent` blanks, without blanks at its end. Widths count code points of UTF-8.
  [[nodiscard]] std::string text(std::size_t indent = 0) const;

 private:
  std::vector<Align> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace saltus
