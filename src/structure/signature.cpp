#include "structure/signature.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "expr/node_table.hpp"
#include "structure/leaf_scan.hpp"

namespace saltus {
namespace {

using Columns = NodeTable<std::uint32_t>;

Columns number_columns(std::span<const Expr> leaves) {
  Columns columns;
  for (std::size_t j = 0; j < leaves.size(); ++j)
    if (!columns.contains(leaves[j])) columns[leaves[j]] = static_cast<std::uint32_t>(j);
  return columns;
}

/// Sorted by variable, the highest order of each.
void close_row(std::vector<SignatureEntry>& row, Rows<SignatureEntry>& rows) {
  std::ranges::sort(row, [](const SignatureEntry& a, const SignatureEntry& b) {
    return a.variable != b.variable ? a.variable < b.variable : a.order > b.order;
  });
  for (std::size_t k = 0; k < row.size(); ++k) {
    if (k == 0 || row[k].variable != row[k - 1].variable) rows.push(row[k]);
  }
  rows.end_row();
  row.clear();
}

bool contains(const std::vector<SignatureEntry>& row, std::uint32_t variable) {
  return std::ranges::any_of(row, [&](const SignatureEntry& e) { return e.variable == variable; });
}

class LeafRows {
 public:
  explicit LeafRows(std::span<const Expr> leaves) : columns_(number_columns(leaves)) { matrix_.variables = leaves.size(); }

  void add(const Equation& equation) {
    const bool by_sides = equation.lhs->type() != Type::real || equation.rhs->type() != Type::real;
    scan_side(equation.lhs, by_sides, lhs_, lhs_discrete_);
    scan_side(equation.rhs, by_sides, rhs_, rhs_discrete_);
    prefer_side(equation.lhs, rhs_, rhs_discrete_, lhs_, lhs_discrete_, 1);
    prefer_side(equation.rhs, lhs_, lhs_discrete_, rhs_, rhs_discrete_, 0);
    lhs_.insert(lhs_.end(), rhs_.begin(), rhs_.end());
    lhs_discrete_.insert(lhs_discrete_.end(), rhs_discrete_.begin(), rhs_discrete_.end());
    close_row(lhs_, matrix_.smooth);
    close_row(lhs_discrete_, matrix_.discrete);
    rhs_.clear();
    rhs_discrete_.clear();
  }

  SignatureMatrix take() { return std::move(matrix_); }

 private:
  using Row = std::vector<SignatureEntry>;

  void scan_side(Expr side, bool discrete, Row& smooth, Row& steps) {
    const std::array roots{side};
    scan_(roots, discrete, [&](Expr leaf, bool in_decision) {
      if (const std::uint32_t* column = columns_.find(leaf)) (in_decision ? steps : smooth).push_back({*column, 0});
    });
  }

  /// A side that is a leaf which the other side does not contain.
  void prefer_side(Expr side, const Row& other, const Row& other_discrete, Row& smooth, Row& steps, std::int32_t order) {
    const std::uint32_t* column = columns_.find(side);
    if (!column || contains(other, *column) || contains(other_discrete, *column)) return;
    steps.clear();
    smooth.assign(1, {*column, order});
  }

  Columns columns_;
  LeafScan scan_;
  SignatureMatrix matrix_;
  Row lhs_, rhs_, lhs_discrete_, rhs_discrete_;
};

}  // namespace

SignatureMatrix signature(std::span<const Equation> equations, std::span<const Expr> variables) {
  const Columns columns = number_columns(variables);
  SignatureMatrix matrix;
  matrix.variables = variables.size();
  LeafScan scan;
  std::vector<SignatureEntry> smooth, discrete;
  for (const Equation& equation : equations) {
    const std::array roots{equation.lhs, equation.rhs};
    scan(roots, false, [&](Expr leaf, bool in_decision) {
      if (leaf->op() == Op::pre) return;
      const bool is_der = leaf->op() == Op::der;
      const std::uint32_t* column = columns.find(is_der ? leaf->symbol() : leaf);
      if (column) (in_decision ? discrete : smooth).push_back({*column, is_der ? leaf->order() : 0});
    });
    close_row(smooth, matrix.smooth);
    close_row(discrete, matrix.discrete);
  }
  return matrix;
}

SignatureMatrix leaf_signature(std::span<const Equation> equations, std::span<const Expr> leaves) {
  LeafRows rows(leaves);
  for (const Equation& equation : equations) rows.add(equation);
  return rows.take();
}

}  // namespace saltus
