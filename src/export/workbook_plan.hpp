#pragma once
// Where everything stands in a workbook: names of parameters, columns of rows, formulas.

#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/diagnostic.hpp"
#include "export/formula.hpp"
#include "export/safe_names.hpp"
#include "export/sheet.hpp"

namespace saltus {

struct PlannedParameter {
  std::string name;      ///< of its cell
  std::string in_model;  ///< its name there
  std::string unit, description;
  Formula value;
  bool is_number = false, is_boolean = false, is_computed = false;
  double number = 0;
  std::size_t sheet = 0;
};

struct PlannedColumn {
  std::string name, unit, description;
  ColumnGroup group = ColumnGroup::variables;
  bool is_deviation = false;
  Type type = Type::real;
  Formula first, next;
  std::size_t sheet = 0, column = 0;       ///< where its values come from; of a deviation the first of the two
  std::size_t other = 0;                   ///< of a deviation: the column of the second sheet
  bool is_mode = false, is_count = false;  ///< as in SheetColumn
};

struct WorkbookPlan {
  std::vector<PlannedParameter> parameters;
  std::vector<FixedParameter> fixed;
  std::vector<PlannedColumn> columns;  ///< as they stand in the sheet of rows
};

/// Nothing, with diagnostics, where a formula is too long or nested too deeply, or the columns too many.
[[nodiscard]] std::optional<WorkbookPlan> plan_workbook(std::span<const Sheet> sheets, Diagnostics& diagnostics);

inline constexpr std::size_t most_columns = 16384;

}  // namespace saltus
