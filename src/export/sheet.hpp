#pragma once
// A simulation as a sheet of formulas: what a workbook is written from. Nothing here knows Excel.
//
// A column is a symbol. In a formula the symbol is its cell in the same row, pre(symbol) the cell in the row above; a parameter is the
// cell that has its name. Formulas are expressions of one pool, without der, time, sample and events.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "expr/expr.hpp"

namespace saltus {

/// In the order in which groups of columns stand.
enum class ColumnGroup : std::uint8_t {
  time,
  variables,
  derivatives,
  events,      ///< 1 in the rows in which something happens, else 0
  conditions,  ///< what makes it happen
  steps,       ///< inside a step: values before events, stages of the scheme
  checks,      ///< 0; 1 where the row is not what the model says
};

struct SheetColumn {
  Expr symbol;
  std::string name, unit, description;
  ColumnGroup group = ColumnGroup::variables;
  Expr first, next;       ///< in the first row, in all others
  bool is_mode = false;   ///< its values are numbers of modes, shown by name
  bool is_count = false;  ///< how many events there were so far, in the group of events
};

struct SheetParameter {
  Expr symbol;
  std::string name, unit, description;
  Expr value;
  bool is_computed = false;  ///< from other parameters: not for changing
};

/// A parameter that the formulas no longer contain: sizes of arrays, choices between equations.
struct FixedParameter {
  std::string name, value, description;
};

struct Sheet {
  std::shared_ptr<ExprPool> pool;
  std::string name, description;  ///< of the model
  std::vector<SheetParameter> parameters;
  std::vector<FixedParameter> fixed;
  std::vector<SheetColumn> columns;  ///< by group
  std::vector<std::string> modes;    ///< empty: the model has none
  std::size_t rows = 0;              ///< the first included
  std::vector<std::string> notes;    ///< where the sheet does less than the model says

  [[nodiscard]] std::size_t find(Expr symbol) const;  ///< its column; npos: a parameter
  static constexpr std::size_t npos = ~std::size_t{0};
};

/// Takes out columns inside the step that only repeat a cell of the row above.
void inline_aliases(Sheet& sheet);

// Leaves of formulas that are no columns.

/// Is the mode of the row this one? pre() of it: that of the row above.
Expr in_mode_symbol(ExprPool& pool, std::size_t mode);
/// The name of a mode, as a value of the column of modes.
Expr mode_name_symbol(ExprPool& pool, std::size_t mode);
/// No value: the variable does not exist in the mode of the row.
Expr gap_symbol(ExprPool& pool);

struct SheetLeaf {
  enum class Kind : std::uint8_t { plain, in_mode, mode_name, gap };
  Kind kind = Kind::plain;
  std::size_t mode = 0;
};
SheetLeaf sheet_leaf(Expr symbol);

}  // namespace saltus
