#include "export/sheet_values.hpp"

#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "expr/evaluate.hpp"

namespace saltus {

namespace {

// Columns in an order in which each comes after those of its row that it reads; empty if there is none.
std::vector<std::size_t> evaluation_order(const Sheet& sheet, const std::unordered_map<Expr, std::size_t>& column_of,
                                          std::size_t mode_column, Expr SheetColumn::* formula) {
  std::vector<std::size_t> order;
  std::vector<int> state(sheet.columns.size(), 0);  // 1: being visited, 2: done
  struct Frame {
    std::size_t column;
    std::vector<std::size_t> reads;
    std::size_t next = 0;
  };
  const auto reads = [&](std::size_t c) {
    std::vector<std::size_t> result;
    const Expr root = sheet.columns[c].*formula;
    for_each_node({&root, 1}, [&](Expr e) {
      if (e->op() != Op::symbol) return;
      if (const auto it = column_of.find(e); it != column_of.end()) result.push_back(it->second);
      if (sheet_leaf(e).kind == SheetLeaf::Kind::in_mode) result.push_back(mode_column);
    });
    return result;
  };
  for (std::size_t c = 0; c < sheet.columns.size(); ++c) {
    if (state[c] != 0) continue;
    std::vector<Frame> stack;
    stack.push_back({c, reads(c)});
    state[c] = 1;
    while (!stack.empty()) {
      Frame& f = stack.back();
      if (f.next == f.reads.size()) {
        state[f.column] = 2;
        order.push_back(f.column);
        stack.pop_back();
        continue;
      }
      const std::size_t read = f.reads[f.next++];
      if (state[read] == 1) return {};
      if (state[read] == 2) continue;
      state[read] = 1;
      stack.push_back({read, reads(read)});
    }
  }
  return order;
}

}  // namespace

std::optional<SheetValues> SheetValues::begin(const Sheet& sheet, Diagnostics& diagnostics) {
  SheetValues v(sheet);
  for (std::size_t i = 0; i < sheet.parameters.size(); ++i) v.parameter_of_[sheet.parameters[i].symbol] = i;
  for (std::size_t i = 0; i < sheet.columns.size(); ++i) {
    v.column_of_[sheet.columns[i].symbol] = i;
    if (sheet.columns[i].is_mode) v.mode_column_ = i;
  }
  v.order_first_ = evaluation_order(sheet, v.column_of_, v.mode_column_, &SheetColumn::first);
  v.order_next_ = evaluation_order(sheet, v.column_of_, v.mode_column_, &SheetColumn::next);
  if (v.order_first_.empty() || v.order_next_.empty()) {
    diagnostics.error("not-exportable", Span{}, "the formulas of a row would refer to each other in a circle", "",
                      "let conditions read `pre(v)` of what their own events assign");
    return std::nullopt;
  }
  // Parameters may be used before they are declared; cyclic ones were refused with the model.
  v.parameters_.assign(sheet.parameters.size(), std::numeric_limits<double>::quiet_NaN());
  for (std::size_t round = 0; round <= sheet.parameters.size(); ++round) {
    bool changed = false;
    for (std::size_t i = 0; i < sheet.parameters.size(); ++i) {
      const double value = numeric_value<double>(sheet.parameters[i].value, [&](Expr e) { return v.leaf(e); });
      changed = changed || !(value == v.parameters_[i] || (std::isnan(value) && std::isnan(v.parameters_[i])));
      v.parameters_[i] = value;
    }
    if (!changed) break;
  }
  v.row_.assign(sheet.columns.size(), 0);
  v.above_ = v.row_;
  return v;
}

double SheetValues::leaf(Expr e) const {
  const bool above = e->op() == Op::pre;
  const Expr symbol = above ? e->symbol() : e;
  if (const auto it = parameter_of_.find(symbol); it != parameter_of_.end()) return parameters_[it->second];
  const auto& row = above ? above_ : row_;
  if (const auto it = column_of_.find(symbol); it != column_of_.end()) return row[it->second];
  const SheetLeaf known = sheet_leaf(symbol);
  switch (known.kind) {
    case SheetLeaf::Kind::in_mode: return row[mode_column_] == static_cast<double>(known.mode) ? 1 : 0;
    case SheetLeaf::Kind::mode_name: return static_cast<double>(known.mode);
    default: return std::numeric_limits<double>::quiet_NaN();
  }
}

const std::vector<double>& SheetValues::next_row() {
  const bool first = rows_done_++ == 0;
  above_ = row_;
  for (const std::size_t c : first ? order_first_ : order_next_) {
    const SheetColumn& column = sheet_->columns[c];
    row_[c] = numeric_value<double>(first ? column.first : column.next, [this](Expr e) { return leaf(e); });
  }
  return row_;
}

}  // namespace saltus
