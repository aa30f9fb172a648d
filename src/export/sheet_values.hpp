#pragma once
// The values of a sheet, computed here: what a spreadsheet shows before it calculates for the first time, and what tests compare with runs.

#include <optional>
#include <unordered_map>
#include <vector>

#include "base/diagnostic.hpp"
#include "export/sheet.hpp"

namespace saltus {

class SheetValues {
 public:
  /// Nothing, with a diagnostic, if formulas of one row refer to each other in a circle. The sheet outlives this.
  static std::optional<SheetValues> begin(const Sheet& sheet, Diagnostics& diagnostics);

  /// Computes the next row: the values of its columns, in their order. Booleans are 0 and 1, modes their numbers, gaps NaN.
  const std::vector<double>& next_row();
  [[nodiscard]] double parameter(std::size_t i) const { return parameters_[i]; }

 private:
  explicit SheetValues(const Sheet& sheet) : sheet_(&sheet) {}
  double leaf(Expr e) const;

  const Sheet* sheet_;
  std::vector<std::size_t> order_first_, order_next_;
  std::vector<double> parameters_, row_, above_;
  std::unordered_map<Expr, std::size_t> column_of_, parameter_of_;
  std::size_t mode_column_ = Sheet::npos;
  std::size_t rows_done_ = 0;
};

}  // namespace saltus
