#pragma once
// Expressions as formulas of spreadsheets, in the syntax that Excel writes to files and LibreOffice reads.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "expr/expr.hpp"

namespace saltus {

/// A formula without its "=". Cells of the sheet of rows are left open: the row they stand in is known when it is written.
class Formula {
 public:
  struct Cell {
    std::size_t column = 0;
    bool above = false;  ///< in the row above
  };
  struct Part {
    std::string text;          ///< before the cell
    std::optional<Cell> cell;  ///< none: the end
  };

  explicit Formula(std::vector<Part> parts) : parts_(std::move(parts)) {}

  /// For row `row`, counted from 1 as spreadsheets do.
  [[nodiscard]] std::string text(std::size_t row) const;
  [[nodiscard]] std::size_t longest() const;  ///< a bound of its length
  [[nodiscard]] bool is_constant() const { return parts_.size() == 1; }

 private:
  std::vector<Part> parts_;
};

/// What a leaf is: a cell of a column, or text (the name of a parameter).
struct FormulaLeaf {
  std::string text;
  std::optional<Formula::Cell> cell = {};
  std::string comparison = {};  ///< after the cell: ="falling"
};

/// `leaf` is asked for symbols and pre(symbol). Parentheses only where needed, with the precedences of spreadsheets: a sign binds more
/// tightly than a power, and powers associate to the left.
[[nodiscard]] Formula formula(Expr e, const std::function<FormulaLeaf(Expr)>& leaf);

/// How deep calls and parentheses are nested; Excel allows 64.
[[nodiscard]] int nesting(Expr e);
inline constexpr int deepest_nesting = 64;
inline constexpr std::size_t longest_formula = 8192;

/// "A", "Z", "AA": column 0 is A.
[[nodiscard]] std::string column_letters(std::size_t column);

}  // namespace saltus
