#pragma once
// A table of numbers and words with units and descriptions, read row by row: the runs of a study. Written as CSV, JSON, MATLAB level 4 or a
// workbook by write_table.hpp.

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "result/run_result.hpp"

namespace saltus {

struct TableColumn {
  std::string name;
  std::string unit = {};
  std::string description = {};
  ValueKind kind = ValueKind::real;
  bool is_list = false;  ///< the cells hold lists of numbers
};

/// A missing number is NaN.
struct Cell {
  Value value = {};
  std::span<const double> list = {};  ///< of a column of lists
};

class Table {
 public:
  using Visit = std::function<void(std::span<const Cell>)>;

  virtual ~Table() = default;
  [[nodiscard]] virtual const std::vector<TableColumn>& columns() const = 0;
  [[nodiscard]] virtual std::uint64_t row_count() const = 0;
  /// In order, one at a time, as often as wanted; the cells live until the next row.
  virtual void for_each_row(const Visit& visit) const = 0;

  [[nodiscard]] virtual std::string title() const { return {}; }
  /// What else to say about the table: settings, model, version.
  [[nodiscard]] virtual std::vector<std::pair<std::string, std::string>> notes() const { return {}; }
};

}  // namespace saltus
